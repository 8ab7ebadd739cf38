import type { WalletType } from '@sterling/contract/fields.ts';
import { type Cents, cents, dollarText, parseDecimal } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { type Wallet, wallet } from '@sterling/contract/wallet.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { call } from '../../data/call.ts';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';
import { toast } from '../../kit/ui/toast.ts';

const BALANCE_EVERY_MS = 30_000;
const RETRIES = 2;
const RETRY_AFTER_MS = 1000;

/** A wallet of the user, refetched every `BALANCE_EVERY_MS`. Null if nobody is signed in. */
export const walletQuery = (walletType: WalletType) =>
  queryOptions({
    queryKey: ['wallet', walletType],
    queryFn: ({ signal }) => call(wallet.read, { query: { walletType } }, { signal, on401: 'null' }),
    refetchInterval: BALANCE_EVERY_MS,
    retry: RETRIES,
    retryDelay: RETRY_AFTER_MS,
  });

interface Funds {
  /** Undefined while loading and after a failure. Null if nobody is signed in. */
  readonly wallet: Wallet | null | undefined;
  readonly failed: boolean;
  readonly balanceCents: Cents;
  /** Missing amount for the total. 0 while the balance or the total is unknown. */
  readonly shortCents: Cents;
  /** The smallest deposit that covers the missing amount. */
  readonly depositCents: Cents;
}

/** Compares the buyer's balance with the cost of an order. The server makes the final check. */
export function useFunds(totalCents: Cents | null): Funds {
  const { data: wallet, isError: failed } = useQuery(walletQuery('buyer'));
  const balanceCents = wallet?.balance ?? cents(0);
  const shortCents = cents(wallet && totalCents !== null ? Math.max(0, totalCents - balanceCents) : 0);
  const depositCents = cents(Math.max(shortCents, wallet?.minimumDeposit ?? 0));
  return { wallet, failed, balanceCents, shortCents, depositCents };
}

/** The names of the order's total, and of the section and the listing to return to, in the address of the wallet. */
const TOTAL = 'order';
const RETURN_TO = 'for';
const ITEM = 'item';
/** Where an order is placed that a deposit can be for. */
type Shop = 'buy-robux' | 'marketplace';

/** The state of a wallet's history entry if the one before it is the page with the order, and whatever was open there. */
export const FROM_ORDER = { isFromOrder: true };

/** The wallet, for a deposit that an order of this total needs. `item`: the title of a listing to return to. */
export const fundingPath = (totalCents: Cents, shop: Shop = 'buy-robux', item?: string): string =>
  sectionPath('wallet', {
    [TOTAL]: dollarText(totalCents),
    [RETURN_TO]: shop,
    ...(item !== undefined && { [ITEM]: item }),
  });

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
  const shop: Shop = search.get(RETURN_TO) === 'marketplace' ? 'marketplace' : 'buy-robux';
  const item = search.get(ITEM);
  const isShort = shortCents !== null && shortCents > 0;
  const wasShort = useRef(false);
  useEffect(() => {
    if (isShort) wasShort.current = true;
    if (!isCovered) return;
    if (history.state?.isFromOrder) history.back();
    else navigate(sectionPath(shop, item === null ? {} : { search: item }), { replace: true });
    if (!wasShort.current) return;
    toast({ title: t('Deposit credited'), description: t('Your balance covers your order now.') });
  }, [isShort, isCovered, shop, item]);
  return isShort ? cents(shortCents) : null;
}
