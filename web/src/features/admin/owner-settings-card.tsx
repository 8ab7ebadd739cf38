import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { dollarSign } from '../../kit/format/format.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { ControlRow, SavedInput, SwitchRow } from './control-row.tsx';
import {
  type NumberOwnerSetting,
  OWNER_SETTINGS,
  type OwnerSetting,
  rangeOf,
  type SwitchOwnerSetting,
  settingValueOf,
  UNITS,
} from './owner-settings.ts';
import { settingsOf, settingsQuery } from './queries.ts';
import { useSetting } from './use-settings.ts';

type Value = Readonly<Record<string, unknown>>;

/**
 * The owner's limits, waiting times and reviews. Each saves on blur and applies everywhere within two
 * seconds.
 */
export function OwnerSettings() {
  const { data, error, refetch } = useQuery({ ...settingsQuery, select: settingsOf });
  return (
    <Card aria-labelledby="safeguards">
      <CardHeader
        id="safeguards"
        title={t('Safeguards')}
        description={t('Limits, holds and reviews that protect users and funds')}
      />
      {data ? (
        <div className="grid divide-line max-lg:divide-y lg:grid-cols-2 lg:divide-x">
          {OWNER_SETTINGS.map((column) => (
            <div key={column[0]?.title} className="min-w-0 divide-y divide-line">
              {column.map(({ title, settings }) => (
                <section key={title} aria-label={title}>
                  <h3 className="px-4 pt-4 sm:px-5 font-medium text-3 text-xs">{title}</h3>
                  {settings.map((setting) => {
                    const value: Value | undefined = data[setting.key];
                    return (
                      value && <Row key={`${setting.key} ${setting.part}`} setting={setting} value={value} />
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

const Row = ({ setting, value }: { setting: OwnerSetting; value: Value }) =>
  setting.unit === null ? (
    <Toggle setting={setting} value={value} />
  ) : (
    <Amount setting={setting} value={value} />
  );

function Toggle({ setting, value }: { setting: SwitchOwnerSetting; value: Value }) {
  const [shown, save] = useSetting(setting.key, value);
  return (
    <SwitchRow
      label={setting.label}
      description={setting.description}
      checked={shown[setting.part] === true}
      question={setting.question}
      onChange={(on) => save({ [setting.part]: on })}
    />
  );
}

function Amount({ setting, value }: { setting: NumberOwnerSetting; value: Value }) {
  const id = useId();
  const [shown, save] = useSetting(setting.key, value);
  const { label, description, unit, part, off } = setting;
  /** Shows an empty field for "off", because some settings store 0 and others null. */
  const orOff = (number: number | null | undefined) => (number === 0 && off === 0 ? null : number);
  return (
    <ControlRow title={<label htmlFor={id}>{label}</label>} description={description}>
      <SavedInput
        id={id}
        value={orOff(shown[part] as number | null) ?? null}
        parse={(text) => orOff(settingValueOf(text, setting))}
        onSave={(next) => save({ [part]: next ?? off })}
        wrong={rangeOf(setting)}
        inputMode="numeric"
        placeholder={off === undefined ? undefined : t('Off')}
        {...(unit === '$' ? { before: dollarSign() } : { after: UNITS[unit] })}
      />
    </ControlRow>
  );
}
