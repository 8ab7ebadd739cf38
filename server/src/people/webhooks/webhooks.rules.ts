import { type Cents, dollarText, type Litoshi, ltcOf } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import type { WebhookEvent } from '@sterling/contract/webhook-events.ts';
import { WEBHOOK_PORTS } from '@sterling/contract/webhooks.ts';
import type { AccountNews } from '../inbox/account-news.rules.ts';
import type { News } from '../inbox/inbox.rules.ts';
import type { SecurityNews } from '../inbox/security-news.rules.ts';

/** A test event. It is sent on request and never appears in the inbox. */
export const TEST_CODE = 'webhook_test';

/** An event as the outbox stores it. */
export interface StoredEvent {
  readonly code: string;
  readonly details: unknown;
  /** The object that the news is about, if it has an id. */
  readonly subjectId: string | null;
  readonly at: Date;
}

type Type = WebhookEvent['type'];
/** Codes whose event has no id or state of an object. */
type OfNoObject = Exclude<AccountNews['code'], 'price_rule_paused'> | 'wallet_corrected';
/** The event of security news is named after its code. Every other code stands in a table below. */
type OfObjects = Exclude<News['code'], SecurityNews['code'] | OfNoObject>;
type OfObject = readonly [type: Type, state: string | null];

/** For each code about an object: the type of the event, and the state of the object at that time. Null: the event has it. */
const OF_OBJECTS: Readonly<Record<string, OfObject>> = {
  order_completed: ['order.completed', 'completed'],
  order_failed: ['order.failed', 'failed'],
  order_refused: ['order.refused', 'failed'],
  order_sold: ['order.sold', 'completed'],
  order_to_buy: ['order.to_buy', 'processing'],
  pre_order_matched: ['pre_order.matched', 'pending'],
  price_alert_met: ['price_alert.met', 'met'],
  standing_order_skipped: ['standing_order.skipped', 'active'],
  standing_order_paused: ['standing_order.paused', 'paused'],
  trade_bought: ['trade.bought', 'pending'],
  trade_delivered: ['trade.delivered', 'delivered'],
  trade_disputed: ['trade.disputed', 'disputed'],
  trade_completed: ['trade.completed', 'completed'],
  trade_lost: ['trade.lost', 'completed'],
  trade_refunded: ['trade.refunded', 'cancelled'],
  trade_cancelled: ['trade.cancelled', 'cancelled'],
  trade_restored: ['trade.restored', 'delivered'],
  trade_seller_banned: ['trade.seller_banned', 'delivered'],
  trade_message: ['trade.message', null],
  deposit_credited: ['deposit.credited', 'completed'],
  deposit_reversed: ['deposit.reversed', 'reversed'],
  withdrawal_requested: ['withdrawal.requested', 'pending'],
  withdrawal_sent: ['withdrawal.sent', 'pending'],
  withdrawal_confirmed: ['withdrawal.confirmed', 'completed'],
  withdrawal_cancelled: ['withdrawal.cancelled', 'cancelled'],
  withdrawal_failed: ['withdrawal.failed', 'failed'],
  price_rule_paused: ['price_rule.paused', 'paused'],
} satisfies Record<OfObjects, OfObject>;
const OF_NO_OBJECT: Readonly<Record<string, Type>> = {
  account_off_sale: 'account.off_sale',
  accounts_paused: 'account.all_paused',
  stock_low: 'account.low_stock',
  wallet_corrected: 'wallet.corrected',
} satisfies Record<OfNoObject, Type>;

/** The first word of a type: `order` of `order.completed`. */
type NounOf<Name> = Name extends `${infer Noun}.${string}` ? Noun : never;
/** The field with the object's id. */
const ID_NAMES: Readonly<Record<string, string>> = {
  order: 'orderId',
  pre_order: 'orderId',
  price_alert: 'alertId',
  standing_order: 'standingOrderId',
  trade: 'tradeId',
  deposit: 'depositId',
  withdrawal: 'withdrawalId',
  price_rule: 'priceRuleId',
} satisfies Record<Exclude<NounOf<Type>, 'account' | 'wallet' | 'security' | 'webhook'>, string>;

/** The type of an event's body. */
export function typeOf(code: string): string {
  if (code === TEST_CODE) return 'webhook.test';
  if (code in OF_NO_OBJECT) return OF_NO_OBJECT[code]!;
  return OF_OBJECTS[code]?.[0] ?? `security.${code}`;
}

/** The body of a request. A test compares the body of every code with the contract's WebhookEvent. */
export function bodyOf(stored: StoredEvent): string {
  const type = typeOf(stored.code);
  return JSON.stringify({ type, timestamp: stored.at.toISOString(), data: dataOf(stored, type) });
}

function dataOf({ code, details, subjectId }: StoredEvent, type: string): object {
  const news = details as Omit<News, 'code'>;
  if (code === 'account_off_sale') {
    const { username, status, ...more } = news as Omit<Extract<News, { username: string }>, 'code'>;
    return { accountId: subjectId, username, state: status, ...more };
  }
  const state = OF_OBJECTS[code]?.[1];
  if (state === undefined) return withTexts(news);
  return { [ID_NAMES[type.split('.')[0]!]!]: subjectId, ...(state && { state }), ...withTexts(news) };
}

/** The values of an event. Amounts and counts become texts, so that no reader rounds them. */
function withTexts(values: object): object {
  return Object.fromEntries(Object.entries(values).map(asText));
}

const DOLLAR_NAMES: Readonly<Record<string, string>> = {
  cents: 'usd',
  rateCents: 'rateUsd',
  maxCents: 'maxUsd',
  earnedCents: 'earnedUsd',
  ceilingCents: 'ceilingUsd',
  floorCents: 'floorUsd',
  backCents: 'backUsd',
};

function asText([name, value]: [string, unknown]): [string, unknown] {
  if (typeof value !== 'number') return [name, value];
  const dollarName = DOLLAR_NAMES[name];
  if (dollarName) return [dollarName, dollarText(value as Cents)];
  if (name === 'litoshi') return ['ltc', ltcOf(value as Litoshi).toFixed(8)];
  return [name, String(value)];
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
// biome-ignore format: a timetable is read in a line
/** Waits between attempts. Together they take about three days. */
export const RETRY_SECONDS = [
  5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR,
] as const;
const MAX_ASKED_SECONDS = HOUR;
/** The share by which a wait varies, so that retries of many events do not come together. */
const JITTER = 0.05;

/**
 * Seconds until the next attempt after `tries` attempts; null after the last one. A receiver may ask for a longer wait, up to
 * an hour. `random` is from 0 to 1.
 */
export function waitAfter(tries: number, askedSeconds: number | null, random: number): number | null {
  const seconds = RETRY_SECONDS[tries - 1];
  if (seconds === undefined) return null;
  const asked = Math.min(askedSeconds ?? 0, MAX_ASKED_SECONDS);
  return Math.max(seconds * (1 + JITTER * (2 * random - 1)), asked);
}

/**
 * The address of a webhook in its canonical form, or what is wrong with it. `sandboxUrl` may be reached without TLS, because
 * the sandbox has no certificate.
 */
export function parseUrl(written: string, sandboxUrl: string | null): URL | string {
  if (!URL.canParse(written)) return text('must be an https:// address');
  const url = new URL(written);
  if (url.protocol !== 'https:' && !isSandbox(url, sandboxUrl)) return text('must be an https:// address');
  if (url.username || url.password) return text('must not contain a username or password');
  url.hash = '';
  return url;
}

const isSandbox = (url: URL, sandboxUrl: string | null): boolean =>
  sandboxUrl !== null && url.origin === new URL(sandboxUrl).origin;

/** The port of an address. */
export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** Whether an address that `parseUrl` accepts has an allowed port. The sandbox's own may be any. */
export const isPortAllowed = (url: URL, sandboxUrl: string | null): boolean =>
  WEBHOOK_PORTS.includes(portOf(url)) || isSandbox(url, sandboxUrl);

/** Whether the receiver accepted the event. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
/** Whether the receiver wants no more events. */
export const isGone = (status: number): boolean => status === 410;
