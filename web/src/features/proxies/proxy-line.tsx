import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { Network } from 'lucide-react';
import { cn } from '../../kit/ui/class-names.ts';
import { nameOf } from './status.tsx';

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
