import type { AdminStats, Cleared } from '@sterling/contract/admin.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { formatUsd, formatWhole } from '../../kit/format/format.ts';

const STEPS = [
  { seconds: 86_400, text: (days: number) => t('{days} d ago', { days }) },
  { seconds: 3_600, text: (hours: number) => t('{hours} h ago', { hours }) },
  { seconds: 60, text: (minutes: number) => t('{minutes} min ago', { minutes }) },
];

/** An age in its largest whole unit: '42 s ago', '5 min ago', '3 h ago', '2 d ago'. */
export function formatAge(ageSeconds: number): string {
  const step = STEPS.find(({ seconds }) => ageSeconds >= seconds);
  return step
    ? step.text(Math.floor(ageSeconds / step.seconds))
    : t('{seconds} s ago', { seconds: Math.floor(ageSeconds) });
}

const usersText = (users: number): string =>
  plural(users, '{count} user', '{count} users', { count: formatWhole(users) });

export function counts({ users, robloxAccounts, wallets, walletTransactions }: Cleared['cleared']): string {
  return t('{users}, {robloxAccounts}, {wallets} and {walletTransactions}', {
    users: usersText(users),
    robloxAccounts: plural(robloxAccounts, '{count} Roblox account', '{count} Roblox accounts', {
      count: formatWhole(robloxAccounts),
    }),
    wallets: plural(wallets, '{count} wallet', '{count} wallets', { count: formatWhole(wallets) }),
    walletTransactions: plural(
      walletTransactions,
      '{count} wallet transaction',
      '{count} wallet transactions',
      { count: formatWhole(walletTransactions) },
    ),
  });
}

/** Says in numbers what a clean-up would affect. */
export function dataSummary({ totalUsers, totalWalletBalance, activeListings, pendingListings }: AdminStats) {
  const listings = activeListings + pendingListings;
  return t('{totalUsers} (including owners), {totalWalletBalance} in wallets, {listings}.', {
    totalUsers: usersText(totalUsers),
    totalWalletBalance: formatUsd(totalWalletBalance),
    listings: plural(listings, '{count} open listing', '{count} open listings', {
      count: formatWhole(listings),
    }),
  });
}
