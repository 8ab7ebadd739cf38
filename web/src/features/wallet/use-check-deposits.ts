import { wallet } from '@sterling/contract/wallet.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { formatLtc, formatUsd } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast-store.ts';

/** Checks the chain now and reports the credits since the last report. */
export function useCheckDeposits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(wallet.checkDeposits, { body: { walletType: 'buyer' } }),
    networkMode: 'always',
    onSuccess: ({ amount, usdValue }) => {
      if (amount === 0) {
        toast({
          title: 'No New Deposits',
          description: 'Please wait for blockchain confirmations',
          variant: 'info',
        });
        return;
      }
      toast({
        title: 'Deposit Detected!',
        description: `${formatLtc(amount)} (${formatUsd(usdValue)}) has been credited to your wallet`,
      });
    },
    onError: () =>
      toast({
        title: 'Oops!',
        description: "Couldn't check for new deposits. Please try again",
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['wallet', 'buyer'] }),
  });
}
