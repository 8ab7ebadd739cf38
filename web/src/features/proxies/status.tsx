import type { ProxyStatus } from '@sterling/contract/proxies.ts';
import { Badge, type Tone } from '../../kit/ui/badge.tsx';

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
