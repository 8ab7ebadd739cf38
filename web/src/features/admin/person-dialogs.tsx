import { type AdminUser, admin } from '@sterling/contract/admin.ts';
import { factors } from '@sterling/contract/factors.ts';
import type { WalletType } from '@sterling/contract/fields.ts';
import { type Cents, cents, MAX_CORRECTION_CENTS } from '@sterling/contract/money.ts';
import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { sideOf } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { FormSelect } from '../../kit/form/controlled-fields.tsx';
import { parseDollars, plainDecimal } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { displayName, dollarSign, formatTrimmedUsd, formatUsd } from '../../kit/format/format.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { ENDS_WITH_SESSIONS } from '../sessions/session-texts.ts';
import { NO_REASON, ReasonField } from './control-row.tsx';
import { settingsOf, settingsQuery } from './queries.ts';
import { useAllowAccounts, useCorrect, useResetFactor } from './use-people.ts';

const WALLETS: readonly { value: WalletType; label: string }[] = [
  { value: 'buyer', label: t('Buyer wallet') },
  { value: 'seller', label: t('Seller wallet') },
];
const DIRECTIONS = [
  { value: 'give', label: t('Credit') },
  { value: 'take', label: t('Debit') },
] as const;
interface Draft {
  walletType: WalletType;
  direction: 'give' | 'take';
  amount: string;
  reason: string;
}

interface CorrectionDialogProps {
  person: AdminUser;
  onClose: () => void;
}

/** Moves money between the house account and a user's wallet. The reason goes into the audit log. */
export function CorrectionDialog({ person, onClose }: CorrectionDialogProps) {
  const name = displayName(person.username);
  const correct = useCorrect(person, onClose);
  const { data: settings } = useQuery({ ...settingsQuery, select: settingsOf });
  const approval = approvalText(settings?.correction_approval.overUsd ?? null);
  const form = useContractForm(admin.correct, {
    defaultValues: {
      walletType: sideOf(person.role),
      direction: 'give',
      amount: '',
      reason: '',
    } as Draft,
    bodyOf: ({ walletType, direction, amount, reason }) => ({
      userId: person.id,
      walletType,
      amount: direction === 'give' ? plainDecimal(amount) : `-${plainDecimal(amount)}`,
      reason: reason.trim(),
    }),
    missing: { reason: NO_REASON },
    wrong: { amount: WRONG_AMOUNT },
    rules: {
      amount: ({ amount }) => problemOf(parseDollars(amount)),
    },
  });
  return (
    <FormDialog
      title={t("Correct {name}'s wallet", { name })}
      description={[t('Moves money between the platform and the wallet. Logged permanently.'), approval].join(
        ' ',
      )}
      submitLabel={t('Apply correction')}
      isDirty={form.isDirty}
      isPending={correct.isPending}
      onSubmit={form.submit((body) => correct.mutate(body))}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <FormSelect control={form.control} name="walletType" label={t('Wallet')} choices={WALLETS} />
        <FormSelect control={form.control} name="direction" label={t('Direction')} choices={DIRECTIONS} />
      </div>
      <InputField
        {...form.field('amount')}
        label={t('Amount')}
        hint={<After person={person} control={form.control} />}
        inputMode="decimal"
        autoComplete="off"
        before={dollarSign()}
      />
      <ReasonField {...form.field('reason')} hint={t('Only staff read this, in the audit log.')} />
    </FormDialog>
  );
}

/** `overUsd` is null without a limit, and while the settings load. */
const approvalText = (overUsd: number | null): string =>
  overUsd === null
    ? ''
    : t('If your corrections in 24 hours exceed {limit}, a second member of the staff must approve.', {
        limit: formatTrimmedUsd(cents(Math.round(overUsd * 100))),
      });

const WRONG_AMOUNT = t('Enter dollars above 0, with at most two decimals');

function problemOf(amount: Cents | null): string | undefined {
  if (amount === null) return WRONG_AMOUNT;
  if (amount <= MAX_CORRECTION_CENTS) return undefined;
  return t('A correction is at most {most}', { most: formatTrimmedUsd(MAX_CORRECTION_CENTS) });
}

/** The spendable balance before and after the correction. */
function After({ person, control }: { person: AdminUser; control: Control<Draft> }) {
  const [wallet, direction, amount] = useWatch({ control, name: ['walletType', 'direction', 'amount'] });
  const now = wallet === 'buyer' ? person.buyerBalance : person.sellerBalance;
  const moved = parseDollars(amount);
  if (moved === null || moved > MAX_CORRECTION_CENTS)
    return <>{t('Spendable now: {now}.', { now: formatUsd(now) })}</>;
  const after = cents(now + (direction === 'give' ? moved : -moved));
  return <>{t('{now} now, {after} after this.', { now: formatUsd(now), after: formatUsd(after) })}</>;
}

/** `hours` is undefined while the settings load. */
function waitText(hours: number | undefined): string {
  if (hours === undefined) return t('They are told in their inbox and can cancel the reset while it waits.');
  if (hours === 0)
    return t('They are told in their inbox. It happens immediately, so they cannot cancel it.');
  return plural(
    hours,
    'They are told in their inbox and can cancel the reset for {hours} hour.',
    'They are told in their inbox and can cancel the reset for {hours} hours.',
    { hours },
  );
}

/** Requests that the second factors of a person are removed. */
export function ResetFactorDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const name = displayName(person.username);
  const reset = useResetFactor(person, onClose);
  const { data: settings } = useQuery({ ...settingsQuery, select: settingsOf });
  const hours = settings?.factor_reset_wait.hours;
  const form = useContractForm(factors.requestReset, {
    defaultValues: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: reason.trim() }),
    missing: { reason: NO_REASON },
  });
  return (
    <FormDialog
      title={t('Reset the second factor of {name}?', { name })}
      description={[
        t('Make sure that you talk to the right person.'),
        waitText(hours),
        t('Then their second factors are removed, and their sessions end.'),
        ENDS_WITH_SESSIONS,
      ].join(' ')}
      submitLabel={t('Request reset')}
      danger
      isDirty={form.isDirty}
      isPending={reset.isPending}
      onSubmit={form.submit(({ reason }) => reset.mutate(reason))}
      onClose={onClose}
    >
      <ReasonField
        {...form.field('reason')}
        hint={t('How you know that it is them. The person reads it too.')}
      />
    </FormDialog>
  );
}

/** Lets a user add Roblox accounts again that were taken by mistake. The reason goes into the audit log. */
export function AllowAccountsDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const name = displayName(person.username);
  const allow = useAllowAccounts(person, onClose);
  const form = useContractForm(robloxAccounts.allowOfUser, {
    defaultValues: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: reason.trim() }),
    missing: { reason: NO_REASON },
  });
  return (
    <FormDialog
      title={t('Allow Roblox accounts of {name} again?', { name })}
      description={t(
        'They can add accounts again that were removed by staff or by an approved report. If a report waits for a decision, reject the report.',
      )}
      submitLabel={t('Allow again')}
      isDirty={form.isDirty}
      isPending={allow.isPending}
      onSubmit={form.submit(({ reason }) => allow.mutate(reason))}
      onClose={onClose}
    >
      <ReasonField {...form.field('reason')} />
    </FormDialog>
  );
}
