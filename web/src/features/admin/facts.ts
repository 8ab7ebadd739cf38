import type { RobuxOrder } from '@sterling/contract/orders.ts';
import type { Dispute, DisputeParty, Review } from '@sterling/contract/reviews.ts';
import type { TransactionWithEvents } from '@sterling/contract/transactions.ts';
import { formatLtc, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';

export interface Fact {
  readonly name: string;
  readonly text: string;
  /** Needs a line of its own: an address, a txid or a text that a user wrote. */
  readonly wide?: true;
}

type Show = (value: never) => string;
type Known = readonly [key: string, name: string, show: Show, wide?: true];

const asText: Show = (value) => String(value);
const asUsd: Show = (value) => formatUsd(value);
const asWhole: Show = (value) => formatWhole(value);
const asTime: Show = (value) => formatTime(value);

interface Waiting {
  readonly username: string;
  readonly amount: number;
}

interface NodeSaid {
  readonly answer: string;
  readonly tip: { readonly height: number };
  readonly coins: readonly {
    txid: string;
    n: number;
    litoshi: number;
    height: number | null;
    spentBy: string | null;
  }[];
}

const WHY: Readonly<Record<string, string>> = {
  conflict: 'Another payment spends its coins',
  stuck: 'It has been in no block for hours',
  gone: 'The deposit behind it is gone. Approve to wait for the deposit. Reject to return the money, although the payment could still be mined',
};

const asNodeSaid: Show = ({ answer, tip, coins }: NodeSaid) => {
  const why = WHY[answer] ?? 'Its coins are spent or gone';
  const of = coins.map(({ txid, n, height, spentBy }) => {
    const state = spentBy ? `spent by ${spentBy}` : height === null ? 'in no block' : 'unspent here';
    return `${txid}:${n} ${state}`;
  });
  return `${why}, at block ${formatWhole(tip.height)}. ${of.join(', ')}`;
};

const MOST_SHOWN = 10;

const asDifferences: Show = (differences: { readonly text: string }[]) => {
  const shown = differences.slice(0, MOST_SHOWN).map(({ text }) => capitalised(text));
  const more = differences.length - shown.length;
  return `${shown.join('. ')}${more > 0 ? `. And ${formatWhole(more)} more` : ''}`;
};

const PLACES: Readonly<Record<string, string>> = {
  hot: 'hot wallet',
  deposit: 'deposit addresses',
  cold: 'cold storage',
};

interface Payment {
  readonly txid: string;
  readonly kind?: string;
  readonly userId?: string;
  readonly cents?: number;
  readonly seen?: boolean;
  readonly withdrawalId?: string | null;
}

interface Comparison {
  readonly journal: 'complete' | 'incomplete';
  readonly matched: readonly Payment[];
  readonly lost: readonly Payment[];
  readonly contradictory: readonly Payment[];
  readonly unexplained: readonly Payment[];
}

const COMPARED = {
  matched: 'Payments that their withdrawals have again',
  lost: 'Payments of withdrawals that this database does not know',
  contradictory: 'Payments that contradict this database',
  unexplained: 'Spends that the journal does not know',
} as const;

const asComparison: Show = (found: Comparison) => {
  const lists = (['matched', 'lost', 'contradictory', 'unexplained'] as const)
    .filter((name) => found[name].length > 0)
    .map((name) => `${COMPARED[name]}: ${found[name].map(asPayment).join('; ')}.`);
  return [`The signer's journal is ${found.journal}.`, ...lists].join(' ');
};

function asPayment({ txid, userId, cents, seen, withdrawalId }: Payment): string {
  return [
    txid,
    ...(userId ? [`to user ${userId}`] : []),
    ...(cents === undefined ? [] : [formatUsd(cents / 100)]),
    ...(seen === false ? ['not seen on the chain'] : []),
    ...(withdrawalId ? [`pays withdrawal ${withdrawalId}`] : []),
  ].join(', ');
}

const asNames = (names: string[]): string => names.join(', ') || 'None';

/** Known facts of a review, in display order. Facts that a newer server adds follow under their own names. */
const KNOWN: readonly Known[] = [
  ['why', 'Why', (reasons: string[]) => capitalised(reasons.join(', ')), true],
  ['differences', 'Difference', asDifferences, true],
  ['amount', 'Amount', asUsd],
  ['walletType', 'Wallet', (wallet: string) => humanised(wallet)],
  ['requestedBy', 'Requested by', asText],
  ['requestReason', 'Their reason', asText, true],
  ['totalDeducted', 'Total deducted', asUsd],
  ['ltcAmount', 'LTC', (ltc: number) => formatLtc(ltc)],
  ['price', 'LTC price', asUsd],
  ['spent', 'Spent already', asUsd],
  ['kind', 'What', (kind: string) => humanised(kind)],
  ['feeLtc', 'Network fee', (ltc: number) => formatLtc(ltc)],
  [
    'places',
    'From',
    (places: string[]) => capitalised(places.map((place) => PLACES[place] ?? place).join(', ')),
  ],
  ['signedAt', 'Signed', asTime],
  ['seenAt', 'Seen', asTime],
  ['address', 'Address', asText, true],
  ['paidToAddress', 'Paid to this address before', (times: number) => `${formatWhole(times)} times`],
  ['txid', 'Transaction', asText, true],
  ['minedHeight', 'In block', (height: number) => formatWhole(height)],
  ['state', 'State', (state: string) => humanised(state)],
  ['status', 'Status', (status: string) => humanised(status)],
  ['createdAt', 'Requested', asTime],
  ['waitsUntil', 'Waits until', asTime],
  ['joinedAt', 'Joined', asTime],
  ['waiting', 'Earnings that wait', (waiting: Waiting[]) => waiting.map(earned).join(', ') || 'None', true],
  ['orderedRobux', 'Robux ordered', asWhole],
  ['paidRobux', 'Robux paid', asWhole],
  ['claimedAt', 'Seller said that they bought it', asTime],
  ['leftAt', 'Order moved on', asTime],
  ['orderNow', 'The order now', (state: string) => humanised(state)],
  ['deadline', 'Deadline', asTime],
  ['balanceBefore', 'Account balance before', asWhole],
  ['balance', 'Account balance now', asWhole],
  ['owned', 'Account owns the gamepass', (owned: string) => humanised(owned)],
  ['records', "Account's purchase records", (records: string) => humanised(records)],
  ['pass', 'Problem of the gamepass', asText, true],
  ['robloxUsername', 'Roblox username', asText],
  ['contact', 'Contact', asText, true],
  ['text', 'Report', asText, true],
  ['nodeSaid', 'The node says', asNodeSaid, true],
  ['backupAt', 'Moment of the data', asTime],
  ['backupHeight', 'Its last block', asWhole],
  ['endedSessions', 'Sessions ended', asWhole],
  ['endedCredentials', 'API tokens ended', asWhole],
  ['stoppedWebhooks', 'Webhooks switched off', asWhole],
  ['pausedStandingOrders', 'Standing orders paused', asWhole],
  ['staff', 'Staff in this data', asNames, true],
  ['banned', 'Banned in this data', asNames, true],
  ['comparison', 'Compared with the chain', asComparison, true],
  ['comparedAt', 'Compared', asTime],
];

/** Hidden facts: internal ids, and numbers that other facts already show. */
const SILENT = new Set(['accountId', 'n', 'count']);

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

/** The facts of an order and its latest event. */
export function factsOfOrder(order: RobuxOrder): Fact[] {
  const last = order.events.at(-1);
  return [
    fact('Gamepass', order.gamepassName, true),
    fact('Robux', `${formatWhole(order.robuxAmount)} R$`),
    fact('Total', formatUsd(order.totalPrice)),
    fact('Placed', formatTime(order.createdAt)),
    fact('Order', order.id, true),
    ...(last ? [fact(`Last, ${formatTime(last.at)}`, last.what, true)] : []),
  ];
}

/** The facts of a trade and the messages of both parties. */
export function factsOfTrade(trade: TransactionWithEvents, dispute: Dispute | null): Fact[] {
  const said = trade.events
    .filter(({ text }) => text !== null)
    .map(({ at, by, text }) => fact(`${humanised(by)}, ${formatTime(at)}`, text ?? '', true));
  return [
    fact('Total', formatUsd(trade.totalAmount)),
    fact('Marketplace fee', formatUsd(trade.platformFee)),
    fact('Bought', formatTime(trade.createdAt)),
    ...(dispute ? factsOfDelivery(dispute) : []),
    ...said,
  ];
}

const factsOfDelivery = ({ promisedDelivery, deliverBy, deliveredAt }: Dispute): Fact[] => [
  fact('Promised delivery', promisedDelivery),
  fact('Deliver by', formatTime(deliverBy)),
  fact('Delivered', deliveredAt ? formatTime(deliveredAt) : 'Not delivered'),
];

/** The record of a disputed trade's party. Only sellers are rated. */
export function factsOfParty(party: DisputeParty, side: 'buyer' | 'seller'): Fact[] {
  const { joinedAt, completedTrades, disputesWon, disputesLost, rating, ratings } = party;
  const stars = rating === null ? 'No ratings' : `${rating.toFixed(1)} of 5 (${formatWhole(ratings)})`;
  return [
    fact('Completed trades', formatWhole(completedTrades)),
    fact('Disputes won', formatWhole(disputesWon)),
    fact('Disputes lost', formatWhole(disputesLost)),
    ...(side === 'seller' ? [fact('Rating', stars)] : []),
    fact('Joined', formatTime(joinedAt)),
  ];
}

const fact = (name: string, text: string, wide?: true): Fact => ({ name, text, ...(wide && { wide }) });

const earned = ({ username, amount }: Waiting): string => `${username} ${formatUsd(amount)}`;

export function humanised(name: string): string {
  const words = name
    .replaceAll(/[._-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return capitalised(words);
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
