import { cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { actWithin } from '../../../test/acting.ts';
import type { Caller } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { useStaffWorld } from '../../../test/staff-world.ts';
import { account, lockWallet } from '../../money/ledger/ledger.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { lockStock } from '../../supply/roblox-accounts/stock.ts';
import { lockOpen } from '../../trade/orders/order.ts';
import { stopOrdersOf } from '../../trade/orders/stopping.ts';
import { matchPreOrders } from '../../trade/pre-orders/pre-orders.ts';
import { buyListing } from '../../trade/transactions/buying.ts';
import { expireSessionsOf } from '../sessions/sessions.ts';
import { editPerson } from './people.ts';

const world = useStaffWorld();

describe('what begins in the moment of a ban ends with it', () => {
  /** Begins the second while the first has done its work and not committed. */
  async function together(
    first: (tx: Tx) => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<void> {
    const open = await openTransaction(world.services.db, async (tx) => void (await first(tx)));
    const waiting = second();
    await Promise.race([waiting, lockIsAwaited(world.database)]);
    open.release();
    await Promise.all([open.finished, waiting]);
  }

  test('a pre-order of the buyer that is matched', async () => {
    const [sela, nova] = [await world.seller(1_000, 3), await world.buyer(1_000)];
    const { db, queue } = world.services;
    const setActive = (tx: Db | Tx, isActive: boolean) =>
      tx.updateTable('robloxAccounts').set({ isActive }).where('id', '=', sela.accountId).execute();
    await setActive(db, false);
    const wish = { robuxAmount: 1_000, maxRatePerThousand: 3, gamepassUrl: (await world.pass(1_000)).url };
    expect((await nova.call('POST', '/api/pre-orders', wish)).status).toBe(201);
    const banning = async (tx: Tx) => {
      await tx.updateTable('users').set({ isBanned: true }).where('id', '=', nova.id).execute();
      await stopOrdersOf(tx, queue, nova.id, 'banned');
    };
    await together(banning, () => inTransaction(db, (tx) => setActive(tx, true)));
    await inTransaction(db, matchPreOrders);
    expect(await world.wallet(nova)).toMatchObject({ posted: 1_000, held: 0 });
  });

  test('an order that a worker holds while it waits for the stock, without a deadlock', async () => {
    const [sela, nova] = [await world.seller(1_000, 3), await world.buyer(1_000)];
    const place = async () => String((await world.order(nova, await world.pass(200), 200)).body.id);
    const [, second] = [await place(), await place()];
    const { banning } = await world.services.db.transaction().execute(async (tx) => {
      await lockOpen(tx, second);
      const edited = world.edit(sela, { isBanned: true });
      await lockIsAwaited(world.database);
      // shorter than the time after which the database looks for a deadlock
      await sql`set local lock_timeout = '500ms'`.execute(tx);
      await lockStock(tx);
      return { banning: edited };
    });
    await banning;
    expect(await world.wallet(nova)).toMatchObject({ posted: 1_000, held: 0 });
  });

  test.each([
    ['orders', orderOf],
    ['trades', tradeOf],
  ])(
    '%s of several buyers, one of whose wallets waits for the stock, without a deadlock',
    async (_, begin) => {
      const sela = await world.seller(1_000, 3);
      const [nova, mira] = [await world.buyer(1_000), await world.buyer(1_000)];
      await orderOf(sela, nova);
      await begin(sela, mira);
      const { banning } = await world.services.db.transaction().execute(async (tx) => {
        await lockWallet(tx, account.buyer(mira.id));
        const edited = world.edit(sela, { isBanned: true });
        await lockIsAwaited(world.database);
        await sql`set local lock_timeout = '500ms'`.execute(tx);
        await lockStock(tx);
        return { banning: edited };
      });
      expect((await banning).status).toBe(200);
      for (const each of [nova, mira])
        expect(await world.wallet(each)).toMatchObject({ posted: 1_000, held: 0 });
    },
  );

  test('a purchase of the seller’s listing', async () => {
    const [nova, sela] = [await world.buyer(1_000), await world.signIn('sela', 'seller')];
    const wanted = await listed(sela);
    await together(
      (tx) => buyListing(tx, nova.id, wanted),
      () => world.edit(sela, { isBanned: true }),
    );
    expect(await world.wallet(nova)).toMatchObject({ posted: 1_000, held: 0 });
  });

  test('a purchase of the seller’s listing that waits for the ban', async () => {
    const [nova, sela] = [await world.buyer(1_000), await world.signIn('sela', 'seller')];
    const wanted = await listed(sela);
    const { db, queue } = world.services;
    const staffId = world.otto.id;
    const person = { userId: sela.id, ownerDiscordIds: [] };
    let refused: unknown;
    await together(
      // with another field, the ban does not delete the listing
      (tx) =>
        actWithin(tx, staffId, () =>
          editPerson(tx, queue, staffId, person, { isBanned: true, isVerified: true }),
        ),
      () => inTransaction(db, (tx) => buyListing(tx, nova.id, wanted)).catch((error) => (refused = error)),
    );
    expect(refused).toMatchObject({ code: 'listing_not_found' });
    expect(await world.wallet(nova)).toMatchObject({ posted: 1_000, held: 0 });
  });

  test('a call of the person, whose session stays ended after an unban', async () => {
    const nova = await world.signIn('nova');
    const { asOwner } = world.database;
    await asOwner(`update sessions set last_seen_at = now() - interval '1 hour' where user_id = $1`, [
      nova.id,
    ]);
    const banning = async (tx: Tx) => {
      await tx.updateTable('users').set({ isBanned: true }).where('id', '=', nova.id).execute();
      await expireSessionsOf(tx, nova.id);
    };
    await together(banning, () => world.sessionStatus(nova));
    await world.edit(nova, { isBanned: false });
    expect(await world.sessionStatus(nova)).toBe(401);
  });
});

async function orderOf(_seller: Caller, buyer: Caller): Promise<void> {
  expect((await world.order(buyer, await world.pass(200), 200)).status).toBe(201);
}

async function tradeOf(seller: Caller, buyer: Caller): Promise<void> {
  const wanted = await listed(seller);
  await inTransaction(world.services.db, (tx) => buyListing(tx, buyer.id, wanted));
}

/** A new listing of the seller, as a buyer wants it. */
async function listed(seller: Caller) {
  const terms = { itemType: 'limited_items', quantity: 1, pricePerUnit: 5, deliveryTime: '1 hour' };
  const { body } = await seller.call('POST', '/api/listings', { title: 'Hat', ...terms });
  const [price, platformFee] = [cents(500), cents(25)];
  const shown = { pricePerUnit: price, totalAmount: price, platformFee };
  return { listingId: String(body.id), sellerId: seller.id, ...shown };
}
