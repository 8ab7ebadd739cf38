import { dollarText, type Rate } from '@sterling/contract/money.ts';
import { type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { call } from '../../data/call.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatRate } from '../../kit/format/format.ts';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Checkbox } from '../../kit/ui/checkbox.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/empty-state.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { RATE_HINT, RATE_RANGE, rateOf } from '../roblox-accounts/account.ts';
import { outcomeOf, runInParts } from '../roblox-accounts/bulk.ts';
import { allAccountsQuery } from '../roblox-accounts/queries.ts';

/** Sets one new rate for any number of the seller's accounts. */
export default function UpdateRatesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(allAccountsQuery);
  const update = useUpdateRates({ onDone: onClose });
  const form = useContractForm(robloxAccounts.bulk, {
    defaultValues: { ratePerThousand: '', chosen: null as readonly string[] | null },
    bodyOf: ({ ratePerThousand }) => ({
      action: 'rate' as const,
      ids: ['all'],
      ratePerThousand: ratePerThousand.trim(),
    }),
    wrong: { ratePerThousand: RATE_RANGE },
    rules: {
      ratePerThousand: ({ ratePerThousand }) => (rateOf(ratePerThousand) === null ? RATE_RANGE : undefined),
      chosen: ({ chosen }) => (chosen?.length === 0 ? 'Choose at least one account' : undefined),
    },
  });
  const ids = data?.map(({ id }) => id) ?? [];
  const chosen = useWatch({ control: form.control, name: 'chosen' }) ?? ids;
  return (
    <FormDialog
      title="Update My Rates"
      description="Orders in progress keep their rate."
      submitLabel={ids.length > 0 && `Update ${chosen.length} ${chosen.length === 1 ? 'Rate' : 'Rates'}`}
      isDirty={form.isDirty}
      isPending={update.isPending}
      onSubmit={form.submit((_, { ratePerThousand }) => {
        const rate = rateOf(ratePerThousand);
        if (rate !== null) update.mutate({ ids: chosen, rate });
      })}
      onClose={onClose}
    >
      {data && data.length > 0 ? (
        <>
          <InputField
            {...form.field('ratePerThousand')}
            autoFocus
            label="New price per 1K"
            hint={RATE_HINT}
            inputMode="decimal"
            autoComplete="off"
            placeholder="4.00"
            before="$"
          />
          <AccountChoice
            accounts={data}
            chosen={new Set(chosen)}
            onChoose={(next) => form.setValue('chosen', next, { shouldDirty: true, shouldValidate: true })}
            error={form.formState.errors.chosen?.message}
          />
        </>
      ) : data ? (
        <NoAccounts />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </FormDialog>
  );
}

function NoAccounts() {
  return (
    <EmptyState icon={UsersRound} title="No accounts yet">
      <p>Add a Roblox account to sell its Robux at your own rate.</p>
      <Button variant="secondary" size="sm" onClick={() => switchSection('cookies')}>
        Add accounts
      </Button>
    </EmptyState>
  );
}

interface AccountChoiceProps {
  accounts: readonly RobloxAccount[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[]) => void;
  error: string | undefined;
}

function AccountChoice({ accounts, chosen, onChoose, error }: AccountChoiceProps) {
  const ids = accounts.map(({ id }) => id);
  const isAll = chosen.size === ids.length;
  const choose = (id: string, on: boolean) =>
    onChoose(ids.filter((each) => (each === id ? on : chosen.has(each))));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium text-2 text-sm">Accounts</legend>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {accounts.length > 1 && (
          <Choice
            label="All accounts"
            checked={isAll || (chosen.size > 0 && 'indeterminate')}
            onChange={() => onChoose(isAll ? [] : ids)}
          />
        )}
        {accounts.map(({ id, username, ratePerThousand, robuxBalance }) => (
          <Choice key={id} label={username} checked={chosen.has(id)} onChange={(on) => choose(id, on)}>
            <Robux amount={robuxBalance} className="text-3 max-[24rem]:hidden" />
            <span className="w-14 text-right text-1 tabular-nums">{formatRate(ratePerThousand)}</span>
          </Choice>
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  checked: boolean | 'indeterminate';
  onChange: (on: boolean) => void;
  children?: ReactNode;
}

function Choice({ label, checked, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <li className="flex min-h-11 items-center gap-3 px-3">
      <Checkbox id={id} checked={checked} onCheckedChange={(on) => onChange(on === true)} />
      <label htmlFor={id} className="min-w-0 flex-1 truncate py-2.5 text-1">
        {label}
      </label>
      {children}
    </li>
  );
}

interface NewRate {
  readonly ids: readonly string[];
  /** Cents per 1000. */
  readonly rate: Rate;
}

/** Sets one rate for several accounts and shows the outcome in a toast. */
export function useUpdateRates({ onDone }: { onDone: () => void }) {
  return useMutation({
    mutationFn: ({ ids, rate }: NewRate) =>
      runInParts(ids, async (part) => {
        const body = { ids: part, action: 'rate' as const, ratePerThousand: dollarText(rate) };
        return outcomeOf((await call(robloxAccounts.bulk, { body })).results);
      }),
    onSuccess: ({ done, reasons: [first, ...more] }, { rate }) => {
      const price = `${formatRate(rate / 100)} per 1K`;
      const accounts = done.length === 1 ? '1 account sells' : `${done.length} accounts sell`;
      if (first === undefined) toast({ title: 'Rates Updated', description: `${accounts} at ${price} now` });
      else if (done.length === 0)
        toast({ title: 'Update Failed', description: first, variant: 'destructive' });
      else {
        const failed = `${accounts} at ${price} now, ${more.length + 1} failed: ${first}`;
        toast({ title: 'Partial Success', description: failed, variant: 'warning' });
      }
      if (done.length > 0) onDone();
    },
    meta: { changes: ['roblox-accounts', 'market'], failed: 'Update Failed' },
  });
}
