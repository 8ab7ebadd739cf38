import { robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { credit } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { place } from '../../trade/orders/placing/place.ts';
import { checkOrderRequest } from '../../trade/orders/placing/placing.lookups.ts';
import { deleteUser, signInUser } from './users.ts';

/** What a person gives up with the account. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterAll(() => world.close());

/** A buyer with a mined deposit of 0.05 LTC below the minimum. */
async function withSmallDeposit(): Promise<Caller> {
  const nova = await world.signIn('nova');
  const { body } = await nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
  const { ltcAddress } = body.wallet as { ltcAddress: string };
  const row = [`small ${nova.id}`, ltcAddress, 5_000_000];
  await world.database.asOwner(
    'insert into chain_outputs (txid, n, address, litoshi, height) values ($1, 0, $2, $3, 1)',
    row,
  );
  await world.database.asOwner(
    `insert into deposits (txid, n, address, litoshi, height, user_id, status) values ($1, 0, $2, $3, 1, $4, 'small')`,
    [...row, nova.id],
  );
  return nova;
}

const remove = (who: Caller, forfeit?: boolean) =>
  who.call('POST', '/api/reset/delete-me', forfeit === undefined ? undefined : { forfeit });

test('S1.12 a deposit that waits below the minimum is not lost silently', async () => {
  const nova = await withSmallDeposit();
  const wallets = await Promise.all(
    ['buyer', 'seller'].map(async (type) => (await nova.call('GET', `/api/wallet?type=${type}`)).body),
  );
  expect(wallets.map(({ belowMinimum }) => belowMinimum)).toEqual([0.05, 0]);
  for (const forfeit of [undefined, false])
    expect(await remove(nova, forfeit)).toMatchObject({
      status: 409,
      body: {
        code: 'account_in_use',
        hint: 'Deposits of 0.05 LTC are below the minimum and wait for later deposits. The deletion gives them up.',
      },
    });
  expect((await nova.call('GET', '/api/auth/user')).status).toBe(200);
  expect((await remove(nova, true)).status).toBe(200);
  expect((await nova.call('GET', '/api/auth/user')).status).toBe(401);
});

test('S1.12 without forfeit, an empty account is deleted, and one with money is not', async () => {
  const [nova, bram] = [await world.signIn('nova'), await world.signIn('bram')];
  await credit(world.services.db, bram.id, 300);
  expect((await remove(nova)).status).toBe(200);
  expect((await remove(bram)).body).toMatchObject({
    code: 'account_in_use',
    hint: 'Still open: $3.00 in your buyer wallet.',
  });
});

test('S1.12 an account from which an order is bought in this moment is not deleted, and the refusal names all that is open', async () => {
  const [sela, nova] = [await world.seller(1_000, 3), await world.buyer(300)];
  const { services } = world;
  const wanted = { robuxAmount: robux(1_000), gamepassUrl: (await world.pass(1_000)).url };
  const order = { ...wanted, ...(await checkOrderRequest(services.game, wanted)) };
  const placing = await openTransaction(
    services.db,
    async (tx) => void (await place(tx, services, nova.id, order)),
  );
  const deleting = remove(sela);
  await Promise.race([deleting, lockIsAwaited(world.database)]);
  placing.release();
  await placing.finished;
  expect(await deleting).toMatchObject({ status: 409, body: { hint: 'Still open: 1 order.' } });
  await credit(services.db, nova.id, 500);
  await credit(services.db, nova.id, 70, { wallet: 'seller' });
  const hint = 'Still open: 1 order, $8.00 in your buyer wallet, $0.70 in your seller wallet.';
  expect((await remove(nova)).body).toMatchObject({ code: 'account_in_use', hint });
  expect((await remove(nova, true)).body).toMatchObject({ hint: 'Still open: 1 order.' });
});

test('S1.12 a person who signs in while their account is deleted gets a new account', async () => {
  const { id } = await world.signIn('nova');
  const { db, vault } = world.services;
  const user = db.selectFrom('users').where('id', '=', id);
  const { discordId } = await user.select('discordId').executeTakeFirstOrThrow();
  const isLocked = Promise.withResolvers<void>();
  const deleting = db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').where('id', '=', id).select('id').forUpdate().execute();
    isLocked.resolve();
    await lockIsAwaited(world.database);
    await deleteUser(tx, vault, id, { forfeit: false });
  });
  await isLocked.promise;
  const person = { id: discordId!, username: 'nova', avatar: null, email: null };
  const again = await inTransaction(db, (tx) => signInUser(tx, vault, person, { isNamed: false }));
  await deleting;
  expect(again).toMatchObject({ id: expect.not.stringMatching(id), isNew: true });
});
