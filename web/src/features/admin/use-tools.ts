import { admin } from '@sterling/contract/admin.ts';
import { backups } from '@sterling/contract/backups.ts';
import type { Given } from '@sterling/contract/endpoint.ts';
import { treasury } from '@sterling/contract/treasury.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { toast } from '../../kit/ui/toast-store.ts';

/** Moves settled deposits to the hot wallet. If a sweep is already running, the server returns that sweep. */
export function useSweep() {
  return useOnce(treasury.sweep, {
    input: () => ({}),
    changes: ['admin'],
    failed: 'Sweep Failed',
    onDone: ({ message, txid }) =>
      toast({
        title: txid ? 'Sweep Started' : 'Nothing to sweep',
        description: message,
        variant: txid ? 'default' : 'info',
      }),
  });
}

/** Sets a manual price for a number of minutes. */
export function useSetPrice(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Given<typeof treasury.setPrice, 'body'>) => call(treasury.setPrice, { body }),
    onSuccess: ({ price, until }) => {
      toast({ title: 'Price Set', description: `${formatUsd(price)} per LTC until ${formatTime(until)}.` });
      onDone();
    },
    onError: (error) =>
      toast({ title: 'Price Not Set', description: explain(error), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}

/** Creates a backup and starts its download. */
export function useBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(backups.make),
    onSuccess: ({ file, tables, rows }) => {
      download(backups.download.path.replace('{file}', encodeURIComponent(file)), file);
      toast({
        title: 'Backup Created',
        description: `${formatWhole(rows)} rows of ${tables} tables, as of one moment. The download has started.`,
      });
    },
    onError: (error) =>
      toast({ title: 'Backup Failed', description: explain(error), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'audit'] }),
  });
}

function download(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Resets the request counters of the rate limits. */
export function useClearRateLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(admin.clearRateLimits),
    onSuccess: ({ cleared }) =>
      toast({
        title: 'Rate Limits Cleared',
        description: `${formatWhole(cleared)} counted ${cleared === 1 ? 'action was' : 'actions were'} forgotten.`,
      }),
    onError: (error) => toast({ title: 'Clear Failed', description: explain(error), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'audit'] }),
  });
}
