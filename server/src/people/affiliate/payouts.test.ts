import { setTimeout as sleep } from 'node:timers/promises';
import { marketplaceFee } from '@sterling/contract/money.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { refer, referred, sale } from '../../../test/referrals.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { postedOf } from '../../../test/wallets.ts';
import { inTransaction, openPool } from '../../platform/db/pool.ts';
import { complete } from '../../trade/transactions/endings.ts';
import { deleteUser } from '../users/users.ts';
import { payShare } from './affiliate.ts';

let world: TradeWorld;
let owner: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
  owner = await world.signIn('otto', 'admin', true);
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
});
afterAll(() => world.close());

const affiliateOf = async (who: Caller, query = '') => (await who.call('GET', `/api/affiliate${query}`)).body;
const setPercent = (percent: number) =>
  owner.call('PUT', '/api/admin/settings/affiliate', { value: { percent } });

const earned = async (who: Caller) => (await world.wallet(who, 'seller')).posted;

describe('a share of a marketplace fee', () => {
  test('S8.06 is 10% of the referred seller’s fee, is booked when the trade completes, and is listed as a posting', async () => {
    const { rita, sela, nova } = await referred(world);
    const before = await postedOf(world.services.db, 'house:fees');
    const id = await sale(world, { sela, nova }, 63);
    // 5% of $63.00 is $3.15; 10% of that is 31.5 cents, rounded half up
    expect(await earned(rita)).toBe(32);
    expect(await postedOf(world.services.db, 'house:fees')).toBe(before + 315 - 32);
    expect(await postedOf(world.services.db, 'house:affiliate')).toBe(0);
    const { code, link, ...figures } = await affiliateOf(rita, '?tz=Asia/Kathmandu');
    expect(code).toMatch(/^[0-9a-z]{8}$/);
    expect(link).toBe(`http://localhost:80/?ref=${code}`);
    expect(figures).toEqual({
      percent: 10,
      people: 1,
      activePeople: 1,
      totalEarned: 0.32,
      earnedThisMonth: 0.32,
    });
    const people = await rita.call('GET', '/api/affiliate/people');
    expect(people.body).toMatchObject([{ id: sela.id, username: 'sel…', earned: 0.32 }]);
    expect(JSON.stringify(people.body)).not.toContain('sela');
    const postings = await rita.call('GET', '/api/affiliate/postings?page=1&pageSize=1');
    expect(postings.headers['x-total-count']).toBe('1');
    const share = { username: 'sel…', source: 'marketplace', fee: 3.15, percent: 10, amount: 0.32 };
    expect(postings.body).toMatchObject([share]);
    expect((await world.wallet(rita, 'seller')).available).toBe(32);
    const history = await rita.call('GET', '/api/history?role=seller');
    const entry = {
      type: 'affiliate_share',
      amount: 0.32,
      direction: 'in',
      status: 'completed',
      balanceAfter: 0.32,
    };
    expect(history.body).toMatchObject([entry]);
    // neither the buyer nor the seller earns anything
    expect(await affiliateOf(nova)).toMatchObject({ people: 0, totalEarned: 0 });
    expect(await affiliateOf(sela)).toMatchObject({ people: 0, totalEarned: 0 });
    await expect(
      inTransaction(world.services.db, (tx) => payShare(tx, `transaction ${id} completed`, sela.id)),
    ).resolves.toBe(0);
    expect(await earned(rita)).toBe(32);
  });

  test('is paid once when a trade is confirmed twice at the same time', async () => {
    const { rita, sela, nova } = await referred(world);
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => world.bought(nova, await world.list(sela))),
    );
    for (const id of ids) await world.step(sela, id, 'deliver');
    const answers = await Promise.all(
      ids.flatMap((id) => [world.step(nova, id, 'confirm'), world.step(nova, id, 'confirm')]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(await earned(rita)).toBe(8 * 50);
  });

  test('is paid once when many transactions book it at the same time', async () => {
    const [rita, sela, nova] = [await world.signIn('rita'), await world.seller(), await world.buyer(100_000)];
    const id = await sale(world, { sela, nova });
    await refer(world, rita, sela);
    const paid = await Promise.all(
      Array.from({ length: 16 }, () =>
        inTransaction(world.services.db, (tx) => payShare(tx, `transaction ${id} completed`, sela.id)),
      ),
    );
    expect(paid.reduce((sum, cents) => sum + cents, 0)).toBe(50);
    expect(await earned(rita)).toBe(50);
  });

  test('is not paid for a cancelled trade', async () => {
    const { rita, sela, nova } = await referred(world);
    const id = await world.bought(nova, await world.list(sela));
    await world.step(sela, id, 'cancel');
    expect(await earned(rita)).toBe(0);
  });

  test('is not paid to a banned referrer, and is paid again after the ban is lifted', async () => {
    const { rita, sela, nova } = await referred(world);
    const setBanned = (isBanned: boolean) =>
      owner.call('PATCH', `/api/admin/users/${rita.id}`, {
        role: 'buyer',
        isOwner: false,
        isVerified: false,
        isBanned,
      });
    await setBanned(true);
    await sale(world, { sela, nova });
    expect(await earned(rita)).toBe(0);
    await setBanned(false);
    await sale(world, { sela, nova });
    expect(await earned(rita)).toBe(50);
  });

  test('is not paid to a deleted referrer, whose referral code is deleted too', async () => {
    const { rita, sela, nova } = await referred(world);
    expect((await rita.call('POST', '/api/reset/delete-me')).status).toBe(200);
    await sale(world, { sela, nova });
    expect(await earned(rita)).toBe(0);
    const { rows } = await world.database.asOwner('select affiliate_code from users where id = $1', [
      rita.id,
    ]);
    expect(rows).toEqual([{ affiliate_code: null }]);
  });

  test('is not paid when the referrer is deleting their account at the same time: the completion waits', async () => {
    const { rita, sela, nova } = await referred(world);
    const id = await world.bought(nova, await world.list(sela));
    await world.step(sela, id, 'deliver');
    const { confirming } = await inTransaction(world.services.db, async (tx) => {
      await deleteUser(tx, world.services.vault, rita.id, { forfeit: false });
      const step = world.step(nova, id, 'confirm');
      await Promise.race([step, sleep(300)]);
      return { confirming: step };
    });
    expect((await confirming).status).toBe(200);
    expect(await earned(rita)).toBe(0);
  });

  test('stays without a name when the referred user deletes their account', async () => {
    const { rita, sela, nova } = await referred(world);
    await sale(world, { sela, nova });
    expect((await sela.call('POST', '/api/reset/delete-me', { forfeit: true })).status).toBe(200);
    expect((await rita.call('GET', '/api/affiliate/people')).body).toMatchObject([
      { username: null, earned: 0.5 },
    ]);
    expect(await affiliateOf(rita)).toMatchObject({ people: 1, activePeople: 0, totalEarned: 0.5 });
  });

  test('is not paid after the 365th day', async () => {
    const { rita, sela, nova } = await referred(world);
    const completeAt = async (day: number) => {
      const id = await world.bought(nova, await world.list(sela));
      await world.step(sela, id, 'deliver');
      const { rows } = await world.database.asOwner(
        `update users set joined_at = date_trunc('second', joined_at) where id = $1 returning joined_at`,
        [sela.id],
      );
      const moment = new Date(rows[0].joined_at.getTime() + day * 86_400_000);
      const later = openPool(world.database.url, { moment, max: 1 });
      await inTransaction(later.db, async (tx) => {
        const trade = tx.selectFrom('transactions').where('id', '=', id).selectAll();
        await complete(tx, await trade.executeTakeFirstOrThrow());
      });
      await later.close();
      return earned(rita);
    };
    expect(await completeAt(364.9)).toBe(50);
    expect(await completeAt(365)).toBe(50);
  });

  test('is not paid after the year that began with an earlier account of the referred person', async () => {
    const { rita, sela, nova } = await referred(world);
    await world.database.asOwner(
      `set session_replication_role = replica; update referrals set at = at - interval '365 days' where referred_id = '${sela.id}'`,
    );
    await sale(world, { sela, nova });
    expect(await earned(rita)).toBe(0);
  });

  test('uses the current percentage, and is nothing at 0 percent or below half a cent', async () => {
    const { rita, sela, nova } = await referred(world);
    await setPercent(0);
    await sale(world, { sela, nova });
    expect(await earned(rita)).toBe(0);
    await setPercent(25);
    await sale(world, { sela, nova });
    expect(await earned(rita)).toBe(125);
    await setPercent(10);
    // a fee of 4 cents
    await sale(world, { sela, nova }, 0.8);
    expect(await earned(rita)).toBe(125);
    expect((await rita.call('GET', '/api/affiliate/postings')).body).toHaveLength(1);
  });
});

test('for any sales and percentages the books balance and the referrer gets the sum of the rounded shares', async () => {
  const prices = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(prices, fc.integer({ min: 0, max: 100 }), async (prices, percent) => {
      await setPercent(percent);
      const { rita, sela, nova } = await referred(world);
      const fees = await postedOf(world.services.db, 'house:fees');
      for (const price of prices) await sale(world, { sela, nova }, price / 100);
      const paid = prices.map((price) => marketplaceFee(price as never, 5) as number);
      const shares = paid.map((fee) => Math.floor((fee * percent * 2 + 100) / 200));
      const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);
      expect(await earned(rita)).toBe(sum(shares));
      expect(await postedOf(world.services.db, 'house:fees')).toBe(fees + sum(paid) - sum(shares));
      expect(await world.differences()).toEqual([]);
    }),
    { numRuns: Number(process.env.AFFILIATE_RUNS ?? 5) },
  );
  await setPercent(10);
});
