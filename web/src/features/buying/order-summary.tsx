import { type Cents, MIN_ORDER_ROBUX, receivedAfterPlatformFee } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatRate, formatUsd, formatWhole, PLATFORM_FEE } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { SumLine, SumTotal } from '../../kit/ui/details.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { FROM_ORDER, fundingPath, useFunds } from '../wallet/balance.ts';
import { ShortBalance } from '../wallet/notices.tsx';
import { type Draft, totalAt } from './draft.ts';
import { MAY_HAVE_GONE_THROUGH } from './placed-order.ts';

/**
 * The order with its cost and the received Robux. The caller passes the button, because phones show it in the
 * bar.
 */
export function OrderSummary({ draft, children }: { draft: Draft; children?: ReactNode }) {
  const { amount, chosen, sent } = draft;
  const row = sent ?? chosen;
  const total = totalAt(row, amount);
  const isOrderable = amount >= MIN_ORDER_ROBUX;
  return (
    <Card aria-labelledby="order-summary">
      <CardHeader id="order-summary" title={t('Order Summary')} />
      <CardBody className="flex flex-col gap-4">
        <dl className="flex flex-col gap-2.5">
          <SumLine name={t('Robux amount')}>
            <Robux exact amount={amount} />
          </SumLine>
          <SumLine name={t('Rate')}>
            {row ? t('{ratePerThousand} per 1K', { ratePerThousand: formatRate(row.ratePerThousand) }) : '–'}
          </SumLine>
          <Balance draft={draft} />
          <SumTotal name={t('Total')} className="mt-1 border-line border-t pt-3">
            {total === null ? <span className="font-normal text-3 text-base">–</span> : <Usd cents={total} />}
          </SumTotal>
        </dl>
        <div className="flex flex-col gap-1.5 rounded-lg bg-surface-2 p-3 text-2 text-xs">
          {isOrderable && (
            <p className="font-medium text-1">
              {t("You'll receive about {amount} Robux after Roblox's {fee} fee", {
                amount: formatWhole(receivedAfterPlatformFee(amount)),
                fee: PLATFORM_FEE,
              })}
            </p>
          )}
          <p>{t('Roblox usually holds sale proceeds for 3 to 7 days.')}</p>
          {isOrderable && !draft.hasCookie && (
            <p>{t('Set your gamepass price to exactly {amount} Robux.', { amount: formatWhole(amount) })}</p>
          )}
        </div>
        {sent && (
          <p role="status" className="text-warn">
            {MAY_HAVE_GONE_THROUGH}
          </p>
        )}
        {children}
      </CardBody>
    </Card>
  );
}

/** Shows the balance beside the price and the missing amount. The server makes the final check. */
function Balance({ draft }: { draft: Draft }) {
  const { wallet, balanceCents, shortCents, failed } = useFunds(neededFor(draft));
  const unknown = failed ? '–' : <Skeleton className="h-4 w-16" />;
  return (
    <>
      <SumLine name={t('Your balance')}>
        {wallet === undefined ? unknown : <Usd cents={balanceCents} />}
      </SumLine>
      {wallet && shortCents > 0 && (
        <div className="rounded-lg bg-warn/12 px-3 py-2 text-warn">
          <dt className="sr-only">{t('Balance notice')}</dt>
          <dd>
            <ShortBalance shortCents={shortCents} minimum={wallet.minimumDeposit} />
          </dd>
        </div>
      )}
    </>
  );
}

/** What the balance must cover. Null while it is unknown, and for an order that may have been placed, because its hold makes the balance short. */
const neededFor = ({ chosen, sent, amount }: Draft): Cents | null => (sent ? null : totalAt(chosen, amount));

/** The bar at the bottom of narrow screens: the total, the missing balance and the button. */
export function SummaryBar({ draft, children }: { draft: Draft; children: ReactNode }) {
  const total = totalAt(draft.sent ?? draft.chosen, draft.amount);
  const { shortCents } = useFunds(neededFor(draft));
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-auto -mb-4 flex large-text:flex-wrap items-center justify-between gap-4 border-line border-t bg-surface-1 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-6 md:-mb-6 md:px-6">
      <div className="min-w-0">
        <p className="truncate text-3 text-xs">
          {t('Total')}
          {shortCents > 0 && (
            <span className="text-warn">
              {' · '}
              {rich('{usd} short', { usd: <Usd cents={shortCents} /> })}
            </span>
          )}
        </p>
        <p className="truncate font-semibold text-1 text-xl tracking-tight">
          {total === null ? <span className="font-normal text-3 text-base">–</span> : <Usd cents={total} />}
        </p>
      </div>
      {children}
    </div>
  );
}

interface CompletePurchaseProps {
  draft: Draft;
  pending: boolean;
  onPress: () => void;
  className?: string;
}

const SAME_PLACE = 'col-start-1 row-start-1';

/**
 * Ignores presses only while the purchase is pending. If the balance is short, it is a link to a deposit instead. All labels
 * overlap, so the width stays the same.
 */
export function CompletePurchase({ draft, pending, onPress, className }: CompletePurchaseProps) {
  const total = neededFor(draft);
  const { shortCents, depositCents } = useFunds(total);
  const isShort = total !== null && shortCents > 0 && !pending;
  const labels = (
    <>
      <span className={cn(SAME_PLACE, (pending || isShort) && 'invisible')}>
        {draft.sent ? t('Try again') : t('Complete Purchase')}
      </span>
      <span className={cn(SAME_PLACE, !pending && 'invisible')}>{t('Processing...')}</span>
      {isShort && (
        <span className={SAME_PLACE}>{t('Deposit {amount}', { amount: formatUsd(depositCents) })}</span>
      )}
    </>
  );
  if (isShort)
    return (
      <Button asChild size="lg" className={cn('grid text-center', className)}>
        <Link href={fundingPath(total)} state={FROM_ORDER}>
          {labels}
        </Link>
      </Button>
    );
  return (
    <Button
      size="lg"
      aria-disabled={pending}
      aria-busy={pending || undefined}
      onClick={onPress}
      className={cn('grid text-center', className)}
    >
      {labels}
    </Button>
  );
}
