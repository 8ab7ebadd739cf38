import { MIN_ORDER_ROBUX } from '@sterling/contract/money.ts';
import { type RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, hrefOf } from '../../data/call.ts';
import { allPages, callPage } from '../../data/pages.ts';
import { formatWhole } from '../../kit/format/format.ts';
import type { Tone } from '../../kit/ui/badge.tsx';
import { filterQuery, NO_FILTER, pageQuery, type TableView } from '../../kit/ui/table-view.ts';

type State = Pick<RobloxAccount, 'status' | 'isActive'> & Partial<Pick<RobloxAccount, 'priceRule'>>;

/** The label and colour of a status. */
export function shownStatus({ status, isActive, priceRule }: State): { text: string; tone: Tone } {
  if (status === '2fa_required') return { text: t('2FA Required'), tone: 'warn' };
  if (status === 'invalid_cookie') return { text: t('Invalid Cookie'), tone: 'bad' };
  if (status === 'online' && isActive) return { text: t('Active - For Sale'), tone: 'good' };
  if (isActive && priceRule?.isPaused) return { text: t('Paused by price rule'), tone: 'warn' };
  return { text: t('Not Active - Not for Sale'), tone: 'neutral' };
}

/**
 * Whether the seller has the account on sale and Sterling can use it. It may still have too little stock
 * (`lacksStock`).
 */
export const isForSale = ({ status, isActive }: State): boolean => status === 'online' && isActive;

/** Why an account that is for sale gets no order: no order is as small as what it has left. */
export function lacksStock(
  account: State & Pick<RobloxAccount, 'robuxBalance' | 'reservedRobux'>,
): string | undefined {
  const isEnough = account.robuxBalance - account.reservedRobux >= MIN_ORDER_ROBUX;
  return isEnough || !isForSale(account) ? undefined : LACKS_STOCK;
}

const LACKS_STOCK = t('Too few Robux left for an order. Orders start at {minimum} Robux.', {
  minimum: formatWhole(MIN_ORDER_ROBUX),
});

/** Whether its seller can take the account off sale. A price rule may have paused it. */
export const canDeactivate = (account: State): boolean =>
  isForSale(account) ||
  (account.isActive && account.status === 'offline' && account.priceRule?.isPaused === true);

/** Only a new cookie or a passed challenge makes the account usable again. */
export const needsCookie = ({ status }: State): boolean =>
  status === '2fa_required' || status === 'invalid_cookie';

/** Why an account is off sale although its seller wants to sell, or null. A check of the account may have found it. */
export function troubleOf(account: State & Pick<RobloxAccount, 'statusReason'>): string | null {
  if (needsCookie(account)) return account.statusReason ?? shownStatus(account).text;
  return account.isActive && account.status === 'offline' ? account.statusReason : null;
}

/** Rows per page. */
export const ACCOUNTS_PAGE_SIZE = 50;

/** The common prefix of all account query keys. */
export const ACCOUNTS_KEY = ['roblox-accounts'] as const;
/** The common prefix of the page query keys. */
const ACCOUNT_PAGES_KEY = [...ACCOUNTS_KEY, 'page'] as const;

/** What narrows the list of accounts. */
export type AccountSearch = Pick<TableView, 'search' | 'filter'>;

/** The address of all accounts that the view finds, as a CSV file. */
export const accountsCsv = (view: AccountSearch): string =>
  hrefOf(robloxAccounts.csv, { query: filterQuery(robloxAccounts.csv, view) });

/** One page of the seller's accounts. The previous page stays while the next one loads. */
export const accountsQuery = (view: TableView) => {
  const query = pageQuery(robloxAccounts.list, view, ACCOUNTS_PAGE_SIZE);
  return queryOptions({
    queryKey: [...ACCOUNT_PAGES_KEY, query],
    queryFn: ({ signal }) => callPage(robloxAccounts.list, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

/** The figures above the accounts table. */
export const accountFiguresQuery = queryOptions({
  queryKey: [...ACCOUNTS_KEY, 'figures'],
  queryFn: ({ signal }) => call(robloxAccounts.figures, undefined, { signal }),
  refetchOnMount: 'always',
});

/** One account of the seller. Null if it no longer exists. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const [account] = await call(robloxAccounts.list, { query: { id } }, { signal });
      return account ?? null;
    },
  });

/** All accounts of the seller, for a choice. */
export const allAccountsQuery = queryOptions({
  queryKey: [...ACCOUNTS_KEY, 'all'],
  queryFn: ({ signal }) => loadAllAccounts({ search: '', filter: NO_FILTER }, signal),
  refetchOnMount: 'always',
});

/** The seller's accounts on all pages of a view, newest first. */
export function loadAllAccounts(view: AccountSearch, signal?: AbortSignal): Promise<RobloxAccount[]> {
  return allPages((paging) =>
    call(
      robloxAccounts.list,
      { query: { ...filterQuery(robloxAccounts.list, view), ...paging } },
      signal && { signal },
    ),
  );
}

interface Page {
  readonly rows: RobloxAccount[];
}

/** Shows what the server answered about an account in its row. The refetch then moves it to its place in the server's order. */
export function useShowAccount(): (account: RobloxAccount) => void {
  const client = useQueryClient();
  return (account) => {
    client.setQueriesData<Page>(
      { queryKey: ACCOUNT_PAGES_KEY },
      (page) => page && { ...page, rows: page.rows.map((each) => (each.id === account.id ? account : each)) },
    );
  };
}

/** What opens above the accounts page: the history of an account, an import, the alert for low stock, and the price rules. */
export const HISTORY_SHEET = 'account-history';
export const IMPORT_SHEET = 'account-import';
export const STOCK_ALERT_SHEET = 'stock-alert';
export const PRICE_RULES_SHEET = 'price-rules';
/** What a price rule has changed, above the price rules. */
export const PRICE_CHANGES_SHEET = 'price-changes';
