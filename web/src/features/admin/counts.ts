import type { Cleared } from '@sterling/contract/admin.ts';
import { formatWhole } from '../../kit/format/format.ts';

export function counts({ users, robloxAccounts, wallets, walletTransactions }: Cleared['cleared']): string {
  return `${many(users, 'user')}, ${many(robloxAccounts, 'Roblox account')}, ${many(wallets, 'wallet')} and ${many(walletTransactions, 'wallet transaction')}`;
}

const many = (count: number, noun: string): string =>
  `${formatWhole(count)} ${noun}${count === 1 ? '' : 's'}`;
