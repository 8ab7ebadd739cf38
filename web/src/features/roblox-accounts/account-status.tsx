import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { Hand } from 'lucide-react';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { lacksStock, needsCookie, shownStatus } from './accounts.ts';
import { useChangeStatus } from './use-account.ts';

interface AccountStatusProps {
  account: RobloxAccount;
  onUpdateCookie: () => void;
}

/** Whether an account is for sale, why not, and what its seller can do about it. */
export function AccountStatus({ account, onUpdateCookie }: AccountStatusProps) {
  const { text, tone } = shownStatus(account);
  const reason = account.statusReason ?? lacksStock(account);
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tone} className="h-auto min-h-6 whitespace-normal py-0.5">
        {text}
      </Badge>
      {account.fulfilment === 'manual' && (
        <span className="inline-flex items-center gap-1 text-2 text-xs">
          <Hand aria-hidden className="size-3.5" />
          {t('Manual: you complete orders')}
        </span>
      )}
      {reason && <span className="max-w-60 text-2 text-xs">{reason}</span>}
      {account.status === '2fa_required' && <ActivateAgain account={account} />}
      {needsCookie(account) && (
        <Button variant="link" onClick={onUpdateCookie} className="text-xs">
          {t('Update Cookie')}
        </Button>
      )}
    </span>
  );
}

/** For a seller who has passed the verification on Roblox. */
function ActivateAgain({ account }: { account: RobloxAccount }) {
  const change = useChangeStatus(account);
  return (
    <Button
      variant="link"
      pending={change.isPending}
      onClick={() => change.mutate('online')}
      className="text-xs"
    >
      {t('Activate')}
    </Button>
  );
}
