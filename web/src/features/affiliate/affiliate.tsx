import { type AffiliateShare, affiliate, type ReferredPerson } from '@sterling/contract/affiliate.ts';
import { t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { HandCoins, UserPlus } from 'lucide-react';
import { call } from '../../data/call.ts';
import { callPage } from '../../data/pages.ts';
import { formatShare } from '../../kit/format/format.ts';
import { formatDay, formatTime, ownTimeZone } from '../../kit/format/format-time.ts';
import { rich } from '../../kit/format/rich.tsx';
import { columnsOf } from '../../kit/ui/columns.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { ServerTable } from '../../kit/ui/server-table.tsx';
import { useTableView } from '../../kit/ui/table-view.ts';

const SHARES_PAGE_SIZE = 10;
const PEOPLE_PAGE_SIZE = 10;

/** The user's referral link and earnings. Months use the reader's time zone. */
export const affiliateQuery = queryOptions({
  queryKey: ['affiliate', 'own'],
  queryFn: ({ signal }) => call(affiliate.read, { query: { tz: ownTimeZone() } }, { signal }),
  refetchOnMount: 'always',
});

/** One page of the people who used the link, newest first. */
const peopleQuery = (page: number) =>
  queryOptions({
    queryKey: ['affiliate', 'people', page],
    queryFn: ({ signal }) =>
      callPage(affiliate.people, { query: { page, pageSize: PEOPLE_PAGE_SIZE } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** One page of the booked shares, newest first. */
const sharesQuery = (page: number) =>
  queryOptions({
    queryKey: ['affiliate', 'postings', page],
    queryFn: ({ signal }) =>
      callPage(affiliate.postings, { query: { page, pageSize: SHARES_PAGE_SIZE } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** The shortened name of a referred person, or a placeholder if their account no longer exists. */
const nameOf = ({ username }: { readonly username: string | null }): string =>
  username ?? t('Deleted account');

const personColumn = columnsOf<ReferredPerson>();
const personColumns = personColumn.columns([
  personColumn.accessor(nameOf, {
    id: 'person',
    header: t('Person'),
    enableSorting: false,
    cell: ({ getValue }) => getValue(),
    meta: { card: 'title' },
  }),
  personColumn.accessor('joinedAt', {
    header: t('Joined'),
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatDay(getValue())}</span>,
  }),
  personColumn.accessor('until', {
    header: t('Earns until'),
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatDay(getValue())}</span>,
  }),
  personColumn.accessor('earned', {
    header: t('Earned'),
    enableSorting: false,
    cell: ({ getValue }) => <Usd cents={getValue()} className="font-medium" />,
    meta: { align: 'right', card: 'aside' },
  }),
]);

/** The people who used the link, newest first. */
export function PeopleCard() {
  const list = useTableView(affiliate.people, { prefix: 'people-' });
  return (
    <ServerTable
      title={t('People')}
      label={t('People you referred')}
      list={list}
      query={useQuery(peopleQuery(list.view.page))}
      pageSize={PEOPLE_PAGE_SIZE}
      quiet
      columns={personColumns}
      nothing={NO_PEOPLE}
    />
  );
}

const NO_PEOPLE = {
  icon: UserPlus,
  title: t('No referrals yet'),
  children: t('Copy the link above and share it.'),
};

const SOURCES: Record<AffiliateShare['source'], string> = {
  marketplace: t('Marketplace fee'),
  withdrawal: t('Withdrawal fee'),
};

const shareColumn = columnsOf<AffiliateShare>();
const shareColumns = shareColumn.columns([
  shareColumn.accessor('at', {
    header: t('Date'),
    enableSorting: false,
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatTime(getValue())}</span>,
    meta: { card: 'fine' },
  }),
  shareColumn.accessor('source', {
    header: t('From'),
    enableSorting: false,
    cell: ({ getValue }) => SOURCES[getValue()],
    meta: { card: 'title' },
  }),
  shareColumn.accessor(nameOf, {
    id: 'person',
    header: t('Person'),
    enableSorting: false,
    cell: ({ getValue }) => getValue(),
    meta: { card: 'fine' },
  }),
  shareColumn.accessor('fee', {
    header: t('Fee'),
    enableSorting: false,
    cell: ({ row }) => (
      <span className="whitespace-nowrap max-sm:text-2">
        {rich('{percent} of {usd}', {
          percent: formatShare(row.original.percent),
          usd: <Usd cents={row.original.fee} />,
        })}
      </span>
    ),
    meta: { align: 'right', card: 'below' },
  }),
  shareColumn.accessor('amount', {
    header: t('Your share'),
    enableSorting: false,
    cell: ({ getValue }) => <Usd cents={getValue()} className="font-medium" />,
    meta: { align: 'right', card: 'aside' },
  }),
]);

/** All booked shares, newest first. */
export function SharesCard() {
  const list = useTableView(affiliate.postings, { prefix: 'shares-' });
  return (
    <ServerTable
      title={t('Shares')}
      label={t('Shares of fees')}
      list={list}
      query={useQuery(sharesQuery(list.view.page))}
      pageSize={SHARES_PAGE_SIZE}
      quiet
      columns={shareColumns}
      nothing={NO_SHARES}
    />
  );
}

const NO_SHARES = {
  icon: HandCoins,
  title: t('No shares yet'),
  children: t("Your share of each referral's fees will appear here."),
};
