import { cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../refusal.ts';
import { account, hold, lockWallet, post, resizeHold, voidHold, walletBalance } from './ledger.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  const { rows } = await sql`select * from ledger_differences()`.execute(database.db);
  expect(rows).toEqual([]);
});
afterAll(() => database.close());

test('fifty parallel requests for one dollar from a ten-dollar wallet get ten holds', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  const taken = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      transact((tx) => hold(tx, `race ${nova} ${n}`, account.buyer(nova), cents(100))),
    ),
  );
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const result of taken) {
    if (result.status === 'rejected') expect((result.reason as Refusal).code).toBe('insufficient_balance');
  }
  expect(await balance(nova)).toEqual({ posted: 1000, held: 1000, available: 0 });
});

test('sixteen parallel holds with the same key hold once', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  const takers = Array.from({ length: 16 }, () =>
    transact((tx) => hold(tx, `once ${nova}`, account.buyer(nova), cents(700))),
  );
  await Promise.all(takers);
  expect(await balance(nova)).toEqual({ posted: 1000, held: 700, available: 300 });
});

test('sixteen parallel events with the same key book once', async () => {
  const nova = await makePerson(database.db, 'nova');
  const postings = [{ from: account.exchange, to: account.buyer(nova), amount: cents(500) }];
  const deposit = { key: `deposit of ${nova}`, kind: 'deposit.credited', postings };
  const credits = Array.from({ length: 16 }, () => transact((tx) => post(tx, deposit)));
  expect((await Promise.all(credits)).filter((code) => code === 'posted')).toHaveLength(1);
  expect((await balance(nova)).posted).toBe(500);
});

test('an order is paid from its hold, and the rest of the hold is released', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  const sela = await makePerson(database.db, 'sela');
  await transact((tx) => hold(tx, `order ${nova}`, account.buyer(nova), cents(800)));
  await transact((tx) => pay(tx, nova, sela, 350));
  expect(await balance(nova)).toEqual({ posted: 650, held: 0, available: 650 });
  expect(await balance(sela, 'seller')).toEqual({ posted: 350, held: 0, available: 350 });
  await expect(transact((tx) => pay(tx, nova, sela, 350, { key: 'again' }))).rejects.toThrow('is not active');
  expect(await transact((tx) => voidHold(tx, `order ${nova}`))).toBe(false);
});

test('a hold can pay several parts, but never more than it holds', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  const sela = await makePerson(database.db, 'sela');
  await transact((tx) => hold(tx, `order ${nova}`, account.buyer(nova), cents(800)));
  await transact((tx) => pay(tx, nova, sela, 300, { key: 'part 1', keepHold: true }));
  expect(await balance(nova)).toEqual({ posted: 700, held: 500, available: 200 });
  await expect(transact((tx) => pay(tx, nova, sela, 501, { key: 'part 2', keepHold: true }))).rejects.toThrow(
    Refusal,
  );
  await transact((tx) => pay(tx, nova, sela, 500, { key: 'part 3', keepHold: true }));
  expect(await balance(nova)).toEqual({ posted: 200, held: 0, available: 200 });
  await expect(transact((tx) => pay(tx, nova, sela, 1, { key: 'part 4' }))).rejects.toThrow('is not active');
});

test('an event is refused when it takes nothing from its hold or has no postings', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  const sela = await makePerson(database.db, 'sela', 1000);
  await transact((tx) => hold(tx, `order ${nova}`, account.buyer(nova), cents(800)));
  const odd = { key: `odd ${nova}`, kind: 'order.completed', hold: `order ${nova}` };
  const postings = [{ from: account.buyer(sela), to: account.seller(nova), amount: cents(5) }];
  await expect(transact((tx) => post(tx, { ...odd, postings }))).rejects.toThrow(
    'takes nothing from its hold',
  );
  await expect(transact((tx) => post(tx, { ...odd, postings: [] }))).rejects.toThrow('has no postings');
  expect(await balance(nova)).toEqual({ posted: 1000, held: 800, available: 200 });
});

test('a hold grows up to the balance, and shrinks', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  const key = `order ${nova}`;
  await transact((tx) => hold(tx, key, account.buyer(nova), cents(400)));
  await transact((tx) => resizeHold(tx, key, cents(1000)));
  await expect(transact((tx) => resizeHold(tx, key, cents(1001)))).rejects.toThrow('Insufficient balance');
  await transact((tx) => resizeHold(tx, key, cents(250)));
  expect(await balance(nova)).toEqual({ posted: 1000, held: 250, available: 750 });
  await expect(transact((tx) => resizeHold(tx, key, cents(0)))).rejects.toThrow('resized to 0');
  expect(await transact((tx) => voidHold(tx, key))).toBe(true);
  expect(await transact((tx) => voidHold(tx, key))).toBe(false);
  await expect(transact((tx) => resizeHold(tx, key, cents(100)))).rejects.toThrow('is not active');
  expect((await balance(nova)).available).toBe(1000);
});

test('missing or held money cannot be moved', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  const move = (amount: number) => ({
    key: `move ${nova} ${amount}`,
    kind: 'correction',
    postings: [{ from: account.buyer(nova), to: account.adjustments, amount: cents(amount) }],
  });
  await transact((tx) => hold(tx, `order ${nova}`, account.buyer(nova), cents(600)));
  await expect(transact((tx) => post(tx, move(401)))).rejects.toThrow('Insufficient balance');
  expect(await transact((tx) => post(tx, move(400)))).toBe('posted');
  // a refused hold leaves nothing behind, even if its transaction commits
  const { rows } =
    await sql`select ledger_hold(${`late ${nova}`}, ${account.buyer(nova)}, 1) as code`.execute(database.db);
  expect(rows).toEqual([{ code: 'insufficient' }]);
  expect(await balance(nova)).toEqual({ posted: 600, held: 600, available: 0 });
});

test('a refused event does not use up its key', async () => {
  const nova = await makePerson(database.db, 'nova');
  const spend = {
    key: `spend ${nova}`,
    kind: 'correction',
    postings: [{ from: account.buyer(nova), to: account.adjustments, amount: cents(10) }],
  };
  await expect(transact((tx) => post(tx, spend))).rejects.toThrow('Insufficient balance');
  await credit(database.db, nova, 10);
  expect(await transact((tx) => post(tx, spend))).toBe('posted');
});

test('a hold waits for a locked wallet', async () => {
  const nova = await makePerson(database.db, 'nova', 100);
  const order: string[] = [];
  const first = await openTransaction(database.db, (tx) => lockWallet(tx, account.buyer(nova)));
  const second = transact((tx) => hold(tx, `later ${nova}`, account.buyer(nova), cents(1))).then(() =>
    order.push('held'),
  );
  await lockIsAwaited(database);
  order.push('released');
  first.release();
  await Promise.all([first.finished, second]);
  expect(order).toEqual(['released', 'held']);
});

describe('while another transaction changes a hold', () => {
  test.each<[string, (tx: Tx, nova: string) => Promise<unknown>, { posted: number; held: number }]>([
    ['a change', (tx, nova) => resizeHold(tx, `order ${nova}`, cents(300)), { posted: 1000, held: 300 }],
    ['a release', (tx, nova) => voidHold(tx, `order ${nova}`), { posted: 1000, held: 0 }],
    ['a payment', (tx, nova) => pay(tx, nova, nova, 350), { posted: 650, held: 0 }],
  ])('%s waits', async (_, later, expected) => {
    const nova = await makePerson(database.db, 'nova', 1000);
    await transact((tx) => hold(tx, `order ${nova}`, account.buyer(nova), cents(400)));
    await afterOpen(
      (tx) => resizeHold(tx, `order ${nova}`, cents(500)),
      (tx) => later(tx, nova),
    );
    expect(await balance(nova)).toMatchObject(expected);
  });
});

test('two events that open the same wallet at the same time are both booked', async () => {
  const nova = await makePerson(database.db, 'nova');
  const event = (key: string) => ({
    key: `${key} ${nova}`,
    kind: 'sale',
    postings: [{ from: account.exchange, to: account.buyer(nova), amount: cents(5) }],
  });
  await afterOpen(
    async (tx) => void (await post(tx, event('first'))),
    (tx) => post(tx, event('second')),
  );
  expect((await balance(nova)).posted).toBe(10);
});

/** Runs `later` while `first` has not committed. `later` must wait for it. */
async function afterOpen(first: (tx: Tx) => Promise<void>, later: (tx: Tx) => Promise<unknown>) {
  const open = await openTransaction(database.db, first);
  const second = transact(later);
  await lockIsAwaited(database);
  open.release();
  await Promise.all([open.finished, second]);
}

const transact = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(database.db, work);
const balance = (userId: string, wallet: 'buyer' | 'seller' = 'buyer') =>
  walletBalance(database.db, userId, wallet);

type Payment = { key?: string; keepHold?: boolean };
function pay(
  tx: Parameters<typeof post>[0],
  buyer: string,
  seller: string,
  amount: number,
  { key = 'paid', keepHold }: Payment = {},
) {
  const postings = [{ from: account.buyer(buyer), to: account.seller(seller), amount: cents(amount) }];
  return post(tx, {
    key: `${key} ${buyer}`,
    kind: 'order.completed',
    postings,
    hold: `order ${buyer}`,
    ...(keepHold && { keepHold }),
  });
}
