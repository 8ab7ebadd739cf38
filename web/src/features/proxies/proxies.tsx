import type { Given } from '@sterling/contract/endpoint.ts';
import { type OwnProxy, type ProxyStatus, proxies } from '@sterling/contract/proxies.ts';
import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Network } from 'lucide-react';
import { call, explain, fieldProblems, isRefused } from '../../data/call.ts';
import { everyMs, WHILE_LIVE_MS } from '../../data/live.ts';
import { allPages, callPage } from '../../data/pages.ts';
import { sentence } from '../../kit/form/use-contract-form.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Badge, type Tone } from '../../kit/ui/badge.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import type { Choice } from '../../kit/ui/select.tsx';
import { pageQuery, type TableView } from '../../kit/ui/table-view.ts';
import { toast } from '../../kit/ui/toast.ts';

/** Rows per page. */
export const PROXIES_PAGE_SIZE = 50;
/** The server tests a new proxy within seconds, so a page without events polls faster until then. */
const WHILE_UNCHECKED_MS = 2_000;
/** Checks in the background find that a proxy fails, or works again. Events announce it, and changes of the accounts that use it. */
const EVERY_MS = 30_000;

/** One page of the seller's proxies. */
export const proxiesQuery = (view: TableView) => {
  const query = pageQuery(proxies.list, view, PROXIES_PAGE_SIZE);
  return queryOptions({
    queryKey: ['proxies', 'page', query],
    queryFn: ({ signal }) => callPage(proxies.list, { query }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.rows.some(isUnchecked) ? everyMs(WHILE_UNCHECKED_MS, WHILE_LIVE_MS) : everyMs(EVERY_MS),
    placeholderData: keepPreviousData,
  });
};

/** The four figures of the proxies section. */
export const proxyFiguresQuery = queryOptions({
  queryKey: ['proxies', 'figures'],
  queryFn: ({ signal }) => call(proxies.figures, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && data.active + data.failing < data.total
      ? everyMs(WHILE_UNCHECKED_MS, WHILE_LIVE_MS)
      : everyMs(EVERY_MS),
});

/** All proxies of the seller, for a choice. */
const allProxiesQuery = queryOptions({
  queryKey: ['proxies', 'all'],
  queryFn: ({ signal }) => allPages((query) => call(proxies.list, { query }, { signal })),
  refetchOnMount: 'always',
});

const isUnchecked = ({ status }: OwnProxy): boolean => status === 'unchecked';

type NewProxy = Given<typeof proxies.add, 'body'>;

interface Outcomes {
  readonly onDone: () => void;
  readonly onFieldError: (field: keyof NewProxy, message: string) => void;
}

/** Adds one proxy. The server tests it immediately. */
export function useAddProxy({ onDone, onFieldError }: Outcomes) {
  return useMutation({
    mutationFn: (body: NewProxy) => call(proxies.add, { body }),
    onSuccess: (proxy) => {
      toast({
        title: t('Proxy Added'),
        description: proxy.statusReason
          ? t("{proxy} isn't working. {statusReason}", {
              proxy: nameOf(proxy),
              statusReason: proxy.statusReason,
            })
          : t('{proxy} can reach Roblox', { proxy: nameOf(proxy) }),
      });
      onDone();
    },
    onError: (error) => {
      const problems = Object.entries(fieldProblems(error));
      for (const [field, problem] of problems) onFieldError(field as keyof NewProxy, sentence(problem));
      if (problems.length === 0 && isRefused(error, 'invalid_proxy', 'proxy_exists'))
        onFieldError('host', explain(error));
    },
    meta: notDone('add'),
  });
}

/** Adds all valid lines. The dialog keeps showing the errors of the others. */
export function useAddProxies() {
  return useMutation({
    mutationFn: (lines: string[]) => call(proxies.addMany, { body: { lines } }),
    onSuccess: ({ added, failed: bad }) => {
      if (bad.length === 0)
        toast({
          title: t('Proxy Added'),
          description: addedText(added),
        });
      else if (added === 0) {
        const description = NOT_DONE.add(`${notAddedText(bad.length)}.`);
        toast({ title: t('Error'), description, variant: 'destructive' });
      } else {
        const description = `${addedText(added)}, ${notAddedText(bad.length)}`;
        toast({ title: t('Partial Success'), description, variant: 'warning' });
      }
    },
    meta: notDone('add'),
  });
}

/** Deletes a proxy. The server refuses while an account uses it. */
export function useDeleteProxy(onSettled: () => void) {
  return useMutation({
    mutationFn: ({ id }: OwnProxy) => call(proxies.remove, { params: { id } }),
    onSuccess: (_, proxy) =>
      toast({
        title: t('Proxy Deleted'),
        description: t('{proxy} is no longer in your list', { proxy: nameOf(proxy) }),
      }),
    meta: notDone('delete'),
    onSettled,
  });
}

const NOT_DONE = {
  add: (why: string) => t('Failed to add proxy. {why}', { why }),
  delete: (why: string) => t('Failed to delete proxy. {why}', { why }),
};

const notDone = (action: keyof typeof NOT_DONE) => ({
  changes: ['proxies'] as const,
  failed: t('Error'),
  explain: (error: unknown) => NOT_DONE[action](explain(error)),
});

/** `2 proxies added` */
export const addedText = (count: number): string =>
  plural(count, '{count} proxy added', '{count} proxies added', { count });

const notAddedText = (count: number): string =>
  plural(count, '{count} line could not be added', '{count} lines could not be added', { count });

const SHOWN: Readonly<Record<ProxyStatus, { readonly text: string; readonly tone: Tone }>> = {
  active: { text: t('Active'), tone: 'good' },
  failing: { text: t('Failing'), tone: 'bad' },
  unchecked: { text: t('Checking…'), tone: 'neutral' },
};

const statusText = (status: ProxyStatus): string => SHOWN[status].text;

/** What the last check of a proxy found. */
export function ProxyStatusBadge({ status }: { status: ProxyStatus }) {
  const { text, tone } = SHOWN[status];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The display name of a proxy. */
export const nameOf = ({ username, ...address }: { host: string; port: number; username: string | null }) =>
  [addressOf(address), username].filter(Boolean).join(' · ');

/** An IPv6 address needs brackets, because the port follows it. */
export const addressOf = ({ host, port }: { host: string; port: number }): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The proxy of an account in one line. A failing proxy stands out. */
export function ProxyLine({ proxy }: { proxy: NonNullable<RobloxAccount['proxy']> }) {
  const fails = proxy.status === 'failing';
  const name = <span className="truncate">{nameOf(proxy)}</span>;
  return (
    <span
      title={nameOf(proxy)}
      className={cn(
        'flex min-w-0 max-w-full items-center gap-1 font-normal text-xs [&_svg]:size-3.5 [&_svg]:shrink-0',
        fails ? 'text-bad' : 'text-3',
      )}
    >
      <Network aria-hidden />
      <span className="sr-only">{t('Proxy')}</span>
      {/* only the name is cut off */}
      {fails ? rich('{proxy} fails', { proxy: name }) : name}
    </span>
  );
}

/** Represents no proxy, because a Select value cannot be empty. */
export const NO_PROXY = 'none';

/** The choice of a proxy for an account: `NO_PROXY`, or the id of one of the seller's proxies. */
export function useProxyChoices(): Choice<string>[] {
  const { data = [] } = useQuery(allProxiesQuery);
  return [{ value: NO_PROXY, label: t('No proxy') }, ...data.map(choiceOf)];
}

const choiceOf = (proxy: OwnProxy): Choice<string> => ({
  value: proxy.id,
  label: nameOf(proxy),
  note: statusText(proxy.status),
});
