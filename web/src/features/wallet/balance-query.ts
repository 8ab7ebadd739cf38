import type { WalletType } from '@sterling/contract/fields.ts';
import type { User } from '@sterling/contract/users.ts';
import { wallet } from '@sterling/contract/wallet.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../data/call.ts';

const BALANCE_EVERY_MS = 30_000;
const RETRIES = 2;
const RETRY_AFTER_MS = 1000;

/** Buyers see the buyer wallet. All other roles see the seller wallet. */
export const walletTypeOf = (user: Pick<User, 'role'>): WalletType =>
  user.role === 'buyer' ? 'buyer' : 'seller';

/** A wallet of the user, refetched every 30 s. Null if nobody is signed in. Two retries, 1 s apart. */
export const walletQuery = (walletType: WalletType) =>
  queryOptions({
    queryKey: ['wallet', walletType],
    queryFn: ({ signal }) => call(wallet.read, { query: { walletType } }, { signal, on401: 'null' }),
    refetchInterval: BALANCE_EVERY_MS,
    retry: RETRIES,
    retryDelay: RETRY_AFTER_MS,
  });
