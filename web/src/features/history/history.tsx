import type { Side } from '@sterling/contract/fields.ts';
import { type HistoryEntry, type HistoryType, history } from '@sterling/contract/history.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, hrefOf } from '../../data/call.ts';
import { allPages, callPage } from '../../data/pages.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { type Item, RowLink } from '../../kit/navigation/open-above.tsx';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { Robux } from '../../kit/ui/money.tsx';
import { BalanceAfter, ChangeAndFee, isEstimate } from '../../kit/ui/movement-cells.tsx';
import { filterQuery, HISTORY_PAGE_SIZE, pageQuery, type TableView } from '../../kit/ui/table-view.ts';
import { useIsPhone } from '../../kit/ui/use-browser.ts';

/** Rows of the short lists on the dashboards. */
const RECENT = 5;

/** The address of the user's history on one side as a CSV file. */
export const historyCsv = (side: Side, view: TableView): string =>
  hrefOf(history.csv, { query: { ...filterQuery(history.csv, view), role: side } });

/** One page of the user's history on one side. The previous page stays while the next one loads. */
export const historyQuery = (side: Side, view: TableView) => {
  const query = { ...pageQuery(history.list, view, HISTORY_PAGE_SIZE), role: side };
  return queryOptions({
    queryKey: ['history', side, query],
    queryFn: ({ signal }) => callPage(history.list, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

/** An entry of the user's history by the id of what it is about. Undefined if there is none. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: ['history', 'entry', id],
    queryFn: ({ signal }) => call(history.list, { query: { search: id, pageSize: 1 } }, { signal }),
    select: ([entry]) => entry,
  });

/** The latest entries of one side. */
export const recentHistoryQuery = (side: Side) =>
  queryOptions({
    queryKey: ['history', side, 'recent'],
    queryFn: ({ signal }) => call(history.list, { query: { role: side, pageSize: RECENT } }, { signal }),
    refetchOnMount: 'always',
  });

const OPEN = ['pending', 'processing'] as const;

/** All entries that are still in progress. */
export const openHistoryQuery = queryOptions({
  queryKey: ['history', 'open'],
  queryFn: async ({ signal }) => {
    const found = OPEN.map((status) =>
      allPages((paging) => call(history.list, { query: { ...paging, status } }, { signal })),
    );
    return (await Promise.all(found)).flat();
  },
  staleTime: 0,
});

/** The latest sales of listings and Robux, merged. */
export const recentSalesQuery = queryOptions({
  queryKey: ['history', 'seller', 'sales'],
  queryFn: ({ signal }) =>
    call(history.list, { query: { role: 'seller', type: 'sales', pageSize: RECENT } }, { signal }),
  refetchOnMount: 'always',
});

/** Labels of the entry types. The requirements name the two kinds of sale. */
export const TYPE_NAMES: Readonly<Record<HistoryType, string>> = {
  purchase: t('Purchase'),
  robux_purchase: t('Robux Purchase'),
  deposit: t('Deposit'),
  sale: t('Sale'),
  robux_sale: t('Robux Sale'),
  withdrawal: t('Withdrawal'),
  correction: t('Correction'),
  late_purchase: t('Late payment'),
  affiliate_share: t('Affiliate share'),
};

const isRobuxOrder = ({ type }: Pick<HistoryEntry, 'type'>): boolean =>
  type === 'robux_purchase' || type === 'robux_sale';

/** What an entry opens, by its type. The other types have no page of their own. */
const KINDS: Partial<Record<HistoryType, Item['kind']>> = {
  purchase: 'trade',
  robux_purchase: 'order',
  deposit: 'transfer',
  sale: 'trade',
  robux_sale: 'sale',
  withdrawal: 'transfer',
};

/** What an entry opens. */
export const itemOf = ({ id, type }: Pick<HistoryEntry, 'id' | 'type'>): Item => ({
  kind: KINDS[type] ?? 'entry',
  id,
});

/** Sellers see their sales. All other roles see their purchases. */
export const historySideOf = ({ role }: { role: string }): Side => (role === 'seller' ? 'seller' : 'buyer');

const column = columnsOf<HistoryEntry>();
const COLUMNS = {
  createdAt: column.accessor('createdAt', {
    header: t('Date'),
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatTime(getValue())}</span>,
    sortDescFirst: false,
    meta: { card: 'fine' },
  }),
  type: column.accessor('type', {
    header: t('Type'),
    cell: ({ row }) => <Type entry={row.original} />,
    sortDescFirst: false,
    meta: { card: 'title' },
  }),
  description: column.accessor('description', {
    header: t('Description'),
    cell: ({ row }) => {
      const description = descriptionOf(row.original);
      return (
        <span title={description} className="wrap-anywhere line-clamp-2 text-2 max-sm:line-clamp-1">
          {description}
        </span>
      );
    },
    sortDescFirst: false,
    meta: { card: 'below' },
  }),
  amount: column.accessor('amount', {
    header: t('Amount'),
    cell: ({ row: { original } }) => (
      <ChangeAndFee
        direction={original.direction}
        cents={original.amount}
        fee={original.fee}
        status={original.status}
        isEstimate={isEstimate(original)}
      />
    ),
    meta: { align: 'right', card: 'aside' },
  }),
  quantity: column.accessor('quantity', {
    header: t('Quantity'),
    cell: ({ row }) => <Quantity entry={row.original} />,
    meta: { align: 'right', card: 'fine', className: '@max-2xl:hidden' },
  }),
  balanceAfter: column.accessor('balanceAfter', {
    header: t('Balance after'),
    cell: ({ getValue }) => <BalanceAfter cents={getValue()} />,
    enableSorting: false,
    meta: { align: 'right', card: 'fine', className: '@max-4xl:hidden' },
  }),
  status: column.accessor('status', {
    header: t('Status'),
    cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    sortDescFirst: false,
    meta: { card: 'aside' },
  }),
};

type EntryColumn = keyof typeof COLUMNS;

/** The columns of a table of history entries, in this order. Each entry opens in a side sheet. */
export const entryColumns = (names: readonly EntryColumn[], enableSorting: boolean) =>
  column.columns(names.map((name) => ({ enableSorting, ...COLUMNS[name] })));

/** What an entry was about. The server describes some types in English; all other descriptions are names. */
export const descriptionOf = ({ type, description }: HistoryEntry): string =>
  DESCRIPTIONS[type] ?? description;

const DESCRIPTIONS: Partial<Record<HistoryType, string>> = {
  deposit: t('Litecoin deposit'),
  withdrawal: t('Litecoin withdrawal'),
  correction: t('Correction by Sterling'),
  late_purchase: t('Payment for a late purchase'),
  affiliate_share: t('Share of a fee'),
};

function Type({ entry }: { entry: HistoryEntry }) {
  const name = TYPE_NAMES[entry.type];
  return (
    <RowLink
      item={itemOf(entry)}
      label={t('{name}: {description}, open', { name, description: descriptionOf(entry) })}
    >
      {name}
    </RowLink>
  );
}

function Quantity({ entry }: { entry: HistoryEntry }) {
  const isPhone = useIsPhone();
  if (entry.quantity === null) return isPhone ? null : <span className="text-3">–</span>;
  if (isRobuxOrder(entry)) return <Robux exact amount={entry.quantity} />;
  const count = formatWhole(entry.quantity);
  return isPhone ? plural(entry.quantity, '{count} unit', '{count} units', { count }) : count;
}
