import { createHash } from 'node:crypto';
import { type Cents, cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeath, openDyingPool } from '../../../test/dying-pool.ts';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { APP_ROLE, type Db, inTransaction } from '../../platform/db/pool.ts';
import { runOnce } from '../../platform/idempotency/answers.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { requestWithdrawal } from './withdrawals.ts';

let world: PayerWorld;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 0 });
});
afterAll(() => world.close());

/** A call with an idempotency key. */
const ask = (db: Db, userId: string, key: string, amount: Cents) =>
  runOnce(
    (work) => inTransaction(db, work),
    { userId, key, requestHash: createHash('sha256').update(String(amount)).digest(), beganAt: new Date() },
    201,
    async (tx) => {
      const wish = { amount, ltcAddress: freshAddress() };
      const { id } = await requestWithdrawal(tx, { id: userId, isOwner: false }, wish, 'regtest');
      return { id };
    },
  );

test('rare day 24: a request whose process dies at any statement is made once by its repeat, beside the same key of someone else', async () => {
  const { db, url } = world.database;
  const [sela, sam] = [await makePerson(db, 'sela'), await makePerson(db, 'sam')];
  for (const id of [sela, sam]) await credit(db, id, 100_000, { wallet: 'seller' });
  let turns = 0;
  for (let hasDied = true; hasDied; turns += 1) {
    const key = `key ${turns}`;
    const dying = openDyingPool(url, APP_ROLE, turns);
    const first = await ask(dying.db, sela, key, cents(1_000)).catch((error: Error) => {
      expect(isDeath(error)).toBe(true);
      return null;
    });
    await dying.close().catch(() => undefined);
    const [others, again] = [await ask(db, sam, key, cents(2_000)), await ask(db, sela, key, cents(1_000))];
    expect(others).toMatchObject({ replayed: false });
    if (first) expect(again).toEqual({ ...first, replayed: true });
    await expect(ask(db, sela, key, cents(2_000))).rejects.toMatchObject({ code: 'key_reused' });
    hasDied = first === null;
  }
  expect(turns).toBeGreaterThan(15);
  expect((await walletBalance(db, sela, 'seller')).held).toBe(turns * (1_000 + 80 + 50));
  expect((await walletBalance(db, sam, 'seller')).held).toBe(turns * (2_000 + 160 + 50));
  await expectBalancedBooks(world);
});
