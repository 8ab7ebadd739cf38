import type { Given } from '@sterling/contract/endpoint.ts';
import { type OwnProxy, proxies } from '@sterling/contract/proxies.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { nameOf } from './proxy.tsx';

type NewProxy = Given<typeof proxies.add, 'body'>;

interface Outcomes {
  readonly onDone: () => void;
  readonly onFieldError: (field: keyof NewProxy, message: string) => void;
}

/** Adds one proxy. The server tests it immediately. */
export function useAddProxy({ onDone, onFieldError }: Outcomes) {
  return useMutation({
    mutationFn: (body: NewProxy) => call(proxies.add, { body }),
    networkMode: 'always',
    onSuccess: (proxy) => {
      toast({
        title: 'Proxy Added',
        description: proxy.statusReason
          ? `${nameOf(proxy)} isn't working. ${proxy.statusReason}`
          : `${nameOf(proxy)} can reach Roblox`,
      });
      onDone();
    },
    onError: (error) => {
      const why = explain(error);
      const details = error instanceof ApiError ? Object.entries(error.details ?? {}) : [];
      for (const [field, problem] of details) onFieldError(field as keyof NewProxy, `This ${problem}`);
      if (details.length === 0 && isAboutHost(error)) onFieldError('host', why);
    },
    meta: notDone('add'),
  });
}

const isAboutHost = (error: unknown) =>
  error instanceof ApiError && ['invalid_proxy', 'proxy_exists'].includes(error.code);

/** Adds all valid lines. The dialog keeps showing the errors of the others. */
export function useAddProxies() {
  return useMutation({
    mutationFn: (lines: string[]) => call(proxies.addMany, { body: { lines } }),
    networkMode: 'always',
    onSuccess: ({ added, failed: bad }) => {
      if (bad.length === 0) toast({ title: 'Proxy Added', description: `${counted(added, 'proxy')} added` });
      else if (added === 0) {
        const description = explanation('add', `${counted(bad.length, 'line')} could not be added.`);
        toast({ title: 'Error', description, variant: 'destructive' });
      } else {
        const description = `${counted(added, 'proxy')} added, ${counted(bad.length, 'line')} could not be added`;
        toast({ title: 'Partial Success', description, variant: 'warning' });
      }
    },
    meta: notDone('add'),
  });
}

/** Deletes a proxy. The server refuses while an account uses it. */
export function useDeleteProxy(onSettled: () => void) {
  return useMutation({
    mutationFn: ({ id }: OwnProxy) => call(proxies.remove, { params: { id } }),
    networkMode: 'always',
    onSuccess: (_, proxy) =>
      toast({ title: 'Proxy Deleted', description: `${nameOf(proxy)} is no longer in your list` }),
    meta: notDone('delete'),
    onSettled,
  });
}

const explanation = (action: 'add' | 'delete', why: string) => `Failed to ${action} proxy. ${why}`;

const notDone = (action: 'add' | 'delete') => ({
  changes: ['proxies'] as const,
  failed: 'Error',
  explain: (error: unknown) => explanation(action, explain(error)),
});

const PLURALS = { proxy: 'proxies', line: 'lines' } as const;

export const counted = (count: number, noun: keyof typeof PLURALS): string =>
  `${count} ${count === 1 ? noun : PLURALS[noun]}`;
