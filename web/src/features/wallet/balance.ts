import type { WalletType } from '@sterling/contract/fields.ts';
import { type Cents, cents, dollarText, parseDecimal } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import type { User } from '@sterling/contract/users.ts';
import { type Wallet, wallet } from '@sterling/contract/wallet.ts';
import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { call } from '../../data/call.ts';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';
import { toast } from '../../kit/ui/toast.ts';

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

/** The name of the order's total in the address of the wallet. */
const TOTAL = 'order';

/** The wallet, for a deposit that an order of this total needs. */
export const fundingPath = (totalCents: Cents): string =>
  sectionPath('wallet', { [TOTAL]: dollarText(totalCents) });

/**
 * The missing amount of the order that sent the buyer to the wallet. Null without one. Once the balance covers
 * the order, the buyer returns to it.
 */
export function useOrderFunding(wallet: Wallet | undefined): Cents | null {
  const [search] = useSearchParams();
  const totalCents = parseDecimal(search.get(TOTAL) ?? '', 2);
  const balanceCents = wallet?.balance;
  const isKnown = totalCents !== null && balanceCents !== undefined;
  const shortCents = isKnown ? totalCents - balanceCents : null;
  const isCovered = shortCents !== null && shortCents <= 0;
  useEffect(() => {
    if (!isCovered) return;
    navigate(sectionPath('buy-robux'), { replace: true });
    toast({ title: t('Deposit credited'), description: t('Your balance covers your order now.') });
  }, [isCovered]);
  return shortCents !== null && shortCents > 0 ? cents(shortCents) : null;
}
