import type { Rate } from '@sterling/contract/money.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { ShoppingBasket, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatRate, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { SumLine, SumTotal } from '../../kit/ui/details.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { keepFocusInRows, SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { deliveryByHand } from '../buying/draft.ts';
import { MAY_HAVE_GONE_THROUGH } from '../buying/placed-order.ts';
import { KnowTheRisk } from '../buying/purchase.tsx';
import { MARKET_EVERY_MS, marketQuery } from '../market/market.tsx';
import { platformStatusQuery } from '../platform/queries.ts';
import { useUser } from '../sessions/session.tsx';
import { FROM_ORDER, fundingPath, useFunds } from '../wallet/balance.ts';
import {
  type BasketItem,
  type BasketLine,
  type FillableLine,
  isFillable,
  linesOf,
  removeFromBasket,
  sumOf,
  useBasket,
  useBasketPurchase,
} from './basket.ts';

/** The gamepasses that the buyer collected, with one total, and one button that buys them together. */
export default function BasketSheet({ onClose }: { onClose: () => void }) {
  const userId = useUser().id;
  const items = useBasket(userId);
  const market = useQuery({
    ...marketQuery,
    refetchOnMount: 'always',
    refetchInterval: MARKET_EVERY_MS,
  });
  const { purchase, problems, unanswered } = useBasketPurchase(userId);
  const lines = market.data && linesOf(items, market.data);
  return (
    <SideSheet
      onClose={onClose}
      title={t('Basket')}
      description={t('Each gamepass becomes an order of its own. We hold the total when you buy.')}
    >
      {items.length === 0 ? (
        <EmptyState icon={ShoppingBasket} title={t('Your basket is empty')}>
          {t('Choose an amount and a gamepass, then press “Add to basket”.')}
        </EmptyState>
      ) : lines ? (
        <>
          <Rows
            lines={lines}
            unanswered={unanswered ?? []}
            problems={problems}
            onRemove={purchase.isPending ? undefined : (item) => removeFromBasket(userId, [item.id])}
          />
          {unanswered ? (
            <TryAgain pending={purchase.isPending} onPress={() => purchase.mutate(unanswered)} />
          ) : (
            <Checkout
              lines={lines.filter(isFillable)}
              left={lines.filter((line) => !isFillable(line)).length}
              pending={purchase.isPending}
              onBuy={(bought) => purchase.mutate(bought)}
            />
          )}
        </>
      ) : market.error ? (
        <ErrorState error={market.error} onRetry={market.refetch} />
      ) : (
        <SkeletonRows rows={items.length} />
      )}
    </SideSheet>
  );
}

interface RowsProps {
  lines: readonly BasketLine[];
  /** Lines that may have been bought. They stay as they are. */
  unanswered: readonly BasketLine[];
  /** Why items were not bought, by id. */
  problems: ReadonlyMap<string, string>;
  /** Undefined while the basket is being bought. */
  onRemove: ((item: BasketItem) => void) | undefined;
}

function Rows({ lines, unanswered, problems, onRemove }: RowsProps) {
  const mayBeBought = ({ id }: BasketItem) => unanswered.some(({ item }) => item.id === id);
  return (
    <ul
      ref={keepFocusInRows}
      aria-label={t('Basket')}
      className="flex flex-col divide-y divide-line rounded-lg border border-line"
    >
      {lines.map((line) => (
        <Row
          key={line.item.id}
          line={line}
          problem={mayBeBought(line.item) ? MAY_BE_BOUGHT : problems.get(line.item.id)}
          onRemove={onRemove && !mayBeBought(line.item) ? () => onRemove(line.item) : undefined}
        />
      ))}
    </ul>
  );
}

const MAY_BE_BOUGHT = t('May be ordered already');

interface RowProps {
  line: BasketLine;
  problem: string | undefined;
  /** Undefined while it is being bought, or may have been. */
  onRemove: (() => void) | undefined;
}

function Row({ line: { item, ratePerThousand, total, isByHand }, problem, onRemove }: RowProps) {
  const { data: status } = useQuery(platformStatusQuery);
  const why = problem ?? (total === null ? NO_RATE : undefined);
  return (
    <li className="flex items-start gap-3 py-2.5 pr-2 pl-4">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-1">
        <div className="flex items-baseline justify-between gap-3">
          <span className="wrap-anywhere min-w-0 font-medium text-1">{item.passName}</span>
          {total !== null && <Usd cents={total} className="text-1" />}
        </div>
        <p className="text-3 text-xs tabular-nums">{termsOf(item, ratePerThousand)}</p>
        {isByHand && <p className="text-3 text-xs">{deliveryByHand(status)}</p>}
        {why && <p className="text-warn text-xs">{why}</p>}
      </div>
      <IconButton
        icon={X}
        label={t('Remove {passName}, {amount} Robux', {
          passName: item.passName,
          amount: formatWhole(item.amount),
        })}
        aria-disabled={!onRemove}
        onClick={onRemove}
      />
    </li>
  );
}

/** The amount and the rate that the order would use now. */
function termsOf(item: BasketItem, ratePerThousand: Rate | null): ReactNode {
  const robux = <Robux exact amount={item.amount} />;
  if (ratePerThousand === null) return robux;
  const rate = formatRate(ratePerThousand);
  return item.ratePerThousand === null
    ? rich('{robux} at the best rate, {rate} per 1K', { robux, rate })
    : rich('{robux} at {rate} per 1K', { robux, rate });
}

const NO_RATE = t('No rate can fill this at the moment. It stays in your basket.');

/** Finds out what became of a purchase without an answer. Until then nothing else is bought. */
function TryAgain({ pending, onPress }: { pending: boolean; onPress: () => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-2">{MAY_HAVE_GONE_THROUGH}</p>
      <Button size="lg" pending={pending} onClick={onPress}>
        {t('Try again')}
      </Button>
    </div>
  );
}

interface CheckoutProps {
  /** What can be bought now. */
  lines: readonly FillableLine[];
  /** How many others stay. */
  left: number;
  pending: boolean;
  onBuy: (lines: readonly FillableLine[]) => void;
}

function Checkout({ lines, left, pending, onBuy }: CheckoutProps) {
  /** What the buyer was asked to confirm. It keeps its prices while the market moves. */
  const [asked, setAsked] = useState<readonly FillableLine[] | null>(null);
  const total = sumOf(lines);
  const { balanceCents, shortCents, depositCents } = useFunds(total);
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-1.5">
        <SumLine name={t('Your balance')}>
          <Usd cents={balanceCents} />
        </SumLine>
        <SumTotal name={t('Total')}>
          <Usd cents={total} />
        </SumTotal>
      </dl>
      {shortCents > 0 ? (
        <Button asChild size="lg">
          <Link href={fundingPath(total)} state={FROM_ORDER}>
            {t('Deposit {amount} to continue', { amount: formatUsd(depositCents) })}
          </Link>
        </Button>
      ) : (
        <Button size="lg" pending={pending} disabled={lines.length === 0} onClick={() => setAsked(lines)}>
          {plural(lines.length, 'Buy {count} gamepass', 'Buy {count} gamepasses', { count: lines.length })}
        </Button>
      )}
      <Overlays>
        {asked && (
          <AlertDialog
            onClose={() => setAsked(null)}
            title={questionOf(asked)}
            description={whatIsPaid(left)}
            confirmLabel={t('Pay {total}', { total: formatUsd(sumOf(asked)) })}
            onConfirm={() => onBuy(asked)}
          >
            <p className="text-2">
              {t(
                "Set the price of each gamepass to exactly its amount and don't change it until its order completes.",
              )}
            </p>
            <KnowTheRisk />
          </AlertDialog>
        )}
      </Overlays>
    </div>
  );
}

const questionOf = (lines: readonly FillableLine[]): string =>
  plural(lines.length, 'Buy {count} gamepass for {total}?', 'Buy {count} gamepasses for {total}?', {
    count: lines.length,
    total: formatUsd(sumOf(lines)),
  });

const whatIsPaid = (left: number): string =>
  left === 0
    ? t('You never pay more than this. An order that fails is refunded in full.')
    : plural(
        left,
        'You never pay more than this. {left} in your basket cannot be filled now. An order that fails is refunded in full.',
        'You never pay more than this. {left} in your basket cannot be filled now. An order that fails is refunded in full.',
        { left },
      );
