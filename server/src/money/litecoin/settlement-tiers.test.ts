import { ltcPrice } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPayerWorld, type PayerWorld, setPrice } from '../../../test/payer.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { proveBooks } from '../ledger/proof.ts';
import { depositCoins } from '../treasury/sweeps.reads.ts';
import { newDepositAddress } from './addresses.ts';
import { rollBackTo } from './roll-back.ts';

/** One LTC is $85.00 throughout. */
let world: PayerWorld;
let nova: Person;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 0 });
  await world.mine(20);
});
beforeEach(async () => {
  nova = await person('nova');
});
afterEach(async () => {
  expect(await proveBooks(world.db)).toEqual([]);
});
afterAll(() => world.close());

interface Person {
  readonly id: string;
  readonly address: string;
}

async function person(username: string): Promise<Person> {
  const { id } = await world.db
    .insertInto('users')
    .values({ username })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, address: await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, id)) };
}

/** Pays outputs of these LTC in one transaction. */
const pay = async ({ address }: Person, ...ltc: number[]) =>
  (
    await world.control<{ txid: string }>('/litecoin/send', {
      outputs: ltc.map((each) => ({ address, ltc: each })),
    })
  ).txid;

async function reorganise(depth: number, dropped: string): Promise<void> {
  await world.control('/litecoin/reorg', { depth, drop: [dropped] });
  await world.follow();
}

/** Every lot of a user, oldest first, as `settled` or the depth at which it settles. */
async function lots({ id }: Person): Promise<(string | number)[]> {
  const rows = await world.db
    .selectFrom('settlementLots as l')
    .innerJoin('deposits as d', 'd.id', 'l.depositId')
    .where('d.userId', '=', id)
    .orderBy('d.id')
    .select(['l.state', 'l.settlesAt'])
    .execute();
  return rows.map(({ state, settlesAt }) => (state === 'unsettled' ? settlesAt : state));
}

/** The LTC of a user's coins that a sweep may take. */
async function sweepable({ address }: Person, price: number | null = 8_500): Promise<number[]> {
  const outputs = await world.received(address);
  const coins = await depositCoins(world.db, price === null ? null : ltcPrice(price));
  const mine = coins.filter(({ txid, n }) => outputs.some((each) => each.txid === txid && each.n === n));
  return mine.filter(({ isSettled }) => isSettled).map(({ value }) => value / 1e8);
}

describe('rare day 16: the depth at which deposits settle', () => {
  test.each([
    ['$99.99', [1.1764], 6],
    ['$100 in two outputs', [0.59, 0.59], 12],
    ['$999 in nine outputs', [...Array(9)].map(() => 1.306), 12],
    ['$9,900 in a hundred outputs of $99', [...Array(100)].map(() => 1.1648), 24],
  ])('depends on the total: %s', async (_total, ltc, depth) => {
    await pay(nova, ...ltc);
    await world.mine(depth - 1);
    expect(await lots(nova)).toEqual(ltc.map(() => depth));
    expect(await sweepable(nova)).toEqual([]);
    await world.mine(1);
    expect(await lots(nova)).toEqual(ltc.map(() => 'settled'));
    expect(await sweepable(nova)).toEqual(ltc);
  });

  test('counts deposits of several blocks and addresses, but not those of others', async () => {
    const mira = await person('mira');
    await pay(nova, 1);
    await world.mine(3);
    const second = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, nova.id));
    await pay({ ...nova, address: second }, 0.5);
    await pay(mira, 1);
    await world.mine(3);
    expect([await lots(nova), await lots(mira)]).toEqual([[12, 12], [6]]);
    await world.mine(6);
    expect([await lots(nova), await lots(mira)]).toEqual([['settled', 12], ['settled']]);
    await world.mine(2);
    expect(await lots(nova)).toEqual(['settled', 12]);
    await world.mine(1);
    expect(await lots(nova)).toEqual(['settled', 'settled']);
  });

  test('no longer counts what is settled, so deposits one after the other keep their own depth', async () => {
    for (let times = 1; times <= 3; times += 1) {
      await pay(nova, 1);
      await world.mine(6);
      expect(await lots(nova)).toEqual(Array(times).fill('settled'));
    }
  });

  test('counts a deposit that settled only after the other one was mined', async () => {
    await pay(nova, 1);
    await world.mine(5);
    // in the next block the first deposit settles, and the second has one confirmation and no credit yet
    await pay(nova, 1);
    await world.mine(1);
    expect(await lots(nova)).toEqual(['settled']);
    await world.mine(5);
    expect(await lots(nova)).toEqual(['settled', 12]);
    await world.mine(6);
    expect(await lots(nova)).toEqual(['settled', 'settled']);
  });

  test('counts deposits that are credited late together', async () => {
    await world.database.asOwner(
      `update prices set as_of = as_of - interval '1 hour', first_at = first_at - interval '1 hour'`,
    );
    await pay(nova, 1);
    await world.mine(3);
    await pay(nova, 1);
    await world.mine(4);
    expect(await lots(nova)).toEqual([]);
    expect(await sweepable(nova)).toEqual([]);
    await setPrice(world.database, 8_500);
    await world.mine(1);
    expect(await lots(nova)).toEqual([12, 12]);
  });

  test('of a deposit from MWEB is 24, and it counts too', async () => {
    await world.control('/litecoin/send', { address: nova.address, ltc: 0.6, pegOut: true });
    await pay(nova, 0.6);
    await world.mine(2);
    expect((await lots(nova)).toSorted()).toEqual([12, 24]);
  });

  test('counts a coinbase deposit that settled only after the other one was mined', async () => {
    const txid = await pay(nova, 12);
    await world.mine(1);
    await world.database.asOwner(`update chain_outputs set is_coinbase = true where txid = '${txid}'`);
    await world.mine(98);
    await pay(nova, 0.5);
    await world.mine(1);
    expect(await lots(nova)).toEqual(['settled']);
    await world.mine(1);
    expect(await lots(nova)).toEqual(['settled', 24]);
  });

  test('forgets what a reorganisation removes', async () => {
    await pay(nova, 1);
    await world.mine(6);
    const gone = await pay(nova, 12);
    await world.mine(2);
    expect(await lots(nova)).toEqual(['settled', 24]);
    await reorganise(2, gone);
    expect(await lots(nova)).toEqual(['settled', 'reversed']);
    await pay(nova, 1);
    await world.mine(6);
    expect(await lots(nova)).toEqual(['settled', 'reversed', 'settled']);
  });

  test('is still reached when a reorganisation leaves exactly that many confirmations', async () => {
    await pay(nova, 1);
    await world.mine(7);
    const { rows } = await world.database.asOwner('select applied_height() as tip');
    await inTransaction(world.db, (tx) => rollBackTo(tx, rows[0].tip - 1));
    expect(await lots(nova)).toEqual(['settled']);
    await inTransaction(world.db, (tx) => rollBackTo(tx, rows[0].tip - 2));
    expect(await lots(nova)).toEqual([6]);
    await world.follow();
  });

  test('counts again what a reorganisation unsettles', async () => {
    await pay(nova, 1.1175);
    await world.mine(3);
    // below the minimum, so it is credited only with the next one
    await pay(nova, 0.105);
    await world.mine(3);
    const gone = await pay(nova, 0.2);
    await world.mine(2);
    expect(await lots(nova)).toEqual(['settled', 12, 6]);
    await reorganise(4, gone);
    expect(await lots(nova)).toEqual([12, 12, 'reversed']);
  });
});

test('rare day 16: a sweep takes uncredited coins by the total of their owner, without a price like large ones', async () => {
  await pay(nova, 0.1, 0.1);
  await world.mine(2);
  await pay(nova, 0.5, 0.5);
  await world.database.asOwner(
    `update prices set as_of = as_of - interval '1 hour', first_at = first_at - interval '1 hour'`,
  );
  await world.mine(6);
  expect(await lots(nova)).toEqual(['settled', 'settled']);
  expect(await sweepable(nova, 8_500)).toEqual([0.5, 0.5, 0.1, 0.1]);
  // $100 at this price
  expect(await sweepable(nova, 10_000)).toEqual([0.1, 0.1]);
  expect(await sweepable(nova, null)).toEqual([0.1, 0.1]);
  await setPrice(world.database, 8_500);
});

test('even the owner of the database cannot change a deposit or its output', async () => {
  const mira = await person('mira');
  const txid = await pay(nova, 1);
  await world.mine(2);
  const change = (table: string, set: string) =>
    world.database.asOwner(`update ${table} set ${set} where txid = '${txid}'`);
  for (const set of [`user_id = '${mira.id}'`, 'litoshi = litoshi + 1', 'cents = cents + 1'])
    await expect(change('deposits', set), set).rejects.toThrow('the value of a deposit never change');
  await expect(change('deposits', `status = 'seen'`)).rejects.toThrow('cannot go from credited to seen');
  await expect(change('chain_outputs', 'litoshi = litoshi + 1')).rejects.toThrow('never changes');
});
