import type { RobuxOrder } from '@sterling/contract/orders.ts';
import type { Dispute, DisputeParty, Review } from '@sterling/contract/reviews.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import type { TransactionWithEvents } from '@sterling/contract/transactions.ts';
import {
  capitalised,
  displayName,
  formatExactRobux,
  formatTenths,
  formatUsd,
  formatWhole,
} from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { cn } from '../../kit/ui/class-names.ts';
import {
  asComparison,
  asDifferences,
  asLtc,
  asNodeSaid,
  asPlaces,
  asPrice,
  asRobux,
  asText,
  asTime,
  asUsd,
  asWhole,
  type Show,
} from './fact-texts.ts';
import { humanised } from './words.ts';

export interface Fact {
  readonly name: string;
  readonly text: string;
  /** Needs more room: an address or a txid. `whole`: a message, which has a line of its own. */
  readonly wide?: Wide;
}

type Wide = true | 'whole';

type Known = readonly [key: string, name: string, show: Show, wide?: Wide];

interface Waiting {
  readonly username: string;
  readonly amount: unknown;
}

const asNames = (names: string[]): string => names.join(', ') || t('None');

/** Known facts of a review, in display order. Facts that a newer server adds follow under their own names. */
const KNOWN: readonly Known[] = [
  ['why', t('Why'), (reasons: string[]) => capitalised(reasons.join(', ')), true],
  ['differences', t('Difference'), asDifferences, true],
  ['amount', t('Amount'), asUsd],
  ['walletType', t('Wallet'), (wallet: string) => humanised(wallet)],
  ['requestedBy', t('Requested by'), displayName],
  ['requestReason', t('Their reason'), asText, true],
  ['totalDeducted', t('Total deducted'), asUsd],
  ['ltcAmount', 'LTC', asLtc],
  ['price', t('LTC price'), asPrice],
  ['spent', t('Spent already'), asUsd],
  ['kind', t('What'), (kind: string) => humanised(kind)],
  ['feeLtc', t('Network fee'), asLtc],
  ['places', t('From'), asPlaces],
  ['signedAt', t('Signed'), asTime],
  ['seenAt', t('Seen'), asTime],
  ['address', t('Address'), asText, true],
  [
    'paidToAddress',
    t('Paid to this address before'),
    (times: number) => plural(times, '{times} time', '{times} times', { times: formatWhole(times) }),
  ],
  ['txid', t('Transaction'), asText, true],
  ['minedHeight', t('In block'), (height: number) => formatWhole(height)],
  ['state', t('State'), (state: string) => humanised(state)],
  ['status', t('Status'), (status: string) => humanised(status)],
  ['createdAt', t('Requested'), asTime],
  ['waitsUntil', t('Waits until'), asTime],
  ['joinedAt', t('Joined'), asTime],
  [
    'waiting',
    t('Earnings that wait'),
    (waiting: Waiting[]) => waiting.map(earned).join(', ') || t('None'),
    true,
  ],
  ['buyer', t('Buyer'), displayName],
  ['orderedRobux', t('Robux ordered'), asRobux],
  ['paidRobux', t('Robux paid'), asRobux],
  ['claimedAt', t('Seller said that they bought it'), asTime],
  ['leftAt', t('Order reassigned or ended'), asTime],
  ['orderNow', t('The order now'), (state: string) => humanised(state)],
  ['deadline', t('Deadline'), asTime],
  ['balanceBefore', t('Account balance before'), asRobux],
  ['balance', t('Account balance now'), asRobux],
  ['owned', t('Account owns the gamepass'), (owned: string) => humanised(owned)],
  ['records', t("Account's purchase records"), (records: string) => humanised(records)],
  ['pass', t('Problem of the gamepass'), asText, true],
  ['key', t("Roblox's reason"), asText, true],
  ['until', t('Restricted until'), asTime],
  ['robloxUsername', t('Roblox username'), asText],
  ['contact', t('Contact'), asText, true],
  ['text', t('Report'), asText, true],
  ['nodeSaid', t('The node says'), asNodeSaid, true],
  ['backupAt', t('Moment of the data'), asTime],
  ['backupHeight', t('Its last block'), asWhole],
  ['endedSessions', t('Sessions ended'), asWhole],
  ['endedCredentials', t('API tokens ended'), asWhole],
  ['stoppedWebhooks', t('Webhooks switched off'), asWhole],
  ['pausedStandingOrders', t('Standing orders paused'), asWhole],
  ['cancelledResets', t('Resets of second factors cancelled'), asWhole],
  ['staff', t('Staff in this data'), asNames, true],
  ['banned', t('Banned in this data'), asNames, true],
  ['comparison', t('Compared with the chain'), asComparison, true],
  ['comparedAt', t('Compared'), asTime],
];

/** Hidden facts: internal ids, and numbers that other facts already show. An order has a button that opens it. */
const SILENT = new Set(['accountId', 'orderId', 'n', 'count']);

/**
 * The facts of a review for people: known ones first, with their names and units, then others under their
 * own keys. Facts without a value are left out.
 */
export function factsOf({ facts }: Pick<Review, 'facts'>): Fact[] {
  const given = (value: unknown) => value !== null && value !== undefined;
  const known = KNOWN.filter(([key]) => given(facts[key])).map(([key, name, show, wide]) =>
    fact(name, show(facts[key] as never), wide),
  );
  const named = new Set(KNOWN.map(([key]) => key));
  const others = Object.entries(facts)
    .filter(([key, value]) => given(value) && !named.has(key) && !SILENT.has(key))
    .map(([key, value]) =>
      fact(humanised(key), typeof value === 'object' ? JSON.stringify(value) : String(value)),
    );
  return [...known, ...others];
}

/** What a decision moves and where to, for the dialog that asks for it. */
export const movedFactsOf = ({ facts }: Pick<Review, 'facts'>): Fact[] =>
  KNOWN.filter(([key]) => MOVED.has(key) && facts[key] != null).map(([key, name, show, wide]) =>
    fact(name, show(facts[key] as never), wide),
  );

const MOVED = new Set(['amount', 'walletType', 'ltcAmount', 'address']);

/** The facts of an order and its latest event. */
export function factsOfOrder(order: RobuxOrder): Fact[] {
  const last = order.events.at(-1);
  return [
    fact(t('Gamepass'), order.gamepassName, true),
    fact('Robux', formatExactRobux(order.robuxAmount)),
    fact(t('Total'), formatUsd(order.totalPrice)),
    fact(t('Placed'), formatTime(order.createdAt)),
    fact(t('Order'), order.id, true),
    ...(last ? [fact(t('Last, {at}', { at: formatTime(last.at) }), last.what, true)] : []),
  ];
}

/** The facts of a trade, what the seller says of the item, and the messages of both parties. */
export function factsOfTrade(trade: TransactionWithEvents, dispute: Dispute | null): Fact[] {
  const said = trade.events
    .filter(({ text }) => text !== null)
    .map(({ at, by, what, text }) =>
      fact(`${humanised(by)} · ${what} · ${formatTime(at)}`, text ?? '', 'whole'),
    );
  return [
    ...(trade.listing.description ? [fact(t('Listing'), trade.listing.description, 'whole')] : []),
    fact(t('Quantity'), formatWhole(trade.units)),
    fact(t('Price per unit'), formatUsd(trade.pricePerUnit)),
    fact(t('Total'), formatUsd(trade.totalAmount)),
    fact(t('Marketplace fee'), formatUsd(trade.platformFee)),
    fact(t('Bought'), formatTime(trade.createdAt)),
    ...(dispute ? factsOfDelivery(dispute) : []),
    ...said,
  ];
}

const factsOfDelivery = ({ promisedDelivery, deliverBy, deliveredAt }: Dispute): Fact[] => [
  fact(t('Promised delivery'), promisedDelivery),
  ...(deliveredAt ? [] : [fact(t('Buyer can cancel from'), formatTime(deliverBy))]),
  fact(t('Delivered'), deliveredAt ? formatTime(deliveredAt) : t('Not delivered')),
];

/** The record of a disputed trade's party. Only sellers are rated. */
export function factsOfParty(party: DisputeParty, side: 'buyer' | 'seller'): Fact[] {
  const { joinedAt, completedTrades, disputesWon, disputesLost, rating, ratings } = party;
  const stars =
    rating === null
      ? t('No ratings')
      : t('{rating} of 5 ({ratings})', { rating: formatTenths(rating), ratings: formatWhole(ratings) });
  return [
    fact(t('Completed trades'), formatWhole(completedTrades)),
    fact(t('Disputes won'), formatWhole(disputesWon)),
    fact(t('Disputes lost'), formatWhole(disputesLost)),
    ...(side === 'seller' ? [fact(t('Rating'), stars)] : []),
    fact(t('Joined'), formatTime(joinedAt)),
  ];
}

const fact = (name: string, text: string, wide?: Wide): Fact => ({ name, text, ...(wide && { wide }) });

const earned = ({ username, amount }: Waiting): string => `${displayName(username)} ${asUsd(amount)}`;

/** In characters. Longer texts were written by users and get the full width. */
const A_LINE = 120;

/** The facts of a review: in up to four columns, or in two in a dialog. */
export function Facts({ facts, inDialog }: { facts: readonly Fact[]; inDialog?: boolean }) {
  return (
    <dl
      className={cn(
        'grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg p-4',
        inDialog ? 'bg-surface-2' : 'bg-surface-0 sm:grid-cols-3 lg:grid-cols-4',
      )}
    >
      {facts.map(({ name, text, wide }) => (
        <div
          key={`${name} ${text}`}
          className={cn(
            'min-w-0',
            wide && (wide === 'whole' || text.length > A_LINE ? 'col-span-full' : 'col-span-2'),
          )}
        >
          <dt className="text-3 text-xs">{name}</dt>
          <dd className="max-w-prose whitespace-pre-line break-words text-1 tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
