import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { setSetting } from '../../../test/settings.ts';
import { insertAccount, insertPerson, type Stocked } from '../../../test/stock.ts';

let test: TestApp;
let nova: Caller;
let sela: string;

beforeAll(async () => {
  test = await openTestApp();
  nova = await test.signIn('nova');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.asOwner('delete from roblox_accounts');
  sela = await insertPerson(test.database);
});

const stock = (rateCents: number, robux: number, over: Partial<Stocked> = {}) =>
  insertAccount(test.database, { owner: sela, rateCents, robux, ...over });
const market = async () =>
  (await nova.call('GET', '/api/roblox-accounts/aggregated')).body as unknown as object[];

/** Changes appear within 2 s. A busy machine gets more time. */
const SOON = { timeout: 30_000 };

describe('S4.03 the market', () => {
  it('is empty without stock', async () => {
    await expect.poll(market, SOON).toEqual([]);
  });

  it('sums the stock for sale by rate, cheapest first', async () => {
    await stock(400, 5_000);
    await stock(250, 1_000);
    await stock(250, 9_000, { reserved: 2_500 });
    await stock(250, 8_000, { fulfilment: 'manual' });
    await stock(600, 70, { fulfilment: 'manual' });
    await expect.poll(market, SOON).toEqual([
      {
        ratePerThousand: '2.50',
        accountCount: 3,
        sellerCount: 1,
        totalRobux: 15_500,
        largestOrder: 8_000,
        instant: 6_500,
        inParts: 7_500,
      },
      {
        ratePerThousand: '4.00',
        accountCount: 1,
        sellerCount: 1,
        totalRobux: 5_000,
        largestOrder: 5_000,
        instant: 5_000,
        inParts: 5_000,
      },
      {
        ratePerThousand: '6.00',
        accountCount: 1,
        sellerCount: 1,
        totalRobux: 70,
        largestOrder: 70,
        instant: 0,
        inParts: 0,
      },
    ]);
  });

  it('counts a seller once at each rate, and once in the whole market', async () => {
    const mira = await insertPerson(test.database);
    for (const owner of [sela, sela, mira]) await stock(250, 1_000, { owner });
    await stock(400, 1_000);
    await expect.poll(market, SOON).toMatchObject([
      { ratePerThousand: '2.50', accountCount: 3, sellerCount: 2 },
      { ratePerThousand: '4.00', accountCount: 1, sellerCount: 1 },
    ]);
    const queue = async () => (await nova.call('GET', '/api/pre-orders/live')).body;
    const totals = { totalAvailableRobux: 4_000, activeAccounts: 4, activeSellers: 2 };
    await expect.poll(queue, SOON).toMatchObject(totals);
    await test.database.asOwner('delete from roblox_accounts');
    const nothing = { totalAvailableRobux: 0, activeAccounts: 0, activeSellers: 0 };
    await expect.poll(queue, SOON).toMatchObject(nothing);
  });

  it('leaves out accounts that cannot sell', async () => {
    for (const status of ['offline', '2fa_required', 'invalid_cookie']) await stock(200, 1_000, { status });
    await stock(200, 1_000, { isActive: false });
    await stock(200, 1_000, { reserved: 1_000 });
    await stock(200, 1_000, { reserved: 1_500 });
    await stock(200, 1_000, { owner: await insertPerson(test.database, { isBanned: true }) });
    await stock(600, 70);
    const rest = {
      accountCount: 1,
      sellerCount: 1,
      totalRobux: 70,
      largestOrder: 70,
      instant: 70,
      inParts: 0,
    };
    await expect.poll(market, SOON).toEqual([{ ratePerThousand: '6.00', ...rest }]);
  });

  it('answers 304 while the market has not changed', async () => {
    await stock(200, 1_000);
    const ask = (etag = '""') =>
      test.app.inject({
        url: '/api/roblox-accounts/aggregated',
        headers: { cookie: nova.cookie, 'if-none-match': `W/${etag}, "old"` },
      });
    // wait until the snapshot no longer has rows of an earlier test
    await expect.poll(market, SOON).toMatchObject([{ ratePerThousand: '2.00' }]);
    const etag = String((await ask()).headers.etag);
    const second = await ask(etag);
    expect([second.statusCode, second.body]).toEqual([304, '']);
    await stock(300, 1_000);
    await expect.poll(async () => (await ask(etag)).statusCode, SOON).toBe(200);
    const third = await ask(etag);
    expect(third.json().length).toBe(2);
    expect(third.headers.etag).not.toBe(etag);
  });

  it('needs a session', async () => {
    expect((await test.app.inject('/api/roblox-accounts/aggregated')).statusCode).toBe(401);
  });
});

describe('the public counters', () => {
  const stats = async () => (await test.app.inject('/api/platform-stats')).json();

  it('come with the public status, which follows the settings', async () => {
    const isStopped = async () => (await stats()).status.stopped;
    expect(await isStopped()).toBe(false);
    await setSetting(test.database, 'emergency_shutdown', { enabled: true });
    await expect.poll(isStopped, SOON).toBe(true);
    await setSetting(test.database, 'emergency_shutdown', { enabled: false });
  });

  it('count sold Robux and users, and show the five cheapest rates', async () => {
    for (const rateCents of [600, 100, 200, 300, 400, 500]) await stock(rateCents, 1_000);
    const rates = async () =>
      (await stats()).rates.map((row: { ratePerThousand: string }) => row.ratePerThousand);
    await expect.poll(rates, SOON).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00']);
    const before = await stats();
    expect(before.totalRobuxSold).toBe(0);
    await test.database.asOwner(
      'update roblox_accounts set total_sold = 1500 where rate_cents in (100, 200)',
    );
    await insertPerson(test.database);
    const gone = await insertPerson(test.database);
    await test.database.asOwner('update users set deleted_at = now() where id = $1', [gone]);
    const counted = { totalRobuxSold: 3_000, totalUsers: before.totalUsers + 1 };
    await expect.poll(stats, SOON).toMatchObject(counted);
  });
});
