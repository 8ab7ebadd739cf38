import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { loseDeposit } from '../../../test/reversed-deposit.ts';
import { stepNow } from '../../../test/steps.ts';
import { credit, postedOf } from '../../../test/wallets.ts';
import { account } from '../../money/ledger/ledger.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { stopWithdrawalsOf } from '../../money/withdrawals/stopping.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { buildServer } from '../../platform/http/server.ts';

let world: OrderWorld;
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
});
beforeEach(async () => {
  expect((await clean()).status).toBe(200);
});
afterAll(() => world.close());

const clean = (body: unknown = { confirm: 'CLEAN' }) => otto.call('POST', '/api/admin/clean-database', body);
const signedIn = async (who: Caller) => (await who.call('GET', '/api/auth/user')).status === 200;
const count = async (query: string) =>
  Number((await world.database.asOwner(`select count(*) from ${query}`)).rows[0].count);

describe('S7.05 cleaning the database', () => {
  test('lets the figures of the market start from zero', async () => {
    await world.seller(1_000, 3);
    const figures = async (who: Caller) => {
      const [platform, rates, ticker] = await Promise.all([
        who.call('GET', '/api/platform-stats'),
        who.call('GET', '/api/stats/rates?days=7'),
        who.call('GET', '/api/stats/ticker'),
      ]);
      const { robux } = rates.body.totals as { robux: number };
      return [platform.body.totalRobuxSold, robux, (ticker.body.trades as object[]).length];
    };
    const buy = async () => {
      const nova = await world.buyer(1_000);
      const done = await world.order(nova, await world.pass(200), 200);
      await stepNow(world.orderServices, String(done.body.id));
      expect((await world.final(nova, done)).status).toBe('completed');
    };
    await buy();
    await expect.poll(() => figures(otto)).toEqual([200, 200, 1]);
    expect((await clean()).status).toBe(200);
    await expect.poll(() => figures(otto)).toEqual([0, 0, 0]);
    await world.seller(1_000, 3);
    await buy();
    await expect.poll(() => figures(otto)).toEqual([200, 200, 1]);
  });

  test('removes all users except owners with all their data, and the books balance', async () => {
    const { db } = world.services;
    const sela = await world.seller(1_000, 3);
    const [nova, nick] = [await world.buyer(1_000), await world.buyer(2_000)];
    await nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
    const done = await world.order(nova, await world.pass(200), 200);
    await stepNow(world.orderServices, String(done.body.id));
    expect((await world.final(nova, done)).status).toBe('completed');
    await world.order(nick, await world.pass(300), 300);
    await credit(db, otto.id, 700);
    const owed = await world.buyer(500);
    await loseDeposit(db, owed.id, cents(900));
    const listing = await sela.call('POST', '/api/listings', {
      title: 'Hat',
      itemType: 'limited_items',
      quantity: 1,
      pricePerUnit: 5,
      deliveryTime: '1 hour',
    });
    await nick.call('POST', '/api/transactions', {
      listingId: listing.body.id,
      sellerId: sela.id,
      quantity: 1,
      pricePerUnit: 5,
      totalAmount: 5,
      platformFee: '0.25',
    });
    const stay = [
      'ledger_events',
      'ledger_postings',
      'addresses',
      'chain_outputs',
      'chain_blocks',
      'audit_log',
    ];
    const before = await Promise.all(stay.map(count));
    const adjusted = await postedOf(db, account.adjustments);

    const { status, body } = await clean();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      cleared: { users: 4, robloxAccounts: 1, walletTransactions: 1 },
    });
    expect(await world.differences()).toEqual([]);
    expect(await Promise.all([sela, nova, nick, owed].map(signedIn))).toEqual([false, false, false, false]);
    expect(await signedIn(otto)).toBe(true);
    expect(await world.wallet(otto)).toMatchObject({ posted: 700 });
    for (const gone of [sela, nova, nick, owed]) {
      expect(await world.wallet(gone)).toMatchObject({ posted: 0, held: 0 });
      expect(await world.wallet(gone, 'seller')).toMatchObject({ posted: 0, held: 0 });
    }
    // 9.40 from nova, 20.00 from nick and 0.60 from sela, less 4.00 that the fourth user owed
    expect((await postedOf(db, account.adjustments)) - adjusted).toBe(940 + 2_000 + 60 - 400);
    const after = await Promise.all(stay.map(count));
    expect(after.filter((rows, index) => rows < before[index]!)).toEqual([]);
    expect(await count('addresses')).toBe(before[2]);
    expect(await count('users where discord_id is not null or email is not null')).toBe(1);
    expect(await count('roblox_accounts where sealed_cookie is not null')).toBe(0);
    expect(await count(`listings where status = 'active'`)).toBe(0);
    expect(await count('ledger_holds where state = $$active$$')).toBe(0);

    const { body: entries } = await otto.call('GET', '/api/admin/audit?action=database.cleaned&pageSize=1');
    expect(entries).toMatchObject([{ actor: 'otto', before: { users: 4 } }]);
    expect((await clean()).body).toMatchObject({ cleared: { users: 0, robloxAccounts: 0, wallets: 0 } });
  });

  test('gives a returning user a new deposit address', async () => {
    const nova = await world.signIn('nova');
    const first = await nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
    await clean();
    const again = await world.signIn('nova');
    const second = await again.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
    expect((second.body.wallet as { ltcAddress: string }).ltcAddress).not.toBe(
      (first.body.wallet as { ltcAddress: string }).ltcAddress,
    );
  });

  test('clear-test-balances answers what it removed', async () => {
    await world.seller(1_000, 3);
    await world.buyer(500);
    const { body } = await otto.call('POST', '/api/admin/clear-test-balances');
    expect(body).toMatchObject({
      success: true,
      cleared: { users: 2, robloxAccounts: 1, wallets: 1, walletTransactions: 0 },
    });
    expect((await otto.call('POST', '/api/admin/clear-test-balances', { confirm: 'CLEAR' })).status).toBe(
      200,
    );
    expect((await otto.call('POST', '/api/admin/clear-test-balances', { confirm: 'yes' })).status).toBe(400);
  });

  test.each([[{}], [{ confirm: 'clean' }], [{ confirm: true }], [{ confirm: 'CLEAN', more: 1 }]])(
    'is refused without the confirmation: %j',
    async (body) => {
      const nova = await world.signIn('nova');
      expect((await clean(body)).status).toBe(400);
      expect(await signedIn(nova)).toBe(true);
    },
  );

  test('is refused in production unless the configuration allows it', async () => {
    const nova = await world.signIn('nova');
    const { config } = world.services;
    await enrolApp(otto);
    const token = otto.cookie.split('=')[1];
    for (const [allowDestructiveReset, status] of [
      [false, 403],
      [true, 200],
    ] as const) {
      const app = await buildServer({
        ...world.services,
        config: {
          ...config,
          mode: 'production',
          publicOrigin: 'https://sterling.test',
          allowDestructiveReset,
        },
      });
      const there = await caller(app, `__Host-sterling=${token}`).call('POST', '/api/admin/clean-database', {
        confirm: 'CLEAN',
      });
      expect(there.status).toBe(status);
      expect(await signedIn(nova)).toBe(!allowDestructiveReset);
      await app.close();
    }
  });

  test('is refused while a withdrawal is in progress', async () => {
    await pollPrices(world.services);
    const sela = await world.signIn('sela', 'seller');
    await credit(world.services.db, sela.id, 5_000, { wallet: 'seller' });
    const requested = await sela.call('POST', '/api/wallet/withdraw', {
      amount: 20,
      ltcAddress: freshAddress(),
      walletType: 'seller',
    });
    expect(requested).toMatchObject({ status: 201 });
    const { status, body } = await clean();
    expect([status, body.code, body.hint]).toEqual([
      409,
      'money_under_way',
      'Still in progress: 1 withdrawal.',
    ]);
    expect(await signedIn(sela)).toBe(true);
    await inTransaction(world.services.db, (tx) => stopWithdrawalsOf(tx, sela.id, 'for the next test'));
  });

  test('is refused while a deposit is in the mempool', async () => {
    const nova = await world.signIn('nova');
    const { body } = await nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
    const { ltcAddress } = body.wallet as { ltcAddress: string };
    await world.database.asOwner(
      `with output as (insert into chain_outputs (txid, n, address, litoshi) values (repeat('a', 64), 0, $1, 1000000) returning txid, n)
       insert into deposits (txid, n, user_id, address, litoshi) select txid, n, $2, $1, 1000000 from output`,
      [ltcAddress, nova.id],
    );
    expect((await clean()).body.hint).toMatch(/1 pending deposit\.$/);
    expect(await signedIn(nova)).toBe(true);
    await world.database.asOwner(`update deposits set status = 'orphaned' where user_id = $1`, [nova.id]);
  });

  test('is refused while a purchase or a sweep is in progress', async () => {
    const { db } = world.services;
    await world.seller(1_000, 3);
    const nova = await world.buyer(1_000);
    const { body } = await world.order(nova, await world.pass(200), 200);
    const { accountId, passId } = await db
      .selectFrom('orders')
      .where('id', '=', String(body.id))
      .selectAll()
      .executeTakeFirstOrThrow();
    await db.updateTable('orders').set({ status: 'processing' }).where('id', '=', String(body.id)).execute();
    await db
      .insertInto('purchaseAttempts')
      .values({ orderId: String(body.id), accountId, passId, priceRobux: 200, balanceBefore: 1_000 })
      .execute();
    await db.insertInto('sweeps').values({ requestedBy: otto.id }).execute();
    expect((await clean()).body).toMatchObject({
      code: 'money_under_way',
      hint: 'Still in progress: 1 sweep, 1 purchase.',
    });
    expect(await world.wallet(nova)).toMatchObject({ posted: 1_000, held: 60 });
  });
});
