import type { Side } from '@sterling/contract/fields.ts';
import { HISTORY_SIDES, HistoryStatus, HistoryType, history } from '@sterling/contract/history.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Link } from 'wouter';
import {
  entryColumns,
  historyCsv,
  historyQuery,
  historySideOf,
  itemOf,
  TYPE_NAMES,
} from '../features/history/history.tsx';
import { WaitingTrades } from '../features/inbox/inbox.tsx';
import { useUser } from '../features/sessions/session.tsx';
import { SpendingButton } from '../features/spending/spending-button.tsx';
import { labelOf } from '../kit/format/labels.ts';
import { sectionPath } from '../kit/navigation/section-navigation.ts';
import { Button } from '../kit/ui/button.tsx';
import { HOW_BALANCES_COUNT } from '../kit/ui/movement-cells.tsx';
import { ServerTable } from '../kit/ui/server-table.tsx';
import { SkeletonRows } from '../kit/ui/spinner.tsx';
import type { FilterChoice } from '../kit/ui/table-filters.tsx';
import { HISTORY_PAGE_SIZE, useTableView } from '../kit/ui/table-view.ts';

const COLUMNS = entryColumns(
  ['createdAt', 'type', 'description', 'amount', 'quantity', 'balanceAfter', 'status'],
  true,
);

/** All purchases, sales, deposits and withdrawals of the user. */
export default function TransactionHistory() {
  const user = useUser();
  const side = historySideOf(user);
  const list = useTableView(history.list, { sortedBy: 'createdAt' });
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <WaitingTrades>
        <ServerTable
          title={t('All Transactions')}
          description={HOW_BALANCES_COUNT}
          label={t('Transactions')}
          list={list}
          query={useQuery(historyQuery(side, list.view))}
          pageSize={HISTORY_PAGE_SIZE}
          waiting={<SkeletonRows rows={HISTORY_PAGE_SIZE} className="p-4 sm:p-5" />}
          columns={COLUMNS}
          itemOf={itemOf}
          searchLabel={t('Search transactions')}
          filters={FILTERS[side]}
          csv={historyCsv(side, list.view)}
          actions={side === 'buyer' && <SpendingButton />}
          nothing={user.role === 'admin' ? NOTHING.admin : NOTHING[side]}
        />
      </WaitingTrades>
    </div>
  );
}

const choicesOf = (side: Side) =>
  HistoryType.options
    .filter((type) => HISTORY_SIDES[type].includes(side))
    .map((type) => ({ value: type, label: TYPE_NAMES[type] }));
const STATUSES = HistoryStatus.options.map((status) => ({ value: status, label: labelOf(status) }));

const TYPES = {
  buyer: choicesOf('buyer'),
  seller: [{ value: 'sales', label: t('All sales') }, ...choicesOf('seller')],
};

const filtersOf = (side: Side): readonly FilterChoice[] => [
  { name: 'type', label: t('Type'), choices: TYPES[side] },
  { name: 'status', label: t('Status'), choices: STATUSES },
];
const FILTERS = { buyer: filtersOf('buyer'), seller: filtersOf('seller') };

const nothingOf = (text: string, next: { path: string; label: string }) => ({
  icon: ReceiptText,
  title: t('No transactions yet'),
  unmatched: (search: string) => t('No transactions match "{search}"', { search }),
  unmatchedHint: t('Search by type, description, amount or status.'),
  children: (
    <>
      <p>{text}</p>
      <Button asChild variant="secondary" size="sm">
        <Link href={next.path}>{next.label}</Link>
      </Button>
    </>
  ),
});
const NOTHING = {
  buyer: nothingOf(t('Your purchases and deposits will appear here.'), {
    path: sectionPath('buy-robux'),
    label: t('Buy Robux'),
  }),
  // admins have no page to buy Robux
  admin: nothingOf(t('Your purchases and deposits will appear here.'), {
    path: sectionPath('marketplace'),
    label: t('Browse Marketplace'),
  }),
  seller: nothingOf(t('Your sales and withdrawals will appear here.'), {
    path: sectionPath('roblox-accounts'),
    label: t('Add Roblox accounts'),
  }),
};
