import { type Cents, cents, dollarText, parseDecimal } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';
import { toast } from '../../kit/ui/toast.tsx';

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
