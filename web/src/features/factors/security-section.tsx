import { type Factor, type FactorReset, factors, type Security } from '@sterling/contract/factors.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Pencil, Smartphone, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Form } from '../../kit/form/form.tsx';
import { SavedField } from '../../kit/form/saved-field.tsx';
import { plainDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { dollarSign } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { Card } from '../../kit/ui/card.tsx';
import { lazyNamed } from '../../kit/ui/lazy.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { Warning } from '../../kit/ui/warning.tsx';
import { securityQuery, useCancelReset, useFirstFactor, useWithdrawalLimit } from './use-factors.ts';

const AddAppDialog = lazyNamed(async () => (await import('./factor-dialogs.tsx')).AddAppDialog);
const AddPasskeyDialog = lazyNamed(async () => (await import('./factor-dialogs.tsx')).AddPasskeyDialog);
const ChangeFactorDialog = lazyNamed(async () => (await import('./factor-dialogs.tsx')).ChangeFactorDialog);
const NewCodesDialog = lazyNamed(async () => (await import('./recovery-codes.tsx')).NewCodesDialog);

/** Shows pages of staff. Where staff need a second factor, a person without one sets it up here first. */
export function FactorGate({ children }: { children: ReactNode }) {
  const { data } = useQuery(securityQuery);
  const { isPending, hasFactor, setsUp, finish } = useFirstFactor(data?.isRequired === true);
  if (isPending) return <SkeletonRows rows={4} />;
  if (!setsUp) return children;
  return (
    <Card className="flex w-full max-w-xl flex-col gap-5 self-center p-5">
      <SecuritySection />
      {hasFactor && <Button onClick={finish}>{t('Continue')}</Button>}
    </Card>
  );
}

type Opened = 'app' | 'passkey' | 'codes' | { change: 'rename' | 'remove'; factor: Factor } | null;

/** The user's second factors and recovery codes, and what they may do without a check. */
export function SecuritySection() {
  const query = useQuery(securityQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <section aria-labelledby="security" className="flex flex-col gap-3">
      <div>
        <h3 id="security" className="font-medium text-1">
          {t('Second factor')}
        </h3>
        <p className="text-3">
          {t(
            'Confirms withdrawals and changes to your account, so that a stolen session is not enough for them.',
          )}
        </p>
      </div>
      <Loaded query={query} waiting={<SkeletonRows rows={2} />}>
        {(security) => <Content security={security} onOpen={setOpened} />}
      </Loaded>
      <Overlays>
        {opened === 'app' && <AddAppDialog onClose={close} />}
        {opened === 'passkey' && <AddPasskeyDialog onClose={close} />}
        {opened === 'codes' && <NewCodesDialog onClose={close} />}
        {typeof opened === 'object' && opened && (
          <ChangeFactorDialog {...opened} isLast={query.data?.factors.length === 1} onClose={close} />
        )}
      </Overlays>
    </section>
  );
}

interface ContentProps {
  security: Security;
  onOpen: (what: Opened) => void;
}

function Content({ security, onOpen }: ContentProps) {
  const { factors: own, recoveryCodesLeft, reset, isRequired } = security;
  const has = own.length > 0;
  return (
    <>
      {reset && <WaitingReset reset={reset} />}
      {isRequired && !has && (
        <Warning>{t('Staff need a second factor. Set one up to open the staff pages.')}</Warning>
      )}
      {has && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {own.map((factor) => (
            <Row key={factor.id} factor={factor} onOpen={onOpen} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 *:grow">
        <Button variant="secondary" onClick={() => onOpen('passkey')}>
          <Fingerprint aria-hidden className="size-4" />
          {t('Add a passkey')}
        </Button>
        <Button variant="secondary" onClick={() => onOpen('app')}>
          <Smartphone aria-hidden className="size-4" />
          {t('Add an app')}
        </Button>
      </div>
      {has && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className={recoveryCodesLeft > 2 ? 'text-2' : 'text-warn'}>
              {plural(
                recoveryCodesLeft,
                '{recoveryCodesLeft} recovery code left',
                '{recoveryCodesLeft} recovery codes left',
                { recoveryCodesLeft },
              )}
            </p>
            <Button variant="secondary" size="sm" onClick={() => onOpen('codes')}>
              {t('New recovery codes')}
            </Button>
          </div>
          <WithdrawalLimit key={security.uncheckedWithdrawals} cents={security.uncheckedWithdrawals} />
        </>
      )}
    </>
  );
}

function Row({ factor, onOpen }: { factor: Factor; onOpen: ContentProps['onOpen'] }) {
  const { kind, name, createdAt, usedAt } = factor;
  const Icon = kind === 'passkey' ? Fingerprint : Smartphone;
  return (
    <li className="flex items-center gap-3 py-3 pr-2 pl-4">
      <Icon aria-hidden className="size-5 shrink-0 text-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-1">{name}</p>
        <p className="text-3 text-xs">
          <span className="max-sm:block">{kind === 'passkey' ? t('Passkey') : t('Authenticator app')}</span>
          <span className="max-sm:hidden"> · </span>
          <span className="whitespace-nowrap">
            {usedAt
              ? t('used {usedAt}', { usedAt: formatTime(usedAt) })
              : t('added {createdAt}', { createdAt: formatTime(createdAt) })}
          </span>
        </p>
      </div>
      <span className="flex">
        <IconButton
          icon={Pencil}
          label={t('Rename {name}', { name })}
          onClick={() => onOpen({ change: 'rename', factor })}
        />
        <IconButton
          icon={Trash2}
          label={t('Remove {name}', { name })}
          onClick={() => onOpen({ change: 'remove', factor })}
        />
      </span>
    </li>
  );
}

/** Someone asked our team to remove the second factors. */
function WaitingReset({ reset: { dueAt, reason } }: { reset: FactorReset }) {
  const cancel = useCancelReset();
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-warn/12 p-3 text-warn">
      <p>
        {t(
          'Sterling staff will remove your second factors after {dueAt}, because someone reported them as lost (“{reason}”). Cancel this if it was not you.',
          { dueAt: formatTime(dueAt), reason },
        )}
      </p>
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        pending={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {t('Keep my second factors')}
      </Button>
    </div>
  );
}

/** What the user may withdraw per day without a check. */
function WithdrawalLimit({ cents }: { cents: Cents }) {
  const change = useWithdrawalLimit();
  const form = useContractForm(factors.setWithdrawalLimit, {
    defaultValues: { perDay: typedDollars(cents) },
    bodyOf: ({ perDay }) => ({ perDay: plainDecimal(perDay) }),
    missing: { perDay: t('Enter an amount') },
    wrong: { perDay: t('Dollars with at most two decimals') },
  });
  return (
    <Form onSubmit={form.submit((body) => change.mutate(body))}>
      <SavedField
        {...form.field('perDay')}
        label={t('Withdraw without a check, per day')}
        hint={t('To addresses that you used before. 0 asks every time.')}
        before={dollarSign()}
        inputMode="decimal"
        pending={change.isPending}
        isDirty={form.isDirty}
      />
    </Form>
  );
}
