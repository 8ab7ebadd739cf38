import type { AdminStats } from '@sterling/contract/admin.ts';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';

/** Says in numbers what a clean-up would affect. */
export function dataSummary({ totalUsers, totalWalletBalance, activeListings, pendingListings }: AdminStats) {
  const listings = activeListings + pendingListings;
  return `${counted(totalUsers, 'user', 'users')} (including owners), ${formatUsd(totalWalletBalance)} in wallets, ${counted(listings, 'open listing', 'open listings')}.`;
}

const counted = (count: number, one: string, many: string) =>
  `${formatWhole(count)} ${count === 1 ? one : many}`;
