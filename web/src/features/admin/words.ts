import type { AdminStats, Cleared } from '@sterling/contract/admin.ts';
import { t } from '@sterling/contract/texts.ts';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';

const STEPS = [
  { seconds: 86_400, unit: 'd' },
  { seconds: 3_600, unit: 'h' },
  { seconds: 60, unit: 'min' },
];

/** An age in its largest whole unit: '42 s ago', '5 min ago', '3 h ago', '2 d ago'. */
export function formatAge(ageSeconds: number): string {
  const step = STEPS.find(({ seconds }) => ageSeconds >= seconds) ?? { seconds: 1, unit: 's' };
  return t('{ageSeconds} {unit} ago', { ageSeconds: Math.floor(ageSeconds / step.seconds), unit: step.unit });
}

export function counts({ users, robloxAccounts, wallets, walletTransactions }: Cleared['cleared']): string {
  return t('{users}, {robloxAccounts}, {wallets} and {walletTransactions}', {
    users: many(users, 'user'),
    robloxAccounts: many(robloxAccounts, t('Roblox account')),
    wallets: many(wallets, 'wallet'),
    walletTransactions: many(walletTransactions, 'wallet transaction'),
  });
}

const many = (count: number, noun: string): string =>
  `${formatWhole(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Says in numbers what a clean-up would affect. */
export function dataSummary({ totalUsers, totalWalletBalance, activeListings, pendingListings }: AdminStats) {
  const listings = activeListings + pendingListings;
  return t('{totalUsers} (including owners), {totalWalletBalance} in wallets, {listings}.', {
    totalUsers: counted(totalUsers, 'user', 'users'),
    totalWalletBalance: formatUsd(totalWalletBalance),
    listings: counted(listings, 'open listing', 'open listings'),
  });
}

const counted = (count: number, one: string, many: string) =>
  `${formatWhole(count)} ${count === 1 ? one : many}`;
