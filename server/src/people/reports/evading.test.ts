import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';
import { createSession } from '../sessions/sessions.ts';
import { admit } from '../users/users.ts';
import { lookUpReports } from './reports.jobs.ts';

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
  const details = { robloxUsername: sela.game.username, contact: 'me@example.test', text: 'It is mine.' };
  const { body } = await caller(world.app, '').call('POST', '/api/reports', details);
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { description: body.code });
  return String(body.id);
};
const verify = (id: string) => caller(world.app, '').call('POST', `/api/reports/${id}/verify`);
const add = (seller: Caller) =>
  seller.call('POST', '/api/roblox-accounts', {
    cookie: sela.game.cookie,
    ratePerThousand: 3,
    ownershipConfirmed: true,
  });
const remove = () => sela.call('DELETE', `/api/roblox-accounts/${sela.accountId}`);
/** The seller deletes their Sterling account and signs in again. */
const returned = async (seller: Caller): Promise<Caller> => {
  const { db, vault } = world.services;
  const { discordId } = await db
    .selectFrom('users')
    .where('id', '=', seller.id)
    .select('discordId')
    .executeTakeFirstOrThrow();
  expect((await seller.call('POST', '/api/reset/delete-me')).status).toBe(200);
  const person = { id: discordId!, username: 'sela', avatar: null, email: null };
  const { id, token } = await inTransaction(db, async (tx) => {
    const user = (await admit(tx, vault, person, { isOwner: false }))!;
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
