import type { Given } from '@sterling/contract/endpoint.ts';
import {
  cents,
  dollarText,
  isRate,
  MAX_RATE,
  MIN_RATE,
  parseDecimal,
  type Rate,
} from '@sterling/contract/money.ts';
import { LACKS, type PreOrder, preOrders } from '@sterling/contract/pre-orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, explain, isUnanswered } from '../../data/call.ts';
import { ORDER_CHANGES } from '../../data/change-groups.ts';
import { everyMs, WHILE_LIVE_MS } from '../../data/live.ts';
import { callPage } from '../../data/pages.ts';
import { useUnansweredIntent } from '../../data/unanswered-writes.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { type Identity, identityOf, isSame } from '../buying/placed-order.ts';

const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;
const MINUTES_PER_DAY = HOURS_PER_DAY * MINUTES_PER_HOUR;

/** A waiting time: `just now`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function formatWait(minutes: number): string {
  if (minutes < 1) return t('just now');
  if (minutes < MINUTES_PER_HOUR) return t('{minutes} min', { minutes });
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  if (minutes < MINUTES_PER_DAY) return hoursAnd(hours, minutes % MINUTES_PER_HOUR);
  const days = Math.floor(minutes / MINUTES_PER_DAY);
  const left = hours % HOURS_PER_DAY;
  return left === 0 ? t('{days} d', { days }) : t('{days} d {hours} h', { days, hours: left });
}

const hoursAnd = (hours: number, minutes: number): string =>
  minutes === 0 ? t('{hours} h', { hours }) : t('{hours} h {minutes} min', { hours, minutes });

/** One sentence on the state of a pre-order and what its owner can do. */
export function statusSentence(preOrder: PreOrder): string {
  const { status, reason, robuxAmount, maxRatePerThousand } = preOrder;
  const amount = formatWhole(robuxAmount);
  if (status === 'matched') return t('Matched. See the order.');
  if (status === 'closed') return withFullStop(reason ?? t('This pre-order was closed'));
  switch (reason) {
    case LACKS.balance:
      return t('Your balance is too low. Deposit more; your place in line is kept.');
    case LACKS.price:
      return t("Your gamepass isn't priced at exactly {amount} Robux. Fix it; your place in line is kept.", {
        amount,
      });
    case LACKS.stock:
      return t('No one sells {amount} Robux at {maxRatePerThousand} per 1K or less yet.', {
        amount,
        maxRatePerThousand: formatRate(maxRatePerThousand),
      });
    default:
      return withFullStop(reason ?? t("A seller is available. We'll match it as soon as trading resumes"));
  }
}

const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The sum of the maximum totals of all waiting pre-orders. The balance must cover it. */
export function waitingCents(preOrders: readonly Pick<PreOrder, 'status' | 'maxTotal'>[]) {
  const waiting = preOrders.filter(({ status }) => status === 'waiting');
  return cents(waiting.reduce((sum, { maxTotal }) => sum + maxTotal, 0));
}

const ENDED_SHOWN = 3;

/** Waiting pre-orders by queue position, followed by the latest ones that ended. */
export function visiblePreOrders(preOrders: readonly PreOrder[]): readonly PreOrder[] {
  const waiting = preOrders.filter(({ status }) => status === 'waiting');
  const ended = preOrders.filter(({ status }) => status !== 'waiting');
  return [
    ...waiting.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)),
    ...ended.slice(0, ENDED_SHOWN),
  ];
}

/** The requirements ask for this text whenever a rate is moved back into its range. */
export const INVALID_RATE = {
  title: t('Invalid Rate'),
  description: t('Rate must be between {minimum} and {maximum} per 1000 Robux', {
    minimum: formatRate(MIN_RATE),
    maximum: formatRate(MAX_RATE),
  }),
};

/** The default maximum rate of a pre-order. */
export const FIRST_RATE = dollarText(MAX_RATE);

/** Parses a maximum rate into cents per 1000. Drops fractions of a cent. Null outside `MIN_RATE` to `MAX_RATE`. */
export function maxRateOf(text: string): Rate | null {
  const rateCents = wholeCents(text);
  return rateCents !== null && isRate(rateCents) ? rateCents : null;
}

/**
 * The text after a keystroke, as a plain decimal. Above `MAX_RATE` it becomes `MAX_RATE`, and a negative rate becomes
 * `MIN_RATE`. Other text can still become a rate. Keys after two decimals change nothing: the rest of '7.5' arrives after
 * the 7 has become `MAX_RATE`.
 */
export function typedRate(text: string): { text: string; snapped: boolean } {
  const [whole = '', ...decimals] = text
    .replaceAll(',', '.')
    .replace(/[^\d.-]/g, '')
    .split('.');
  const plain = decimals.length > 0 ? `${whole}.${decimals.join('').slice(0, 2)}` : whole;
  if (plain.startsWith('-') && plain !== '-') return { text: dollarText(MIN_RATE), snapped: true };
  const rateCents = wholeCents(plain);
  return rateCents !== null && rateCents > MAX_RATE
    ? { text: dollarText(MAX_RATE), snapped: true }
    : { text: plain, snapped: false };
}

/** The text after blur: two decimals within the range. Invalid text becomes the minimum. */
export function settledRate(text: string): { text: string; snapped: boolean } {
  const rateCents = wholeCents(text) ?? 0;
  const clamped = Math.min(MAX_RATE, Math.max(MIN_RATE, rateCents)) as Rate;
  return { text: dollarText(clamped), snapped: clamped !== rateCents };
}

/** Drops fractions of a cent, so that buyers never pay more than they typed. */
function wholeCents(text: string): number | null {
  const match = /^(\d*)(?:\.(\d{0,2})\d*)?$/.exec(text.trim());
  if (!match || !/\d/.test(text)) return null;
  return parseDecimal(`${match[1] || '0'}.${(match[2] ?? '').padEnd(2, '0')}`, 2);
}

/** Refetch interval of the queue while it is on the screen. */
const EVERY_MS = 5000;
const PAGE_SIZE = 50;

/** The head of the queue, oldest first, the number of all waiting pre-orders, and the sums of the market. */
export const queueQuery = queryOptions({
  queryKey: ['pre-orders', 'live'],
  queryFn: async ({ signal }) => {
    const query = { pageSize: PAGE_SIZE };
    const { rows, total } = await callPage(preOrders.live, { query }, { signal });
    return { ...rows, total };
  },
  refetchOnMount: 'always',
  refetchInterval: EVERY_MS,
});

/** The user's pre-orders, newest first. Positions change with the whole queue. */
export const ownPreOrdersQuery = queryOptions({
  queryKey: ['pre-orders', 'own'],
  queryFn: ({ signal }) => call(preOrders.list, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) =>
    everyMs(EVERY_MS, state.data?.some(({ status }) => status === 'waiting') ? WHILE_LIVE_MS : false),
});

export type PreOrderBody = Given<typeof preOrders.place, 'body'>;

/** Places a pre-order, once. */
export function usePlacePreOrder(onPlaced: (preOrder: PreOrder) => void, onHappened: () => void) {
  return useOnce(preOrders.place, {
    input: (body: PreOrderBody) => ({ body }),
    identity: identityOf,
    changes: ORDER_CHANGES,
    failed: t('Pre-Order Failed'),
    explain: (error) =>
      isUnanswered(error)
        ? explain(error)
        : t('Failed to place pre-order. {error}', { error: explain(error) }),
    onDone: (preOrder) => {
      toast({
        title: t('Pre-Order Placed'),
        description:
          preOrder.status === 'matched'
            ? t('Matched right away. Track it here.')
            : t("You'll be notified when a seller matches your order."),
      });
      onPlaced(preOrder);
    },
    onHappened,
  });
}

/** This pre-order as it was last sent, if it got no answer and so may have been placed. */
export const useUnansweredPreOrder = (userId: string, identity: Identity) =>
  useUnansweredIntent<PreOrderBody>(preOrders.place, userId, (body) => isSame(body, identity));

/** Orders whose match was already announced. Both server events and pages announce matches. */
const announced = new Set<string>();

/** Announces each matched pre-order once. Returns true if it announced one now. */
export function announceMatched(preOrders: readonly PreOrder[]): boolean {
  const fresh = preOrders.filter(
    ({ status, orderId }) => status === 'matched' && orderId !== null && !announced.has(orderId),
  );
  for (const { robuxAmount, orderId } of fresh) {
    announced.add(orderId!);
    toast({
      title: t('Pre-order matched'),
      description: t(
        'A seller matched your pre-order of {robuxAmount} Robux, and the gamepass is being bought.',
        { robuxAmount: formatWhole(robuxAmount) },
      ),
    });
  }
  return fresh.length > 0;
}

/** Announces the pre-order of a server event, if it has matched. */
export async function announceIfMatched(client: QueryClient, id: string): Promise<void> {
  const own = await client.fetchQuery({ ...ownPreOrdersQuery, staleTime: 0 }).catch(() => []);
  announceMatched(own.filter((preOrder) => preOrder.id === id));
}
