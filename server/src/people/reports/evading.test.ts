import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { reportAccount } from '../../../test/reports.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { closeDecided } from '../../trade/reviews/reviews.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';
import { createSession } from '../sessions/sessions.ts';
import { deleteUser, signInUser } from '../users/users.ts';
import { lookUpReports } from './reports.jobs.ts';
import { decideReport } from './reports.ts';

let world: OrderWorld;
let sela: Seller;
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  await otto.call('POST', '/api/admin/clear-rate-limits');
  sela = await world.seller(1_000, 3);
});

const report = async (): Promise<string> => {
  const { id, code } = await reportAccount(world, sela.game.username);
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { description: code });
  return id;
};
const verify = (id: string) => caller(world.app, '').call('POST', `/api/reports/${id}/verify`);
const add = (seller: Caller) =>
  seller.call('POST', '/api/roblox-accounts', {
    cookie: sela.game.cookie,
    ratePerThousand: 3,
    ownershipConfirmed: true,
  });
const remove = () => sela.call('DELETE', `/api/roblox-accounts/${sela.accountId}`);
const discordIdOf = async ({ id }: Caller): Promise<string> => {
  const { rows } = await world.database.asOwner('select discord_id from users where id = $1', [id]);
  return rows[0].discord_id;
};
/** The seller deletes their Sterling account and signs in again. */
const returned = async (seller: Caller): Promise<Caller> => {
  const discordId = await discordIdOf(seller);
  expect((await seller.call('POST', '/api/reset/delete-me')).status).toBe(200);
  return signedInAgain(discordId);
};
const signedInAgain = async (discordId: string): Promise<Caller> => {
  const { db, vault } = world.services;
  const person = { id: discordId, username: 'sela', avatar: null, email: null };
  const { id, token } = await inTransaction(db, async (tx) => {
    const user = (await signInUser(tx, vault, person, { isNamed: false }))!;
    return { ...user, token: await createSession(tx, user.id, { ip: '127.0.0.1', userAgent: 'test' }) };
  });
  const again = { id, ...caller(world.app, `${SESSION_COOKIES.plain}=${token}`) };
  expect((await again.call('PUT', `/api/users/${id}`, { role: 'seller' })).status).toBe(200);
  return again;
};
const onSale = async () => {
  const { rows } = await world.database.asOwner(
    'select user_id from roblox_accounts where roblox_user_id = $1 and is_active and removed_at is null',
    [sela.game.id],
  );
  return rows.length;
};
/** `first` has done its work and not committed when `second` begins. */
const together = async (first: (tx: Tx) => Promise<void>, second: (tx: Tx) => Promise<void>) => {
  const { db } = world.services;
  const open = await openTransaction(db, first);
  const waiting = inTransaction(db, second);
  await Promise.race([waiting, lockIsAwaited(world.database)]);
  open.release();
  await Promise.all([open.finished, waiting]);
};
const decide = async (reportId: string, decision: string) => {
  const { rows } = await world.database.asOwner('select id from reviews where subject_id = $1', [reportId]);
  return otto.call('POST', `/api/admin/reviews/${rows[0].id}`, { decision, reason: 'papers' });
};

test('a seller who removes a reported account and adds it again does not escape the proof', async () => {
  const id = await report();
  await lookUpReports(world.services);
  await remove();
  expect((await add(sela)).status).toBe(201);
  expect((await verify(id)).body).toMatchObject({ message: 'The account is off sale.' });
  expect(await onSale()).toBe(0);
});

test('an account that is added after the report goes off sale with the proof', async () => {
  await remove();
  const id = await report();
  await lookUpReports(world.services);
  expect((await add(sela)).status).toBe(201);
  await verify(id);
  expect(await onSale()).toBe(0);
});

test('an account that is stored under an earlier name goes off sale with the proof', async () => {
  await world.database.asOwner(`update roblox_accounts set username = 'earlier_name' where id = $1`, [
    sela.accountId,
  ]);
  await verify(await report());
  expect(await onSale()).toBe(0);
});

test('the seller cannot add the account again after the proof, and its owner can', async () => {
  const id = await report();
  await verify(id);
  expect(await add(sela)).toMatchObject({ status: 403, body: { code: 'unauthorized' } });
  const owner = await world.signIn('mira', 'seller');
  expect((await add(owner)).status).toBe(201);
  expect(await onSale()).toBe(1);
});

test('the seller cannot add the account again with a new account, unless staff reject the report', async () => {
  const id = await report();
  await verify(id);
  const again = await returned(sela);
  expect(await add(again)).toMatchObject({ status: 403, body: { code: 'unauthorized' } });
  const third = await returned(again);
  expect((await add(third)).status).toBe(403);
  expect((await decide(id, 'reject')).status).toBe(200);
  expect((await add(third)).status).toBe(201);
});

test('a seller who deletes the account before staff decide cannot add it with a new one', async () => {
  const id = await report();
  await lookUpReports(world.services);
  const again = await returned(sela);
  expect((await add(again)).status).toBe(403);
  expect((await decide(id, 'approve')).status).toBe(200);
  expect((await add(again)).status).toBe(403);
});

test('the seller can add the account again when staff reject the report', async () => {
  const id = await report();
  await verify(id);
  expect((await decide(id, 'reject')).status).toBe(200);
  expect((await add(sela)).status).toBe(201);
});

test('an approval of staff reaches the account that the seller has added again', async () => {
  const id = await report();
  await lookUpReports(world.services);
  await remove();
  await add(sela);
  expect((await decide(id, 'approve')).status).toBe(200);
  expect(await onSale()).toBe(0);
  expect((await add(sela)).status).toBe(403);
});

const deletion = (seller: Caller) => (tx: Tx) =>
  deleteUser(tx, world.services.vault, seller.id, { forfeit: false });
const rejection = (id: string) => async (tx: Tx) => {
  const review = await tx
    .selectFrom('reviews')
    .where('subjectId', '=', id)
    .select('id')
    .executeTakeFirstOrThrow();
  await closeDecided(tx, review.id, { decision: 'reject', reason: 'papers', decidedBy: otto.id });
  await decideReport(tx, id, 'reject');
};

test.each([
  ['the deletion', false, false],
  ['the rejection', true, false],
  ['the rejection, and it is not the first deletion,', true, true],
])(
  'a seller whose deletion and whose rejected report meet can add the account again: %s comes first',
  async (_first, isRejectedFirst, isSecond) => {
    const id = await report();
    await verify(id);
    const seller = isSecond ? await returned(sela) : sela;
    const discordId = await discordIdOf(seller);
    const [first, second] = [deletion(seller), rejection(id)];
    await (isRejectedFirst ? together(second, first) : together(first, second));
    expect((await add(await signedInAgain(discordId))).status).toBe(201);
  },
);

test('a banned seller whose data was deleted cannot add a reported account when the ban ends', async () => {
  const id = await report();
  await lookUpReports(world.services);
  const discordId = await discordIdOf(sela);
  const edit = (body: object) => otto.call('PATCH', `/api/admin/users/${sela.id}`, body);
  expect((await edit({ isBanned: true })).body).toMatchObject({ deleted: true });
  await decide(id, 'approve');
  await edit({ isBanned: false });
  expect((await add(await signedInAgain(discordId))).status).toBe(403);
});
