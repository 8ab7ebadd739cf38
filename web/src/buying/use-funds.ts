import { parseDecimal } from '@sterling/contract/money.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { walletQuery } from '../wallet/queries.ts';

interface Funds {
  /** Undefined while it loads, and when that failed; null when nobody is signed in. */
  readonly wallet: Wallet | null | undefined;
  readonly failed: boolean;
  readonly balanceCents: number;
  /** What is missing for the total; 0 while either is unknown. */
  readonly shortCents: number;
}

/** The buyer's balance beside what an order would cost, as the browser knows it; the server decides. */
export function useFunds(totalCents: number | null): Funds {
  const { data: wallet, isError: failed } = useQuery(walletQuery('buyer'));
  const balanceCents = parseDecimal(wallet?.balance ?? 0, 2) ?? 0;
  const shortCents = wallet && totalCents !== null ? Math.max(0, totalCents - balanceCents) : 0;
  return { wallet, failed, balanceCents, shortCents };
}
