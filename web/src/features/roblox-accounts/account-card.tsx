import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { Tag, Trash2 } from 'lucide-react';
import { formatRate } from '../../kit/format/format.ts';
import { Avatar } from '../../kit/ui/avatar.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { ProxyLine } from '../proxies/proxy.tsx';
import { needsCookie, shownStatus } from './account.ts';

interface AccountCardProps {
  account: RobloxAccount;
  onDelete: () => void;
  onUpdateCookie: () => void;
}

export function AccountCard({ account, onDelete, onUpdateCookie }: AccountCardProps) {
  const { text, tone } = shownStatus(account);
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-xl border border-line bg-surface-1 p-5">
      <div className="flex items-center gap-3">
        <Avatar username={account.username} src={account.profilePicture} className="size-12 text-xl" />
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-semibold text-1 text-base">{account.username}</h3>
          <p className="text-3 text-xs tabular-nums">ID {account.robloxUserId}</p>
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Delete ${account.username}`}
          onClick={onDelete}
          className="-mr-1.5 self-start"
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Robux amount={account.robuxBalance} className="font-semibold text-1 text-base" />
        <Badge icon={<Tag aria-hidden />}>{formatRate(account.ratePerThousand)} per 1K</Badge>
      </div>
      <div className="flex flex-col items-start gap-2 border-line border-t pt-4">
        <Badge tone={tone}>{text}</Badge>
        {account.proxy && <ProxyLine proxy={account.proxy} />}
        {account.statusReason && <p className="text-2 text-xs">{account.statusReason}</p>}
        {needsCookie(account) && (
          <Button variant="link" onClick={onUpdateCookie} className="min-h-6 text-xs">
            Update Cookie
          </Button>
        )}
      </div>
    </li>
  );
}
