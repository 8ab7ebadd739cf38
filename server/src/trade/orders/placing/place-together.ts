import { randomUUID } from 'node:crypto';
import type { RobuxOrder } from '@sterling/contract/orders.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Calls } from '../../../platform/db/prepared-pool.ts';
import { type Keyed, replayOf, type StoredAnswer } from '../../../platform/idempotency/answers.ts';
import { Refusal } from '../../../refusal.ts';
import { shownOrder } from '../orders.reads.ts';
import { tellParties } from '../timeline.ts';
import { passColumns, placedText } from './order-row.ts';
import { CREATED, type Member, type Outcome } from './placement-request.ts';

export interface BatchServices {
  readonly db: Db;
  readonly calls: Calls;
}

/**
 * Places what is plain of some orders: whole ones without a cookie, while nothing limits their buyers. Answers in their
 * order, with null for those that want a closer look. Throws with a code of the database when nothing was placed. When
 * others go beside them, their stock is taken in a transaction of its own.
 */
export async function placePlain(
  { db, calls }: BatchServices,
  members: readonly Member[],
  { isBeside }: { isBeside: boolean },
): Promise<Outcome[]> {
  return placed(db, members, async (asked) => {
    if (asked.length === 1) return plainRows(await calls.call('place-order', PLACE_ORDER, oneOf(asked[0]!)));
    const claim = isBeside ? randomUUID() : null;
    try {
      return plainRows(await calls.call('place-plain', PLACE_PLAIN, [claim, ...manyOf(asked)]));
    } catch (error) {
      // else the worker does it
      if (claim) await calls.call('give-back', GIVE_BACK, [claim]).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Places what can be placed of some orders in one transaction, as if one after the other: whole orders without a cookie
 * (docs/money.md, The order lane). Answers in their order. Throws with the code LN001 when stock changed meanwhile and
 * 23505 when a key got its answer meanwhile: to be tried again.
 */
export async function placeTogether(
  { db, calls }: BatchServices,
  members: readonly Member[],
): Promise<Outcome[]> {
  return placed(db, members, async (asked) => {
    let rows = await placeMany(calls, asked);
    for (let tries = 1; rows.some(isClaimed); tries += 1)
      rows = await placeClaimed(calls, asked, rows, tries);
    return rows;
  });
}

const placeMany = (calls: Calls, asked: readonly Member[]): Promise<Row[]> =>
  calls.call<Row>('place-orders', PLACE_ORDERS, manyOf(asked));

const isClaimed = ({ what }: Row): boolean => what === 'claimed';
const MOST_TRIES = 5;

/**
 * Places those whose stock others have taken and not written yet, once those have ended; the rows of all. Never throws, for
 * the others are placed; who gets no row wants a closer look.
 */
async function placeClaimed(
  calls: Calls,
  asked: readonly Member[],
  rows: readonly Row[],
  tries: number,
): Promise<Row[]> {
  const numbers = rows.filter(isClaimed).map(({ n }) => n);
  const others = rows.filter((row) => !isClaimed(row));
  if (tries === MOST_TRIES) return [...others, ...numbers.map((n): Row => ({ n, what: 'out_of_stock' }))];
  try {
    await calls.call('settle', SETTLE, []);
    const again = await placeMany(
      calls,
      numbers.map((n) => asked[n - 1]!),
    );
    return [...others, ...again.map((row) => ({ ...row, n: numbers[row.n - 1]! }))];
  } catch {
    return others;
  }
}

async function placed(
  db: Db,
  members: readonly Member[],
  place: (asked: readonly Member[]) => Promise<Row[]>,
): Promise<Outcome[]> {
  const firstOf = firstsByKey(members);
  const asked = members.filter((member) => isWhole(member) && firstOf(member) === member);
  if (asked.length === 0) return members.map(() => null);
  const rows = await place(asked);
  const got = new Map(rows.map((row) => [asked[row.n - 1]!, row]));
  for (const [{ buyerId }, row] of got)
    if (row.what === 'placed') await tellParties(db, { ...row, buyerId }, 'pending');
  return members.map((member) => outcomeOf(member, firstOf(member), got.get(firstOf(member))));
}

const isWhole = ({ order }: Member): boolean => order.buyerCookie === undefined;

/** Tells of each member the first one with its key: that one is placed, the others get its answer. */
function firstsByKey(members: readonly Member[]): (member: Member) => Member {
  const firsts = new Map<string, Member>();
  for (const member of members) {
    const name = member.keyed && nameOfKey(member.keyed);
    if (name && !firsts.has(name)) firsts.set(name, member);
  }
  return (member) => (member.keyed ? firsts.get(nameOfKey(member.keyed))! : member);
}

const nameOfKey = ({ userId, key }: Keyed): string => `${userId} ${key}`;

/** What place_orders() answers (migrations/0039_order_is_answer.sql). */
type Row = { readonly n: number } & (
  | ({ readonly what: 'placed' } & Terms)
  | ({ readonly what: 'stored' } & StoredAnswer)
  | { readonly what: 'out_of_stock' | 'insufficient_balance' | 'claimed' }
);

/** What an order was placed for. */
interface Terms {
  readonly id: string;
  readonly at: Date;
  readonly accountId: string;
  readonly sellerId: string;
  readonly rateCents: number;
  readonly totalCents: number;
}

/** Those that place_order() and place_plain_orders() have placed (migrations/0039_order_is_answer.sql). */
function plainRows([row]: { readonly placed: string | null }[]): Row[] {
  if (row!.placed === null) return [];
  const { at: placedAt, ids, accountIds, sellerIds, rates, totals } = JSON.parse(row!.placed) as Placed;
  const at = new Date(placedAt);
  const rows = ids.map((id, index) => ({
    n: index + 1,
    what: 'placed' as const,
    id: id!,
    at,
    accountId: accountIds[index]!,
    sellerId: sellerIds[index]!,
    rateCents: rates[index]!,
    totalCents: totals[index]!,
  }));
  return rows.filter(({ id }) => id !== null);
}

/** The nth of each is the nth order's; null where it was not placed. */
interface Placed {
  readonly at: string;
  readonly ids: readonly (string | null)[];
  readonly accountIds: readonly (string | null)[];
  readonly sellerIds: readonly (string | null)[];
  readonly rates: readonly (number | null)[];
  readonly totals: readonly (number | null)[];
}

const PLACE_ORDER = 'select place_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as placed';
const PLACE_PLAIN = 'call place_plain_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, null)';
const SETTLE = 'select settle_stock_claims()';
const GIVE_BACK = 'select give_back_stock($1)';
const PLACE_ORDERS = `select n, what, at, id, account_id as "accountId", seller_id as "sellerId", rate_cents as "rateCents",
    total_cents as "totalCents", request_hash as "requestHash", status, reply
  from place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

const oneOf = (member: Member): unknown[] => [member.buyerId, ...columnsOf(member)];

function manyOf(members: readonly Member[]): unknown[][] {
  const buyers = new Map<string, number>();
  for (const { buyerId } of members) if (!buyers.has(buyerId)) buyers.set(buyerId, buyers.size + 1);
  const rows = members.map(columnsOf);
  return [
    [...buyers.keys()],
    members.map(({ buyerId }) => buyers.get(buyerId)!),
    ...rows[0]!.map((_, column) => rows.map((row) => row[column])),
  ];
}

function columnsOf({ order, keyed }: Member): unknown[] {
  const { gamepassUrl, passId, productId, passName, creatorType, creatorTargetId } = passColumns(order.pass);
  return [
    order.robuxAmount,
    order.atMostRateCents ?? null,
    ...[gamepassUrl, passId, productId, passName, creatorType, creatorTargetId],
    keyed?.key ?? null,
    keyed?.requestHash ?? null,
  ];
}

function outcomeOf(member: Member, first: Member, row: Row | undefined): Outcome {
  if (!row || row.what === 'claimed') return null;
  if (row.what !== 'placed' && row.what !== 'stored') return first === member ? new Refusal(row.what) : null;
  if (row.what === 'stored') return replayOf(row, member.keyed!);
  const body = bodyOf(first, row);
  if (first === member) return { status: CREATED, body, replayed: false };
  return replayOf({ requestHash: first.keyed!.requestHash, status: CREATED, reply: body }, member.keyed!);
}

/** A new order as its buyer sees it, as stored_reply() makes it again later. */
function bodyOf({ buyerId, order }: Member, { at, ...terms }: Terms): RobuxOrder {
  const row = {
    ...terms,
    buyerId,
    robuxAmount: order.robuxAmount,
    gamepassUrl: order.pass.url,
    passName: order.pass.name,
    status: 'pending',
    failureReason: null,
    createdAt: at,
    endedAt: null,
    manualDeadline: null,
    storeUrl: null,
  };
  return shownOrder(row, [{ at: at.toISOString(), what: placedText(row) }], false);
}
