import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import {
  ChartNoAxesColumn,
  CircleCheck,
  CirclePause,
  Hand,
  KeyRound,
  Network,
  RefreshCw,
  Trash2,
  Zap,
} from 'lucide-react';
import { formatTime } from '../../kit/format/format-time.ts';
import { rich } from '../../kit/format/rich.tsx';
import { openSheet } from '../../kit/navigation/open-above.tsx';
import { Avatar } from '../../kit/ui/avatar.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import {
  ActionsMenu,
  MenuChoice,
  MenuChoices,
  MenuItem,
  MenuLabel,
  MenuSeparator,
} from '../../kit/ui/dropdown-menu.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { ProxyLine } from '../proxies/proxies.tsx';
import { AccountStatus, RateCell } from './account-cells.tsx';
import { canDeactivate, HISTORY_SHEET } from './accounts.ts';
import { SelectAll, SelectOne, useAccountsPage } from './selection.tsx';
import { useChangeFulfilment, useChangeStatus, useRefreshBalance } from './use-account.ts';

const column = columnsOf<RobloxAccount>();
/** The columns of the seller's accounts, with the actions of each. */
export const accountColumns = column.columns([
  column.display({
    id: 'select',
    header: () => <SelectAll />,
    cell: ({ row }) => <SelectOne account={row.original} />,
    meta: { card: 'title', className: 'w-0' },
  }),
  column.accessor('username', {
    header: t('Username'),
    cell: ({ row }) => <Username account={row.original} />,
    sortDescFirst: false,
    meta: { card: 'title' },
  }),
  column.accessor('robuxBalance', {
    header: t('Balance'),
    cell: ({ row }) => <Balance account={row.original} />,
    meta: { align: 'right' },
  }),
  column.accessor('totalSold', {
    header: t('Sold'),
    cell: ({ getValue }) => <Robux amount={getValue()} />,
    meta: { align: 'right', className: '@max-2xl:hidden' },
  }),
  column.accessor('ratePerThousand', {
    header: t('Price per 1K'),
    cell: ({ row }) => <RateCell account={row.original} />,
    sortDescFirst: false,
    // As wide as the rate editor, so that columns do not move while the seller edits a rate.
    meta: { align: 'right', className: 'xl:min-w-44' },
  }),
  column.accessor('status', {
    header: t('Status'),
    cell: ({ row }) => <Status account={row.original} />,
    sortDescFirst: false,
  }),
  column.accessor('updatedAt', {
    header: t('Updated'),
    cell: ({ getValue }) => <span className="whitespace-nowrap text-2">{formatTime(getValue())}</span>,
    sortDescFirst: false,
    meta: { className: 'max-xl:hidden' },
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">{t('Actions')}</span>,
    cell: ({ row }) => <RowMenu account={row.original} />,
    meta: { card: 'aside', className: 'w-0' },
  }),
]);

function Username({ account }: { account: RobloxAccount }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar username={account.username} src={account.profilePicture} />
      {/* a long name of a proxy must not push the other columns out of sight */}
      <span className="sm:@max-2xl:max-w-32 min-w-0 sm:max-w-56">
        <span title={account.username} className="block truncate font-medium">
          {account.username}
        </span>
        {account.proxy && <ProxyLine proxy={account.proxy} />}
      </span>
    </span>
  );
}

function Balance({ account }: { account: RobloxAccount }) {
  const refresh = useRefreshBalance(account);
  return (
    <span className="inline-flex items-center gap-1 sm:justify-end">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t('Refresh balance of {username}', { username: account.username })}
        pending={refresh.isPending}
        onClick={() => refresh.mutate()}
        className="text-3"
      >
        <RefreshCw aria-hidden className="size-3.5" />
      </Button>
      <span className="sm:min-w-18">
        <Robux amount={account.robuxBalance} />
        {account.reservedRobux > 0 && (
          <span className="block text-3 text-xs">
            {rich('{robux} reserved', { robux: <Robux amount={account.reservedRobux} /> })}
          </span>
        )}
      </span>
    </span>
  );
}

function Status({ account }: { account: RobloxAccount }) {
  const { askForCookie } = useAccountsPage();
  return <AccountStatus account={account} onUpdateCookie={() => askForCookie(account)} />;
}

function RowMenu({ account }: { account: RobloxAccount }) {
  const { askForCookie, askForProxy, askToDelete } = useAccountsPage();
  const status = useChangeStatus(account);
  const fulfilment = useChangeFulfilment(account);
  return (
    <ActionsMenu of={account.username} pending={status.isPending || fulfilment.isPending}>
      {canDeactivate(account) ? (
        <MenuItem icon={CirclePause} onSelect={() => status.mutate('offline')}>
          {t('Deactivate')}
        </MenuItem>
      ) : (
        <MenuItem icon={CircleCheck} onSelect={() => status.mutate('online')}>
          {t('Activate')}
        </MenuItem>
      )}
      <MenuItem icon={KeyRound} onSelect={() => askForCookie(account)}>
        {t('Update cookie')}
      </MenuItem>
      <MenuItem icon={Network} onSelect={() => askForProxy(account)}>
        {t('Change proxy')}
      </MenuItem>
      <MenuItem icon={ChartNoAxesColumn} onSelect={() => openSheet(HISTORY_SHEET, account.id)}>
        {t('History')}
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>{t('Order fulfilment')}</MenuLabel>
      <MenuChoices
        value={account.fulfilment}
        onChange={(who) => who !== account.fulfilment && fulfilment.mutate(who)}
      >
        <MenuChoice value="auto" icon={Zap}>
          {t('Automatic')}
        </MenuChoice>
        <MenuChoice value="manual" icon={Hand}>
          {t('Manual')}
        </MenuChoice>
      </MenuChoices>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => askToDelete([account])}>
        {t('Delete')}
      </MenuItem>
    </ActionsMenu>
  );
}
