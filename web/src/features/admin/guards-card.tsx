import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { dollarSign } from '../../kit/format/format.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { ControlRow, SavedInput, SwitchRow } from './control-row.tsx';
import {
  GUARDS,
  type Guard,
  guardValueOf,
  type NumberGuard,
  rangeOf,
  type SwitchGuard,
  UNITS,
} from './guards.ts';
import { settingsQuery } from './queries.ts';
import { useSetting } from './use-settings.ts';

type Value = Readonly<Record<string, unknown>>;

/**
 * The owner's limits, waiting times and reviews. Each saves on blur and applies everywhere within two
 * seconds.
 */
export function Guards() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const currentOf = ({ setting }: Guard) =>
    data?.find(({ key }) => key === setting)?.value as Value | undefined;
  return (
    <Card aria-labelledby="guards">
      <CardHeader
        id="guards"
        title={t('Safeguards')}
        description={t('Limits, holds and reviews that protect users and funds')}
      />
      {data ? (
        <div className="grid divide-line max-lg:divide-y lg:grid-cols-2 lg:divide-x">
          {GUARDS.map((column) => (
            <div key={column[0]?.title} className="min-w-0 divide-y divide-line">
              {column.map(({ title, guards }) => (
                <section key={title} aria-label={title}>
                  <h3 className="px-4 pt-4 sm:px-5 font-medium text-3 text-xs">{title}</h3>
                  {guards.map((guard) => {
                    const value = currentOf(guard);
                    return (
                      value && <Row key={`${guard.setting} ${guard.part}`} guard={guard} value={value} />
                    );
                  })}
                </section>
              ))}
            </div>
          ))}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={8} className="p-4 sm:p-5" />
      )}
    </Card>
  );
}

const Row = ({ guard, value }: { guard: Guard; value: Value }) =>
  guard.unit === null ? <Toggle guard={guard} value={value} /> : <Amount guard={guard} value={value} />;

function Toggle({ guard, value }: { guard: SwitchGuard; value: Value }) {
  const [shown, save] = useSetting(guard.setting, value);
  return (
    <SwitchRow
      label={guard.label}
      description={guard.description}
      checked={shown[guard.part] === true}
      onChange={(on) => save({ [guard.part]: on })}
    />
  );
}

function Amount({ guard, value }: { guard: NumberGuard; value: Value }) {
  const id = useId();
  const [shown, save] = useSetting(guard.setting, value);
  const { label, description, unit, part, off } = guard;
  /** Shows an empty field for "off", because some settings store 0 and others null. */
  const orOff = (number: number | null | undefined) => (number === 0 && off === 0 ? null : number);
  return (
    <ControlRow title={<label htmlFor={id}>{label}</label>} description={description}>
      <SavedInput
        id={id}
        value={orOff(shown[part] as number | null) ?? null}
        parse={(text) => orOff(guardValueOf(text, guard))}
        onSave={(next) => save({ [part]: next ?? off })}
        wrong={rangeOf(guard)}
        inputMode="numeric"
        placeholder={off === undefined ? undefined : t('Off')}
        {...(unit === '$' ? { before: dollarSign() } : { after: UNITS[unit] })}
      />
    </ControlRow>
  );
}
