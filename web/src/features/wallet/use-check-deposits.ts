import { wallet } from '@sterling/contract/wallet.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { formatLtc, formatUsd } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';

/** Checks the chain now and reports the credits since the last report. */
export function useCheckDeposits() {
  return useMutation({
    mutationFn: () => call(wallet.checkDeposits, { body: { walletType: 'buyer' } }),
    networkMode: 'always',
    onSuccess: ({ amount, usdValue }) => {
      if (amount === 0) {
        toast({ title: 'No New Deposits', description: 'Please wait for blockchain confirmations' });
        return;
      }
      toast({
        title: 'Deposit Detected!',
        description: `${formatLtc(amount)} (${formatUsd(usdValue)}) has been credited to your wallet`,
      });
    },
    meta: {
      changes: ['wallet'],
      failed: 'Oops!',
      explain: () => "Couldn't check for new deposits. Please try again",
    },
  });
}
