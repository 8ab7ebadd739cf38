import { cents, dollarText, parseDecimal } from '@sterling/contract/money.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { useWithdrawalLimit } from './use-factors.ts';

/** What the user may withdraw per day without a check. */
export function WithdrawalLimit({ dollars }: { dollars: number }) {
  const saved = dollarText(cents(Math.round(dollars * 100)));
  const [typed, setTyped] = useState<string | null>(null);
  const change = useWithdrawalLimit();
  const wanted = typed === null ? null : parseDecimal(typed.trim(), 2);
  const isWrong = typed !== null && (wanted === null || wanted < 0);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === null || isWrong) return;
    change.mutate(cents(wanted), { onSuccess: () => setTyped(null) });
  };
  return (
    <form noValidate onSubmit={save} className="flex items-start gap-2 *:first:flex-1">
      <InputField
        label="Withdraw without a check, per day"
        hint="To addresses that you used before. 0 asks every time."
        error={isWrong ? 'Dollars with at most two decimals' : undefined}
        before="$"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? saved}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        className="mt-7 h-11"
        pending={change.isPending}
        disabled={typed === null || isWrong || typed === saved}
      >
        Save
      </Button>
    </form>
  );
}
