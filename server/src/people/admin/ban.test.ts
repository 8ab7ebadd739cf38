import { cents } from '@sterling/contract/money.ts';
import { describe, expect, test } from 'vitest';
import { freshAddress } from '../../../test/payer.ts';
import { loseDeposit } from '../../../test/reversed-deposit.ts';
import { useStaffWorld } from '../../../test/staff-world.ts';
import { stepNow } from '../../../test/steps.ts';
import { credit } from '../../../test/wallets.ts';

const world = useStaffWorld();

const ban = (person: { id: string }) => world.edit(person, { isBanned: true });

describe('S7.03 a ban', () => {
  test('deletes the user’s data and sessions, and keeps the user row so that it can be lifted', async () => {
    const sela = await world.seller(1_000, 3.5);
    const { status, body } = await ban(sela);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: sela.id, isBanned: true, deleted: true, email: null, avatar: null });
    expect(await world.sessionStatus(sela)).toBe(401);
    const account = world.services.db.selectFrom('robloxAccounts').where('id', '=', sela.accountId);
    const bare = {
      sealedCookie: null,
      username: 'deleted',
      robloxUserId: 0,
      profilePicture: null,
      ownershipIp: '',
    };
    expect(await account.selectAll().executeTakeFirst()).toMatchObject(bare);
    expect((await world.userRow(sela)).discordId).not.toBeNull();
    const unbanned = await world.edit(sela, { isBanned: false });
    expect(unbanned.body).toMatchObject({ isBanned: false, deleted: false });
    const { body: entries } = await world.ada.call('GET', `/api/admin/audit?search=${sela.id}`);
    expect((entries as unknown as { action: string }[]).map(({ action }) => action)).toEqual([
      'users.edited',
      'users.banned',
    ]);
  });

  test.each([
    ['the ban toggle', { isBanned: true }],
    ['the edit dialog', { role: 'buyer', isOwner: false, isVerified: false, isBanned: true }],
  ])('by %s tells the user’s open pages why they are signed out', async (_by, changes) => {
    const nova = await world.signIn('nova');
    await world.edit(nova, changes);
    const poll = () => nova.call('GET', '/api/auth/user', undefined, { prefer: 'anonymous' });
    expect([await poll(), await nova.call('GET', '/api/wallet'), await ban(nova)]).toMatchObject([
      { status: 401, body: { code: 'account_banned', message: 'Account banned' } },
      { status: 401, body: { code: 'account_banned' } },
      { status: 200 },
    ]);
    // what is kept to recognise the page says nothing about the person
    const kept = world.services.db.selectFrom('sessions').where('userId', '=', nova.id);
    expect(await kept.select(['ip', 'userAgent']).execute()).toEqual([{ ip: '', userAgent: '' }]);
    // lifting the ban revives no session
    await world.edit(nova, { isBanned: false });
    expect(await nova.call('GET', '/api/wallet')).toMatchObject({
      status: 401,
      body: { code: 'authentication_required' },
    });
    expect((await poll()).status).toBe(204);
  });

  test('closes the user’s waiting pre-orders and undelivered trades, and removes their listings', async () => {
    const [sela, nova] = [await world.signIn('sela', 'seller'), await world.buyer(2_000)];
    const waiting = await world.pass(400);
    const wish = { robuxAmount: 400, maxRatePerThousand: 2, gamepassUrl: waiting.url };
    expect((await nova.call('POST', '/api/pre-orders', wish)).status).toBe(201);
    const terms = { itemType: 'limited_items', quantity: 1, pricePerUnit: 5, deliveryTime: '1 hour' };
    const [hat, cap] = [
      await sela.call('POST', '/api/listings', { title: 'Hat', ...terms }),
      await sela.call('POST', '/api/listings', { title: 'Cap', ...terms }),
    ];
    const bought = { sellerId: sela.id, quantity: 1, pricePerUnit: 5, totalAmount: 5, platformFee: '0.25' };
    const trade = await nova.call('POST', '/api/transactions', { listingId: hat.body.id, ...bought });
    expect(trade.status).toBe(201);
    await ban(sela);
    expect(await world.wallet(nova)).toMatchObject({ posted: 2_000, held: 0 });
    const listings = world.services.db.selectFrom('listings').where('sellerId', '=', sela.id);
    expect(await listings.select(['status', 'title']).execute()).toEqual([
      { status: 'cancelled', title: 'deleted' },
      { status: 'cancelled', title: 'deleted' },
    ]);
    expect((await nova.call('GET', `/api/listings?sellerId=${sela.id}`)).body).toEqual([]);
    expect(cap.status).toBe(201);
    await ban(nova);
    const preOrders = world.services.db.selectFrom('preOrders').where('buyerId', '=', nova.id);
    expect(await preOrders.select('status').execute()).toEqual([{ status: 'closed' }]);
  });

  test('leaves the user’s money in the ledger, where a correction can release it', async () => {
    const nova = await world.buyer(4_200);
    await ban(nova);
    const { body } = await world.ada.call('GET', `/api/admin/users?search=${nova.id}`);
    expect(body).toMatchObject([{ isBanned: true, buyerBalance: 42 }]);
    const released = await world.otto.call('POST', '/api/admin/corrections', {
      userId: nova.id,
      walletType: 'buyer',
      amount: '-42.00',
      reason: 'paid out by hand',
    });
    expect(released.body).toMatchObject({ success: true, balance: 0 });
  });

  test('is refused for owners, and the last owner cannot give up the role', async () => {
    const otho = await world.signIn('otho', 'buyer', true);
    for (const changes of [
      { isBanned: true },
      { role: 'buyer', isOwner: true, isVerified: false, isBanned: true },
      { isOwner: false, isBanned: true },
    ]) {
      const { status, body } = await world.edit(otho, changes);
      expect([status, body.code]).toEqual([409, 'owner_protected']);
    }
    expect(await world.sessionStatus(otho)).toBe(200);
    expect((await world.edit(otho, { isOwner: false })).status).toBe(200);
    expect((await world.edit(world.otto, { isOwner: false })).body).toMatchObject({
      code: 'owner_protected',
      message: 'There must be an owner',
    });
  });

  test('refunds the buyer’s orders that were not sent, and reassigns the orders of a banned seller', async () => {
    const dear = await world.seller(1_000, 4);
    const cheap = await world.seller(1_000, 3);
    const [nova, nick] = [await world.buyer(1_000), await world.buyer(1_000)];
    const own = await world.order(nova, await world.pass(500), 500, { ratePerThousand: 4 });
    const other = await world.order(nick, await world.pass(500), 500, { ratePerThousand: 4 });
    await ban(nova);
    expect(await world.wallet(nova)).toMatchObject({ posted: 1_000, held: 0 });
    await ban(cheap);
    expect(await world.wallet(nick)).toMatchObject({ held: 200 });
    const row = world.services.db.selectFrom('orders').select(['status', 'sellerId', 'failureReason']);
    expect(await row.where('id', '=', String(own.body.id)).executeTakeFirst()).toMatchObject({
      status: 'failed',
      failureReason: 'This account has been banned',
    });
    expect(await row.where('id', '=', String(other.body.id)).executeTakeFirst()).toMatchObject({
      sellerId: dear.id,
    });
    await stepNow(world.orderServices, String(other.body.id));
    expect((await world.final(nick, other)).status).toBe('completed');
  });

  test('lets a sent purchase finish and deletes the account’s cookie afterwards', async () => {
    const sela = await world.seller(1_000, 3);
    const nova = await world.buyer(1_000);
    const placed = await world.order(nova, await world.pass(500), 500);
    const order = await world.services.db
      .selectFrom('orders')
      .where('id', '=', String(placed.body.id))
      .selectAll()
      .executeTakeFirstOrThrow();
    await world.services.db
      .updateTable('orders')
      .set({ status: 'processing' })
      .where('id', '=', order.id)
      .execute();
    await world.services.db
      .insertInto('purchaseAttempts')
      .values({
        orderId: order.id,
        accountId: order.accountId,
        passId: order.passId,
        priceRobux: 500,
        balanceBefore: 1_000,
      })
      .execute();
    await ban(sela);
    const cookie = async () =>
      await world.services.db
        .selectFrom('robloxAccounts')
        .where('id', '=', sela.accountId)
        .select(['sealedCookie', 'isActive', 'username'])
        .executeTakeFirstOrThrow();
    expect(await cookie()).toMatchObject({ isActive: false });
    expect((await cookie()).sealedCookie).not.toBeNull();
    await expect
      .poll(
        async () => {
          await stepNow(world.orderServices, order.id);
          return (
            await world.services.db
              .selectFrom('orders')
              .where('id', '=', order.id)
              .select('status')
              .executeTakeFirstOrThrow()
          ).status;
        },
        { timeout: 60_000, interval: 500 },
      )
      .toMatch(/completed|failed/);
    expect(await cookie()).toEqual({ sealedCookie: null, isActive: false, username: 'deleted' });
  });

  test('fails withdrawals that are not signed yet', async () => {
    const sela = await world.signIn('sela', 'seller');
    await credit(world.services.db, sela.id, 5_000, { wallet: 'seller' });
    const requested = await sela.call('POST', '/api/wallet/withdraw', {
      amount: 20,
      ltcAddress: freshAddress(),
      walletType: 'seller',
    });
    expect(requested.status).toBe(201);
    await world.edit(sela, { role: 'seller', isOwner: false, isVerified: false, isBanned: true });
    const row = world.services.db
      .selectFrom('withdrawals')
      .where('userId', '=', sela.id)
      .select(['state', 'reason']);
    expect(await row.executeTakeFirst()).toEqual({ state: 'failed', reason: 'This account has been banned' });
    expect(await world.wallet(sela, 'seller')).toMatchObject({ posted: 5_000, held: 0 });
  });
});

test('an order of a buyer whose wallet is frozen is refunded instead of bought', async () => {
  await world.seller(1_000, 3);
  const nova = await world.buyer(1_000);
  const placed = await world.order(nova, await world.pass(500), 500);
  await loseDeposit(world.services.db, nova.id, cents(1_000));
  await stepNow(world.orderServices, String(placed.body.id));
  expect((await world.final(nova, placed)).failureReason).toBe(
    'Your account is banned or your wallet is frozen',
  );
  await credit(world.services.db, nova.id, 1_000);
});
