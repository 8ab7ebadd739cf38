import type { Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { type GamePlatform, type GameSession, orNull } from '../../../outside/game-platform.ts';
import { Refusal, refusalOr } from '../../../refusal.ts';
import type { OrderServices } from '../../../services.ts';
import { openRobloxSession } from '../../../supply/roblox-accounts/session.ts';
import type { Order } from '../order.ts';
import { passOrdered, problemOfPass } from '../purchasing/pass-problem.rules.ts';
import { MANUAL_TIMINGS, type ManualEvidence, type PassState } from './manual.rules.ts';

/** The evidence of a check, and when it was requested. */
export interface ManualPurchase extends ManualEvidence {
  /** By the database's clock. */
  readonly askedAt: Date;
  /** Why nobody can buy the pass as it was ordered. */
  readonly passProblem: string | null;
  readonly areRecordsRead: boolean;
  readonly balance: Robux | null;
  readonly purchaseToken: string | null;
}

type Reading = Pick<OrderServices, 'config' | 'db' | 'vault' | 'game' | 'manualTimings'>;

/**
 * Reads whether the seller has bought an order's pass, and if not, whether they can. Ownership and pass are public. Records and
 * balance need the account's cookie, so they are read only if they can decide: when the pass is owned, or when the order is late.
 */
export async function readManualPurchase(
  services: Reading,
  order: Order,
  robloxUserId: string,
): Promise<ManualPurchase> {
  const { game } = services;
  const start = await readStart(services, order);
  const owns = await orNull(game.ownsGamepass(robloxUserId, String(order.passId)));
  const seen = owns ? AS_ORDERED : await readPass(game, order);
  const common = { askedAt: start.askedAt, owns, ...seen };
  if (!owns && !start.isLate) return { ...common, ...NO_RECORDS };
  const session = await openRobloxSession(services, order.accountId);
  const records = await readRecords(game, session, { ...start, passId: String(order.passId), robloxUserId });
  if (owns || seen.pass !== 'as-ordered') return { ...common, ...records };
  return { ...common, ...records, pass: await readPassAsSeller(game, session, order) };
}

const AS_ORDERED = { pass: 'as-ordered', passProblem: null } as const;
const NO_RECORDS = {
  paidRobux: null,
  recordsShowNothing: false,
  areRecordsRead: false,
  balance: null,
  purchaseToken: null,
} as const;

interface Start {
  readonly askedAt: Date;
  readonly givenAt: Date | null;
  readonly balanceBefore: number | null;
  readonly isLate: boolean;
}

async function readStart({ db, manualTimings }: Reading, order: Order): Promise<Start> {
  const { graceMs } = manualTimings ?? MANUAL_TIMINGS;
  const { rows } = await sql<Start>`
    select clock_timestamp() as asked_at, m.given_at, m.balance_before,
      not emergency_stopped() and clock_timestamp() > o.manual_deadline + ${graceMs} * interval '1 millisecond' as is_late
    from orders o left join manual_orders m on m.order_id = o.id and m.account_id = o.account_id
    where o.id = ${order.id}`.execute(db);
  return rows[0]!;
}

/** The pass as someone without an account sees it. */
async function readPass(
  game: GamePlatform,
  order: Order,
): Promise<Pick<ManualPurchase, 'pass' | 'passProblem'>> {
  const seen = await orNull(game.gamepass(String(order.passId)).then((pass) => ({ pass })));
  if (!seen) return { pass: null, passProblem: null };
  const passProblem = problemOfPass(passOrdered(order), seen.pass);
  if (!passProblem) return AS_ORDERED;
  return { pass: seen.pass ? 'changed' : 'gone', passProblem };
}

/** A regional price may keep only this account from paying the agreed price. */
async function readPassAsSeller(
  game: GamePlatform,
  session: GameSession,
  { passId, manualPriceRobux }: Order,
): Promise<PassState> {
  const pass = await orNull(game.gamepass(String(passId), session));
  return pass && pass.payerPrice !== manualPriceRobux ? 'not-for-seller' : 'as-ordered';
}

/** What the records of an account say about a purchase whose order has moved on. A removed account has none. */
export async function readLateRecords(
  services: Reading,
  { orderId, accountId, passId, robloxUserId }: LateLook,
): Promise<Pick<ManualPurchase, 'paidRobux' | 'areRecordsRead'>> {
  const { givenAt } = await services.db
    .selectFrom('orders as o')
    .leftJoin('manualOrders as m', (join) =>
      join.onRef('m.orderId', '=', 'o.id').on('m.accountId', '=', accountId),
    )
    .where('o.id', '=', orderId)
    .select(({ fn }) => fn.coalesce('m.givenAt', 'o.createdAt').as('givenAt'))
    .executeTakeFirstOrThrow();
  const session = await refusalOr(() => openRobloxSession(services, accountId));
  if (session instanceof Refusal) return { paidRobux: null, areRecordsRead: false };
  const start = { givenAt, balanceBefore: null, passId: String(passId), robloxUserId };
  const { paidRobux, areRecordsRead } = await readRecords(services.game, session, start);
  return { paidRobux, areRecordsRead };
}

interface LateLook {
  readonly orderId: string;
  readonly accountId: string;
  readonly passId: number;
  readonly robloxUserId: string;
}

/** The clock of Roblox may differ this much from ours. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

async function readRecords(
  game: GamePlatform,
  session: GameSession,
  {
    passId,
    robloxUserId,
    givenAt,
    balanceBefore,
  }: Pick<Start, 'givenAt' | 'balanceBefore'> & { passId: string; robloxUserId: string },
): Promise<Omit<ManualPurchase, 'askedAt' | 'owns' | 'pass' | 'passProblem'>> {
  const records = await orNull(game.recentPurchases(session, robloxUserId));
  const balance = await orNull(game.robuxBalance(session));
  const since = (givenAt?.getTime() ?? 0) - MAX_CLOCK_DIFFERENCE_MS;
  const record = records?.find((one) => one.passId === passId && one.at.getTime() >= since);
  const hasSpent = balance === null || balance < (balanceBefore ?? 0);
  return {
    paidRobux: record?.amount ?? null,
    recordsShowNothing: records !== null && !record && !hasSpent,
    areRecordsRead: records !== null,
    balance,
    purchaseToken: record?.token ?? null,
  };
}
