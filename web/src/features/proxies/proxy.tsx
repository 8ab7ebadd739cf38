import type { OwnProxy, ProxyStatus } from '@sterling/contract/proxies.ts';
import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Network } from 'lucide-react';
import { Badge, type Tone } from '../../kit/ui/badge.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import type { FieldControl } from '../../kit/ui/field.tsx';
import { type Choice, Select } from '../../kit/ui/select.tsx';
import { allProxiesQuery } from './queries.ts';

const SHOWN: Readonly<Record<ProxyStatus, { readonly text: string; readonly tone: Tone }>> = {
  active: { text: 'Active', tone: 'good' },
  failing: { text: 'Failing', tone: 'bad' },
  unchecked: { text: 'Checking…', tone: 'neutral' },
};

export const statusText = (status: ProxyStatus): string => SHOWN[status].text;

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
  return (
    <span
      className={cn(
        'flex min-w-0 items-center gap-1 font-normal text-xs [&_svg]:size-3.5 [&_svg]:shrink-0',
        fails ? 'text-bad' : 'text-3',
      )}
    >
      <Network aria-hidden />
      <span className="sr-only">Proxy</span>
      <span className="truncate">
        {nameOf(proxy)}
        {fails && ' fails'}
      </span>
    </span>
  );
}

/** Represents no proxy, because a Select value cannot be empty. */
export const NO_PROXY = 'none';

interface ProxySelectProps extends FieldControl {
  /** A proxy id or `NO_PROXY`. */
  value: string;
  onChange: (value: string) => void;
}

export function ProxySelect(props: ProxySelectProps) {
  const { data = [] } = useQuery(allProxiesQuery);
  return <Select {...props} choices={[{ value: NO_PROXY, label: 'No proxy' }, ...data.map(choiceOf)]} />;
}

const choiceOf = (proxy: OwnProxy): Choice<string> => ({
  value: proxy.id,
  label: nameOf(proxy),
  note: statusText(proxy.status),
});
