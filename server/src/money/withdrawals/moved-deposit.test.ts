import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { credit } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { account, hold, isFrozen, post } from '../ledger/ledger.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { rollBackTo } from '../litecoin/roll-back.ts';
import { signApproved } from './signing.jobs.ts';
import { requestWithdrawal } from './withdrawals.ts';

/** A reorganisation moves a deposit to another block. Its buyer has spent it, so their wallets are frozen for a moment. */
let world: PayerWorld;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 3 });
  await world.mine(10);
});
afterAll(() => world.close());

/** A withdrawal of a person who has also spent a deposit. */
async function withdrawalOf(username: string): Promise<{ userId: string; id: string }> {
  const { db } = world;
  const add = (name: string) =>
    db.insertInto('users').values({ username: name }).returning('id').executeTakeFirstOrThrow();
  const [{ id: userId }, { id: sellerId }] = [await add(username), await add(`${username}’s seller`)];
  const address = await inTransaction(db, (tx) => newDepositAddress(tx, world.walletKeys, userId));
  await world.control('/litecoin/send', { outputs: [{ address, ltc: 1 }] });
  await world.mine(2);
  const key = `order of ${username}`;
  await inTransaction(db, (tx) => hold(tx, key, account.buyer(userId), cents(8_000)));
  const postings = [{ from: account.buyer(userId), to: account.seller(sellerId), amount: cents(8_000) }];
  await inTransaction(db, (tx) =>
    post(tx, { key: `${key} completed`, kind: 'order.completed', hold: key, postings }),
  );
  await credit(db, userId, 50_000, { wallet: 'seller' });
  const asked = { amount: cents(10_000), ltcAddress: freshAddress() };
  const { id } = await inTransaction(db, (tx) =>
    requestWithdrawal(tx, { id: userId, isOwner: false }, asked, 'regtest'),
  );
  return { userId, id };
}

async function rollBack(blocks: number): Promise<void> {
  const { rows } = await world.database.asOwner('select max(height)::int as height from chain_blocks');
  await inTransaction(world.db, (tx) => rollBackTo(tx, rows[0]!.height - blocks));
}

const stateOf = async (id: string) =>
  (await world.database.asOwner('select state, reason from withdrawals where id = $1', [id])).rows[0];

test('rare day: a withdrawal waits while the deposit may return, and is then paid', async () => {
  const { userId, id } = await withdrawalOf('nova');
  await rollBack(2);
  expect(await isFrozen(world.db, userId)).toBe(true);
  await signApproved(world);
  expect(await stateOf(id)).toEqual({
    state: 'approved',
    reason: 'The network moved a deposit to another block. We wait for it',
  });
  await world.follow();
  await signApproved(world);
  expect(await stateOf(id)).toMatchObject({ state: 'signed' });
});

test('it fails an hour after the reversal', async () => {
  const { id } = await withdrawalOf('bea');
  await rollBack(2);
  // facts of a review do not change otherwise
  await world.database.asOwner(`
    alter table reviews disable trigger user;
    update reviews set opened_at = opened_at - interval '61 minutes' where kind = 'reversal' and state = 'open';
    alter table reviews enable trigger user`);
  await signApproved(world);
  expect(await stateOf(id)).toEqual({ state: 'failed', reason: 'The wallet is frozen' });
});
