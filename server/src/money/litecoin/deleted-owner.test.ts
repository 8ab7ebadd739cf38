import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { expectBalancedBooks, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { makePerson } from '../../../test/wallets.ts';
import { deleteUser } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { closeDecided } from '../../trade/reviews/reviews.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { newDepositAddress } from './addresses.ts';
import { rollBackTo } from './roll-back.ts';
import { orphanVanished } from './unconfirmed.ts';

/** Deposits to addresses of people who have deleted their accounts. One LTC is $85.00. */
let world: PayerWorld;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 0 });
});
afterEach(() => expectBalancedBooks(world));
afterAll(() => world.close());

async function person() {
  const id = await makePerson(world.db, 'nova');
  const address = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, id));
  return { id, address };
}
const forget = (id: string) =>
  world.database.asOwner('update users set deleted_at = now() where id = $1', [id]);
/** The person deletes the account and gives up what is in the wallet. */
const remove = (id: string) =>
  inTransaction(world.db, (tx) => deleteUser(tx, { hashes: () => [] }, id, { forfeit: true }));
/** The network replaces the block of the person's deposit. */
async function reverse(id: string): Promise<void> {
  const [deposit] = await deposits(id);
  await inTransaction(world.db, (tx) => rollBackTo(tx, deposit!.height! - 1));
}
const send = (address: string, ltc: number) =>
  world.control<{ txid: string }>('/litecoin/send', { address, ltc });
const posted = async (id: string) => (await walletBalance(world.db, id, 'buyer')).posted;
const deposits = (userId: string) =>
  world.db.selectFrom('deposits').where('userId', '=', userId).select(['status', 'height']).execute();
const reviews = (txid: string) =>
  world.database
    .asOwner(`select state, facts from reviews where kind = 'ownerless_deposit' and facts ->> 'txid' = $1`, [
      txid,
    ])
    .then(({ rows }) => rows);

test('a deposit after the deletion is not credited to a wallet that nobody can use, and an owner is told', async () => {
  const { id, address } = await person();
  await forget(id);
  const { txid } = await send(address, 0.5);
  await world.follow();
  await world.mine(2);
  expect([await deposits(id), await posted(id)]).toEqual([[], 0]);
  expect(await reviews(txid)).toEqual([
    { state: 'open', facts: expect.objectContaining({ ltcAmount: 0.5, address }) },
  ]);
});

test('a deposit that arrives during the deletion is not credited either', async () => {
  const { id, address } = await person();
  const { txid } = await send(address, 0.5);
  await world.control('/litecoin/mine', { blocks: 1 });
  const deleting = await openTransaction(world.db, (tx) =>
    deleteUser(tx, { hashes: () => [] }, id, { forfeit: false }),
  );
  const followed = world.follow();
  await lockIsAwaited(world.database);
  deleting.release();
  await Promise.all([deleting.finished, followed]);
  await world.mine(2);
  expect([await deposits(id), await posted(id)]).toEqual([[], 0]);
  expect(await reviews(txid)).toMatchObject([{ state: 'open' }]);
});

test('a deposit that had disappeared before the deletion and returns is not credited either', async () => {
  const { id, address } = await person();
  const { txid } = await send(address, 0.5);
  await world.follow();
  await inTransaction(world.db, (tx) => orphanVanished(tx, []));
  expect(await deposits(id)).toEqual([{ status: 'orphaned', height: null }]);
  await forget(id);
  await world.mine(2);
  expect([(await deposits(id))[0]!.status, await posted(id)]).toEqual(['orphaned', 0]);
  expect(await reviews(txid)).toMatchObject([{ state: 'open' }]);
});

test('a small one stays with the house, so that nobody floods the owner with reviews', async () => {
  const { id, address } = await person();
  await forget(id);
  const { txid } = await send(address, 0.0099);
  await world.mine(2);
  expect([await deposits(id), await reviews(txid)]).toEqual([[], []]);
});

test('a deposit from before the deletion is credited again after a reorganisation', async () => {
  const { id, address } = await person();
  const { txid } = await send(address, 0.5);
  await world.mine(2);
  await remove(id);
  await reverse(id);
  expect([(await deposits(id))[0]!.status, await posted(id)]).toEqual(['reversed', -4_250]);
  await world.follow();
  expect([(await deposits(id))[0]!.status, await posted(id)]).toEqual(['credited', 0]);
  expect(await reviews(txid)).toEqual([]);
});

test('a deposit that the network took back before the deletion is not credited when it returns, and an owner is told', async () => {
  const { id, address } = await person();
  const { txid } = await send(address, 0.5);
  await world.mine(2);
  await reverse(id);
  const setHeight = (height: number | null) =>
    world.database.asOwner('update deposits set height = $1 where user_id = $2', [height, id]);
  await setHeight(1);
  // it is in a block again, and credited soon
  await expect(remove(id)).rejects.toMatchObject({ code: 'account_in_use' });
  await setHeight(null);
  await remove(id);
  await world.follow();
  await world.mine(2);
  expect([(await deposits(id))[0]!.status, await posted(id)]).toEqual(['reversed', 0]);
  expect(await reviews(txid)).toMatchObject([{ state: 'open' }]);
});

test('rare day 24: outputs of one transaction to several people are each decided once, even after a reorganisation', async () => {
  const [nova, sela, tim, gone] = [await person(), await person(), await person(), await person()];
  await forget(gone.id);
  const outputs = [
    { address: nova.address, ltc: 0.5 },
    { address: sela.address, ltc: 0.25 },
    { address: nova.address, ltc: 0.01 },
    { address: tim.address, ltc: 0.0001 },
    { address: gone.address, ltc: 0.5 },
    { address: gone.address, ltc: 0.0099 },
  ];
  const { txid } = await world.control<{ txid: string }>('/litecoin/send', { outputs });
  await world.follow();
  await world.mine(2);
  const seen = async () => [
    await Promise.all([nova, sela, tim, gone].map(({ id }) => posted(id))),
    (await Promise.all([nova, tim, gone].map(({ id }) => deposits(id)))).flat().map(({ status }) => status),
    (await reviews(txid)).map(({ state }) => state),
  ];
  const balances = [4_250 + 85, 2_125, 0, 0];
  const statuses = ['credited', 'credited', 'small'];
  expect(await seen()).toEqual([balances, statuses, ['open']]);
  // the owner has credited the person with a correction, and must not be asked again
  const { rows } = await world.database.asOwner(`select id from reviews where facts ->> 'txid' = $1`, [txid]);
  const decided = { decision: 'approve', reason: 'credited', decidedBy: nova.id } as const;
  await inTransaction(world.db, (tx) => closeDecided(tx, rows[0].id, decided));
  await world.control('/litecoin/reorg', { depth: 2 });
  await world.follow();
  expect(await seen()).toEqual([balances, statuses, ['approved']]);
});
