import { affiliate } from '@sterling/contract/affiliate.ts';
import { t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../data/call.ts';

export const SHARES_PAGE_SIZE = 10;
export const PEOPLE_PAGE_SIZE = 10;

/** The user's referral link and earnings. Months use the reader's time zone. */
export const affiliateQuery = queryOptions({
  queryKey: ['affiliate', 'own'],
  queryFn: ({ signal }) => {
    const { timeZone: tz } = Intl.DateTimeFormat().resolvedOptions();
    return call(affiliate.read, { query: { tz } }, { signal });
  },
  refetchOnMount: 'always',
});

/** One page of the people who used the link, newest first. */
export const peopleQuery = (page: number) =>
  queryOptions({
    queryKey: ['affiliate', 'people', page],
    queryFn: ({ signal }) =>
      callPage(affiliate.people, { query: { page, pageSize: PEOPLE_PAGE_SIZE } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** One page of the booked shares, newest first. */
export const sharesQuery = (page: number) =>
  queryOptions({
    queryKey: ['affiliate', 'postings', page],
    queryFn: ({ signal }) =>
      callPage(affiliate.postings, { query: { page, pageSize: SHARES_PAGE_SIZE } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** The shortened name of a referred person, or a placeholder if their account no longer exists. */
export const nameOf = ({ username }: { readonly username: string | null }): string =>
  username ?? t('Deleted account');
