import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import type { SortingState } from '@tanstack/react-table';
import { isForSale, shownStatus } from './status.ts';

/** From here on a table has pages (decisions.md, Placeholders). */
export const ACCOUNTS_PAGE_SIZE = 50;

export function sumAccounts(accounts: readonly RobloxAccount[]) {
  const sum = (of: (account: RobloxAccount) => number) =>
    accounts.reduce((total, account) => total + of(account), 0);
  return {
    robux: sum(({ robuxBalance }) => robuxBalance),
    sold: sum(({ totalSold }) => totalSold),
    count: accounts.length,
    forSale: accounts.filter(isForSale).length,
  };
}

/** Accounts whose username holds the text, whatever its case. */
export function findByUsername(accounts: readonly RobloxAccount[], text: string): readonly RobloxAccount[] {
  const wanted = text.trim().toLowerCase();
  return wanted ? accounts.filter(({ username }) => username.toLowerCase().includes(wanted)) : accounts;
}

/** What a column is sorted by, by the column's id. */
const SORTED_BY: Readonly<Record<string, (account: RobloxAccount) => string | number>> = {
  username: ({ username }) => username.toLowerCase(),
  robuxBalance: ({ robuxBalance }) => robuxBalance,
  totalSold: ({ totalSold }) => totalSold,
  ratePerThousand: ({ ratePerThousand }) => ratePerThousand,
  status: (account) => shownStatus(account).text,
  updatedAt: ({ updatedAt }) => updatedAt,
};

/** Sorted as a table's heads say; as they came, newest first, without a choice and among equals. */
export function sortAccounts(
  accounts: readonly RobloxAccount[],
  [choice]: SortingState,
): readonly RobloxAccount[] {
  const key = choice && SORTED_BY[choice.id];
  if (!key) return accounts;
  const sign = choice.desc ? -1 : 1;
  return accounts.toSorted((a, b) => sign * compare(key(a), key(b)));
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** One page; the last one where there are fewer. */
export function pageOf<Row>(rows: readonly Row[], wanted: number): { page: number; rows: readonly Row[] } {
  const last = Math.max(1, Math.ceil(rows.length / ACCOUNTS_PAGE_SIZE));
  const page = Math.min(wanted, last);
  return { page, rows: rows.slice((page - 1) * ACCOUNTS_PAGE_SIZE, page * ACCOUNTS_PAGE_SIZE) };
}
