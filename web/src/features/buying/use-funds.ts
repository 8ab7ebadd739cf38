import type { Wallet } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { centsIn } from '../../data/money.ts';
import { walletQuery } from '../wallet/balance-query.ts';

interface Funds {
  /** Undefined while loading and after a failure. Null if nobody is signed in. */
  readonly wallet: Wallet | null | undefined;
  readonly failed: boolean;
  readonly balanceCents: number;
  /** Missing amount for the total. 0 while the balance or the total is unknown. */
  readonly shortCents: number;
}

/** Compares the buyer's balance with the cost of an order. The server makes the final check. */
export function useFunds(totalCents: number | null): Funds {
  const { data: wallet, isError: failed } = useQuery(walletQuery('buyer'));
  const balanceCents = centsIn(wallet?.balance ?? 0);
  const shortCents = wallet && totalCents !== null ? Math.max(0, totalCents - balanceCents) : 0;
  return { wallet, failed, balanceCents, shortCents };
}
