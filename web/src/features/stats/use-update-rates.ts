import { dollarText, type Rate } from '@sterling/contract/money.ts';
import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { formatRate } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { outcomeOf, runInParts } from '../roblox-accounts/bulk.ts';

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
