import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { formatRate } from '../../kit/format/format.ts';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Checkbox } from '../../kit/ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../kit/ui/dialog.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/empty-state.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { AffixedInput } from '../../kit/ui/input.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { SkeletonRows } from '../../kit/ui/skeleton.tsx';
import { allAccountsQuery } from '../roblox-accounts/queries.ts';
import { RATE_RANGE, rateOf } from '../roblox-accounts/rate.ts';
import { useUpdateRates } from './use-update-rates.ts';

/** Sets one new rate for any number of the seller's accounts. */
export default function UpdateRatesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(allAccountsQuery);
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dirty={dirty}
      title="Update My Rates"
      description="Orders in progress keep their rate."
    >
      {data && data.length > 0 ? (
        <RatesForm accounts={data} onDirty={setDirty} onClose={onClose} />
      ) : data ? (
        <EmptyState icon={UsersRound} title="No accounts yet">
          <p>Add a Roblox account to sell its Robux at your own rate.</p>
          <Button variant="secondary" size="sm" onClick={() => switchSection('cookies')}>
            Add Accounts
          </Button>
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  );
}

interface RatesFormProps {
  accounts: readonly RobloxAccount[];
  /** Reports whether the form has unsaved changes. */
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
}

function RatesForm({ accounts, onDirty, onClose }: RatesFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(accounts.map(({ id }) => id)));
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<{ rate?: string; accounts?: string }>({});
  const update = useUpdateRates({ onDone: onClose });
  const choose = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    setChosen(next);
    setErrors({ ...errors, accounts: undefined });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const rate = rateOf(text);
    const wrong = {
      ...(rate === null && { rate: RATE_RANGE }),
      ...(chosen.size === 0 && { accounts: 'Choose at least one account' }),
    };
    setErrors(wrong);
    if (rate === null || chosen.size === 0) return;
    update.mutate({ ids: accounts.map(({ id }) => id).filter((id) => chosen.has(id)), rate });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="New price per 1K" hint="From $1.00 to $6.00 for 1,000 Robux" error={errors.rate}>
        {(control) => (
          <AffixedInput
            {...control}
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            placeholder="4.00"
            before="$"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setErrors({ ...errors, rate: undefined });
              onDirty(target.value !== '');
            }}
            onBlur={() =>
              setErrors({ ...errors, rate: text && rateOf(text) === null ? RATE_RANGE : undefined })
            }
          />
        )}
      </Field>
      <AccountChoice accounts={accounts} chosen={chosen} onChoose={choose} error={errors.accounts} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose} disabled={update.isPending}>
          Cancel
        </Button>
        <Button type="submit" pending={update.isPending}>
          Update {chosen.size} {chosen.size === 1 ? 'Rate' : 'Rates'}
        </Button>
      </DialogActions>
    </form>
  );
}

interface AccountChoiceProps {
  accounts: readonly RobloxAccount[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], on: boolean) => void;
  error: string | undefined;
}

function AccountChoice({ accounts, chosen, onChoose, error }: AccountChoiceProps) {
  const ids = accounts.map(({ id }) => id);
  const isAll = chosen.size === ids.length;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium text-2 text-sm">Accounts</legend>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {accounts.length > 1 && (
          <Choice
            label="All accounts"
            checked={isAll || (chosen.size > 0 && 'indeterminate')}
            onChange={() => onChoose(ids, !isAll)}
          />
        )}
        {accounts.map(({ id, username, ratePerThousand, robuxBalance }) => (
          <Choice key={id} label={username} checked={chosen.has(id)} onChange={(on) => onChoose([id], on)}>
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
