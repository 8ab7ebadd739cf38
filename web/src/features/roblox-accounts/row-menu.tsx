import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import {
  CircleCheck,
  CirclePause,
  EllipsisVertical,
  Hand,
  KeyRound,
  Network,
  Trash2,
  Zap,
} from 'lucide-react';
import { Button } from '../../kit/ui/button.tsx';
import {
  Menu,
  MenuChoice,
  MenuChoices,
  MenuItem,
  MenuLabel,
  MenuSeparator,
} from '../../kit/ui/dropdown-menu.tsx';
import { useAccountsPage } from './accounts-context.ts';
import { isForSale } from './status.ts';
import { useChangeFulfilment, useChangeStatus } from './use-account.ts';

export function RowMenu({ account }: { account: RobloxAccount }) {
  const { askForCookie, askForProxy, askToDelete } = useAccountsPage();
  const status = useChangeStatus(account);
  const fulfilment = useChangeFulfilment(account);
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Actions for ${account.username}`}
          pending={status.isPending || fulfilment.isPending}
          className="-mr-2"
        >
          <EllipsisVertical aria-hidden className="size-4" />
        </Button>
      }
    >
      {isForSale(account) ? (
        <MenuItem icon={CirclePause} onSelect={() => status.mutate('offline')}>
          Deactivate
        </MenuItem>
      ) : (
        <MenuItem icon={CircleCheck} onSelect={() => status.mutate('online')}>
          Activate
        </MenuItem>
      )}
      <MenuItem icon={KeyRound} onSelect={() => askForCookie(account)}>
        Update cookie
      </MenuItem>
      <MenuItem icon={Network} onSelect={() => askForProxy(account)}>
        Change proxy
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Order fulfilment</MenuLabel>
      <MenuChoices
        value={account.fulfilment}
        onChange={(who) => who !== account.fulfilment && fulfilment.mutate(who)}
      >
        <MenuChoice value="auto" icon={Zap}>
          Automatic
        </MenuChoice>
        <MenuChoice value="manual" icon={Hand}>
          Manual
        </MenuChoice>
      </MenuChoices>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => askToDelete([account])}>
        Delete
      </MenuItem>
    </Menu>
  );
}
