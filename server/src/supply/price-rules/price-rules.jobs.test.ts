import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { usePriceWorld } from '../../../test/price-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { takeOffSale } from '../roblox-accounts/off-sale.ts';
import { changeRate, deactivate } from '../roblox-accounts/roblox-accounts.ts';
import { applyChanges } from './applying.ts';
import { followPriceRules, setWantedRates } from './price-rules.jobs.ts';
import { readMarket } from './price-rules.reads.ts';
import { wantedRates } from './price-rules.rules.ts';

const world = usePriceWorld();
let ann: Caller;
let ben: Caller;
beforeEach(async () => {
  ann = await world.seller('ann');
  ben = await world.seller('ben');
});

const round = () => setWantedRates(world.app.services);
const market = async () =>
  (
    (await ben.call('GET', '/api/roblox-accounts/aggregated')).body as unknown as {
      ratePerThousand: string;
    }[]
  ).map(({ ratePerThousand }) => ratePerThousand);
const SOON = { timeout: 30_000 };
const PAUSING = { floor: 3, pausesBelowFloor: true };

describe('S9.06 setting rates', () => {
  test('two rules against each other become stable in one round, from whatever rates they have', async () => {
    const [one, two] = [await world.stock(ann), await world.stock(ben, { rateCents: 110 })];
    await world.add(ann, [one], { floor: 2.5 });
    await world.add(ben, [two], { floor: 2.2 });
    expect(await round()).toBe(2);
    expect(await world.prices(one, two)).toEqual([
      [250, false],
      [249, false],
    ]);
    expect(await round()).toBe(0);
    await world.change(one, 'rate_cents = 600');
    await world.change(two, 'rate_cents = 500');
    expect(await round()).toBe(2);
    expect(await world.prices(one, two)).toEqual([
      [250, false],
      [249, false],
    ]);
  });

  test('a rate that the seller sets by hand is set again, and the answer names the rule', async () => {
    const id = await world.stock(ann);
    const { body: rule } = await world.add(ann, [id], { belowCents: null, baseRate: 3 });
    await round();
    const put = await ann.call('PUT', `/api/roblox-accounts/${id}`, { ratePerThousand: 3.5 });
    expect(put.body).toMatchObject({ ratePerThousand: 3.5, priceRule: { id: rule.id, name: 'Follow' } });
    const bulk = { ids: [id], action: 'rate', ratePerThousand: 3.6 };
    expect((await ann.call('POST', '/api/roblox-accounts/bulk', bulk)).body.results).toEqual([
      { id, ok: true, message: 'Your price rule “Follow” will set its rate again.' },
    ]);
    expect(await round()).toBe(1);
    expect(await world.prices(id)).toEqual([[300, false]]);
    await ann.call('PATCH', `/api/price-rules/${rule.id}`, { isOn: false });
    const off = await ann.call('PUT', `/api/roblox-accounts/${id}`, { ratePerThousand: 3.5 });
    expect(off.body).toMatchObject({ ratePerThousand: 3.5, priceRule: null });
    expect(await round()).toBe(0);
  });

  test('many accounts are set in batches', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, () => world.stock(ann)));
    await world.add(ann, ids, { belowCents: null, baseRate: 3 });
    expect(await setWantedRates(world.app.services, 10)).toBe(25);
    expect(new Set((await world.prices(...ids)).map(([cents]) => cents))).toEqual(new Set([300]));
  });

  test('accounts that a transaction has locked, and rules that were changed meanwhile, are left to the next round', async () => {
    const { db } = world.app.services;
    const [one, two] = [await world.stock(ann), await world.stock(ann)];
    const { body: rule } = await world.add(ann, [one, two], { belowCents: null, baseRate: 3 });
    await inTransaction(db, async (tx) => {
      await changeRate(tx, one, 350 as never);
      expect(await round()).toBe(1);
    });
    expect(await world.prices(one, two)).toEqual([
      [350, false],
      [300, false],
    ]);
    const { accounts, offers, rules } = await readMarket(db);
    const wanted = wantedRates(accounts, offers, new Date());
    const changes = accounts.flatMap((account, n) =>
      account.id === one ? [{ account, rule: rules.get(account.ruleId)!, wanted: wanted[n]! }] : [],
    );
    await ann.call('PATCH', `/api/price-rules/${rule.id}`, { baseRate: 4 });
    expect(await inTransaction(db, (tx) => applyChanges(tx, changes))).toBe(0);
    expect(await round()).toBe(2);
    expect(await world.prices(one, two)).toEqual([
      [400, false],
      [400, false],
    ]);
  });

  test('the worker does it soon after a change', async () => {
    const stopped = new AbortController();
    const running = followPriceRules(world.app.services, stopped.signal);
    const [mine, other] = [await world.stock(ann), await world.stock(ben, { rateCents: 300 })];
    await world.add(ann, [mine]);
    await expect.poll(() => world.prices(mine), SOON).toEqual([[299, false]]);
    await ben.call('PUT', `/api/roblox-accounts/${other}`, { ratePerThousand: 2.8 });
    await expect.poll(() => world.prices(mine), SOON).toEqual([[279, false]]);
    stopped.abort();
    await running;
  });

  test('a worker that is stopped in the rest after a round ends without waiting for the next one', async () => {
    const stopped = new AbortController();
    const running = followPriceRules(world.app.services, stopped.signal);
    await sleep(500);
    const began = performance.now();
    stopped.abort();
    await running;
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('S9.06 pausing below the floor', () => {
  const paused = async () => {
    const mine = await world.stock(ann);
    const other = await world.stock(ben, { rateCents: 250 });
    const { body } = await world.add(ann, [mine], PAUSING);
    await round();
    expect(await world.prices(mine)).toEqual([[300, true]]);
    return { mine, other, path: `/api/price-rules/${body.id}` };
  };

  test('takes the account off sale and brings it back when the floor is enough again', async () => {
    const { mine, other, path } = await paused();
    await expect.poll(market, SOON).toEqual(['2.50']);
    expect(await world.account(ann, mine)).toMatchObject({
      status: 'offline',
      isActive: true,
      statusReason: expect.stringContaining('“Follow” has paused this account'),
    });
    expect((await ann.call('GET', '/api/roblox-accounts/figures')).body).toMatchObject({ forSale: 0 });
    expect((await ann.call('GET', path)).body).toMatchObject({ pausedAccounts: 1 });
    expect(await round()).toBe(0);
    await world.change(other, 'rate_cents = 330');
    await round();
    expect(await world.prices(mine)).toEqual([[329, false]]);
    await expect.poll(market, SOON).toEqual(['3.29', '3.30']);
    expect((await ann.call('GET', `${path}/changes`)).body).toMatchObject([
      { wasPaused: true, isPaused: false },
      { wasPaused: false, isPaused: true },
    ]);
  });

  test('tells the seller once an hour at most', async () => {
    const { other } = await paused();
    await world.change(other, 'rate_cents = 330');
    await round();
    await world.change(other, 'rate_cents = 250');
    await round();
    const { entries } = (await ann.call('GET', '/api/inbox')).body as { entries: { kind: string }[] };
    expect(entries.filter(({ kind }) => kind === 'accounts')).toMatchObject([
      { kind: 'accounts', title: 'Price rule paused accounts', isTrouble: true },
    ]);
  });

  test('never puts an account on sale that its seller or a fault has taken off sale', async () => {
    const { mine, other } = await paused();
    const { db } = world.app.services;
    const back = async () => {
      await world.change(other, 'rate_cents = 330');
      await round();
      await world.change(other, 'rate_cents = 250');
      await round();
      await world.change(other, 'rate_cents = 330');
      await round();
      return (await world.account(ann, mine)).status;
    };
    await inTransaction(db, (tx) => deactivate(tx, mine));
    expect(await back()).toBe('offline');
    await world.change(mine, `status = 'online', is_active = true`);
    expect(await back()).toBe('online');
    await inTransaction(db, (tx) => takeOffSale(tx, mine, { status: 'invalid_cookie', reason: 'dead' }));
    expect(await back()).toBe('invalid_cookie');
    await world.change(mine, `status = 'offline', status_reason = 'The proxy is down'`);
    expect(await back()).toBe('offline');
  });

  test.each([
    ['turned off', (path: string) => ann.call('PATCH', path, { isOn: false })],
    ['deleted', (path: string) => ann.call('DELETE', path)],
    ['applied to no account', (path: string) => ann.call('PATCH', path, { accountIds: [] })],
  ])('ends when the rule is %s', async (_how, end) => {
    const { mine, path } = await paused();
    expect((await end(path)).status).toBe(200);
    expect(await world.prices(mine)).toEqual([[300, false]]);
    expect((await world.account(ann, mine)).status).toBe('online');
    const { priceChanges } = (await ann.call('GET', '/api/export')).body as { priceChanges: object[] };
    expect(priceChanges[0]).toMatchObject({ isPaused: false, why: { code: 'ended' } });
    expect(await round()).toBe(0);
  });

  test('an order takes no stock of a paused account', async () => {
    const { mine, other } = await paused();
    await world.change(other, 'robux_balance = 0');
    const { rows } = await world.app.database.asOwner('select account_id from stock_for_sale');
    expect(rows).toEqual([]);
    const { rows: candidates } = await world.app.database.asOwner(
      'select * from lock_candidates(100, 600, 10, null, null, 1, true)',
    );
    expect(candidates).toEqual([]);
    // alone on the market, it is for sale again
    await round();
    expect(await world.prices(mine)).toEqual([[500, false]]);
  });
});
