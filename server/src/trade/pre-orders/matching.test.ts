import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useQueue } from '../../../test/pre-orders.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import { credit, spend } from '../../../test/wallets.ts';
import { walletBalance } from '../../money/ledger/ledger.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { aggregated } from '../../supply/market/market.reads.ts';
import { closePreOrdersOf, matchPreOrders } from './pre-orders.ts';

const queue = useQueue();
describe('S4.14 a waiting pre-order', () => {
  it('is matched in the transaction that adds stock, at the seller’s rate', async () => {
    const nova = await queue.buyer(400);
    const waiting = await queue.preOrder(nova);
    expect(await queue.stateOf(waiting)).toMatchObject({
      status: 'waiting',
      waitsFor: 'stock',
      orderId: null,
    });
    const accountId = await queue.stock(5_000, 333);
    const order = await queue.orderOf(waiting);
    expect(order).toMatchObject({
      buyerId: nova,
      accountId,
      sellerId: queue.sela,
      robuxAmount: 1_000,
      rateCents: 333,
      maxRateCents: 400,
      totalCents: 333,
      status: 'pending',
      setsPrice: false,
    });
    expect(await walletBalance(queue.database.db, nova, 'buyer')).toEqual({
      posted: 400,
      held: 333,
      available: 67,
    });
    expect((await aggregated(queue.database.db)).reduce((sum, row) => sum + row.totalRobux, 0)).toBe(4_000);
    const events = await queue.database.db
      .selectFrom('orderEvents')
      .where('orderId', '=', order!.id)
      .select(['code', 'details'])
      .execute();
    expect(events).toEqual([{ code: 'matched', details: { robux: 1_000, rateCents: 333, totalCents: 333 } }]);
  });

  it('is matched immediately if stock exists when it is placed', async () => {
    await queue.stock(5_000, 300);
    const cheaper = await queue.stock(1_000, 250);
    expect(await queue.orderOf(await queue.preOrder(await queue.buyer()))).toMatchObject({
      accountId: cheaper,
      totalCents: 250,
    });
  });

  const CHANGES: [what: string, before: string, after: string][] = [
    ['activated', 'is_active = false', 'is_active = true'],
    ['back online', `status = 'offline'`, `status = 'online'`],
    ['cheaper', 'rate_cents = 401', 'rate_cents = 400'],
    ['refilled', 'robux_balance = 999', 'robux_balance = 1000'],
    ['released', 'reserved_robux = 1', 'reserved_robux = 0'],
  ];
  it.each(CHANGES)('is matched when an account is %s', async (_what, before, after) => {
    const accountId = await queue.stock(1_000, 300);
    await queue.change(accountId, before);
    const waiting = await queue.preOrder(await queue.buyer());
    expect(await queue.orderOf(waiting)).toBeNull();
    await queue.change(accountId, after);
    expect(await queue.orderOf(waiting)).toMatchObject({ accountId });
  });

  it('is matched when a seller is unbanned and when an emergency stop ends, but not during the stop', async () => {
    const waiting = await queue.preOrder(await queue.buyer());
    await queue.database.asOwner('update users set is_banned = true where id = $1', [queue.sela]);
    await queue.stock();
    expect(await queue.orderOf(waiting)).toBeNull();
    await queue.database.asOwner('update users set is_banned = false where id = $1', [queue.sela]);
    expect(await queue.orderOf(waiting)).not.toBeNull();

    const another = await queue.preOrder(await queue.buyer());
    await setEmergencyStop(queue.database, true);
    await queue.stock();
    expect(await inTransaction(queue.database.db, matchPreOrders)).toBe(0);
    expect(await queue.orderOf(another)).toBeNull();
    await setEmergencyStop(queue.database, false);
    expect(await queue.orderOf(another)).not.toBeNull();
  });
});

describe('S4.14 matching', () => {
  it('serves the oldest pre-orders that fit first, whatever rates they offer', async () => {
    const first = await queue.preOrder(await queue.buyer(), 1_000, 300);
    const higher = await queue.preOrder(await queue.buyer(), 1_000, 600);
    const tooLarge = await queue.preOrder(await queue.buyer(), 2_001, 600);
    const tooLow = await queue.preOrder(await queue.buyer(), 100, 299);
    const last = await queue.preOrder(await queue.buyer(), 1_000, 600);
    await queue.stock(2_000, 300);
    expect((await queue.orderOf(first))?.rateCents).toBe(300);
    expect((await queue.orderOf(higher))?.rateCents).toBe(300);
    for (const id of [tooLarge, tooLow, last]) expect(await queue.orderOf(id)).toBeNull();
  });

  it('gives the oldest pre-order the cheapest account that fits', async () => {
    const [older, newer] = [
      await queue.preOrder(await queue.buyer(), 800, 500),
      await queue.preOrder(await queue.buyer(), 500, 500),
    ];
    const ids = await inTransaction(queue.database.db, async (tx) => {
      const make = async (amount: number, rateCents: number) => {
        const { rows } = await sql<{ id: string }>`
          insert into roblox_accounts (user_id, roblox_user_id, username, robux_balance, rate_cents, status, sealed_cookie,
            ownership_confirmed_at, ownership_ip, ownership_statement)
          values (${queue.sela}, ${30_000_000_000 + rateCents}, 'x', ${amount}, ${rateCents}, 'online', 'x', now(), '', '')
          returning id`.execute(tx);
        return rows[0]!.id;
      };
      return [await make(500, 200), await make(1_000, 300), await make(1_000, 250)];
    });
    expect((await queue.orderOf(older))?.accountId).toBe(ids[2]);
    expect((await queue.orderOf(newer))?.accountId).toBe(ids[0]);
  });

  it('never uses the buyer’s own account', async () => {
    const nova = await queue.buyer();
    const own = await queue.preOrder(nova);
    const other = await queue.preOrder(await queue.buyer());
    await queue.stock(1_000, 300, nova);
    expect(await queue.orderOf(own)).toBeNull();
    expect(await queue.orderOf(other)).not.toBeNull();
  });

  it('skips a buyer who cannot pay until their balance grows, and serves the next one', async () => {
    const nova = await queue.buyer(400);
    const poor = await queue.preOrder(nova);
    await spend(queue.database.db, nova, 101);
    const next = await queue.preOrder(await queue.buyer());
    const accountId = await queue.stock(2_000, 300);
    expect(await queue.stateOf(poor)).toMatchObject({ status: 'waiting', affordableRateCents: 299 });
    expect(await queue.orderOf(next)).toMatchObject({ accountId });
    await credit(queue.database.db, nova, 1);
    expect(await queue.stateOf(poor)).toMatchObject({ affordableRateCents: 400 });
    expect(await inTransaction(queue.database.db, matchPreOrders)).toBe(1);
    expect(await queue.orderOf(poor)).toMatchObject({ accountId, totalCents: 300 });
  });

  it('serves a buyer who can pay the cheapest account but not their maximum rate', async () => {
    const nova = await queue.buyer(600);
    const waiting = await queue.preOrder(nova, 1_000, 600);
    await spend(queue.database.db, nova, 300);
    const right = await queue.stock(1_000, 300);
    expect(await queue.orderOf(waiting)).toMatchObject({ accountId: right });
  });

  it('serves a buyer with too low a balance when a cheaper account appears', async () => {
    const nova = await queue.buyer(400);
    const poor = await queue.preOrder(nova);
    await spend(queue.database.db, nova, 200);
    await queue.stock(1_000, 300);
    expect(await queue.stateOf(poor)).toMatchObject({ status: 'waiting', affordableRateCents: 200 });
    const cheap = await queue.stock(1_000, 200);
    expect(await queue.orderOf(poor)).toMatchObject({ accountId: cheap, totalCents: 200 });
  });

  it('skips the pre-order of a banned buyer until the ban ends or the pre-order is closed', async () => {
    const nova = await queue.buyer();
    const waiting = await queue.preOrder(nova);
    await queue.database.asOwner('update users set is_banned = true where id = $1', [nova]);
    await queue.stock();
    expect(await queue.stateOf(waiting)).toMatchObject({ status: 'waiting' });
    await queue.database.asOwner('update users set is_banned = false where id = $1', [nova]);
    expect(await queue.stateOf(waiting)).toMatchObject({ status: 'matched' });
    const another = await queue.preOrder(nova);
    await inTransaction(queue.database.db, (tx) => closePreOrdersOf(tx, [nova], 'Your account was banned'));
    expect(await queue.stateOf(another)).toMatchObject({
      status: 'closed',
      closeReason: 'Your account was banned',
    });
    expect(await queue.stateOf(waiting)).toMatchObject({ status: 'matched' });
    await queue.stock();
    expect(await queue.orderOf(another)).toBeNull();
  });

  it('skips the pre-order of a buyer who became an admin, who may not buy, until they are a buyer again', async () => {
    const nova = await queue.buyer();
    const waiting = await queue.preOrder(nova);
    const become = (role: string) =>
      queue.database.asOwner('update users set role = $2 where id = $1', [nova, role]);
    await become('admin');
    await queue.stock();
    expect(await queue.stateOf(waiting)).toMatchObject({ status: 'waiting' });
    await become('seller');
    expect(await queue.stateOf(waiting)).toMatchObject({ status: 'matched' });
    // an owner may buy whatever the role is
    const another = await queue.preOrder(nova);
    await become('admin');
    await queue.database.asOwner('update users set is_owner = true where id = $1', [nova]);
    await queue.stock();
    expect(await queue.stateOf(another)).toMatchObject({ status: 'matched' });
  });
});
