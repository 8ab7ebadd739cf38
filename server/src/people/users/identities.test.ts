import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { stepNow } from '../../../test/steps.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { addKey } from '../../platform/vault/vault.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';
import { createSession } from '../sessions/sessions.ts';
import { deleteUser, signInUser } from './users.ts';

let world: OrderWorld;
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
  // 1000 Robux cost $3.00
  await world.seller(100_000, 3);
  await set('new_buyer_cap', { usd: 10 });
});
afterAll(() => world.close());

async function set(key: string, value: unknown): Promise<void> {
  expect((await otto.call('PUT', `/api/admin/settings/${key}`, { value })).status).toBe(200);
}

/** Signs in with a Discord id, again after the account was deleted. New accounts get $1,000. */
async function signIn(discordId: string, referrerCode: string | null = null): Promise<Caller> {
  const { db, vault } = world.services;
  const person = { id: discordId, username: 'nova', avatar: null, email: null };
  const { id, isNew, token } = await inTransaction(db, async (tx) => {
    const user = (await signInUser(tx, vault, person, { isNamed: false, referrerCode }))!;
    return { ...user, token: await createSession(tx, user.id, { ip: '127.0.0.1', userAgent: 'test' }) };
  });
  if (isNew) await credit(db, id, 100_000);
  return { id, ...caller(world.app, `${SESSION_COOKIES.plain}=${token}`) };
}

async function deleted(who: Caller): Promise<void> {
  expect((await who.call('POST', '/api/reset/delete-me', { forfeit: true })).status).toBe(200);
}

/** As if the earlier account of this person had been deleted yesterday. */
const keptYesterday = ({ id }: Caller) =>
  world.database.asOwner('update identities set day = day - 1 where user_id = $1', [id]);

const order = async (who: Caller, robux: number) => world.order(who, await world.pass(robux), robux);
async function bought(who: Caller, robux: number): Promise<string> {
  const placed = await order(who, robux);
  await stepNow(world.orderServices, String(placed.body.id));
  expect((await world.final(who, placed)).status).toBe('completed');
  return String(placed.body.id);
}

test('rare day 10: the withdrawals of the day count after the account was deleted, and the export shows what was kept', async () => {
  await pollPrices(world.services);
  await set('withdrawal_limits', { perDayUsd: 50, allPerDayUsd: null });
  const withdraw = (who: Caller, amount: number) =>
    who.call('POST', '/api/wallet/withdraw', { amount, ltcAddress: freshAddress(), walletType: 'seller' });
  const asSeller = async () => {
    const who = await signIn('910008');
    await who.call('PUT', `/api/users/${who.id}`, { role: 'seller' });
    await credit(world.services.db, who.id, 10_000, { wallet: 'seller' });
    return who;
  };
  const first = await asSeller();
  expect((await withdraw(first, 40)).body).toMatchObject({ success: true });
  expect((await first.call('GET', '/api/export')).body.earlierAccount).toBeNull();
  // as if the withdrawal had been paid
  await world.database.asOwner(
    `set session_replication_role = replica;
     update withdrawals set state = 'confirmed', confirmed_at = now(), txid = 'paid' where user_id = '${first.id}';
     update ledger_balances set held = 0 where held > 0`,
  );
  await deleted(first);
  const second = await asSeller();
  expect(await withdraw(second, 20)).toMatchObject({ body: { hint: expect.stringContaining('$10.00') } });
  expect((await second.call('GET', '/api/export')).body.earlierAccount).toMatchObject({ firstTradeAt: null });
  await keptYesterday(second);
  expect((await withdraw(second, 20)).body).toMatchObject({ success: true });
});

const referralsOf = async (who: Caller) => (await who.call('GET', '/api/affiliate')).body;
const codeOf = async (who: Caller) => String((await referralsOf(who)).code);

test('rare day 10: a new buyer who deletes their account and signs in again does not get the daily cap again', async () => {
  const first = await signIn('910001');
  await bought(first, 2_000);
  await deleted(first);
  const second = await signIn('910001');
  expect(second.id).not.toBe(first.id);
  expect(await order(second, 2_000)).toMatchObject({
    status: 409,
    body: { code: 'spending_limit', hint: expect.stringContaining('$4.00') },
  });
  await bought(second, 1_000);
  await deleted(second);
  const third = await signIn('910001');
  expect((await order(third, 1_000)).body.hint).toContain('$1.00');
  expect((await order(await signIn('910002'), 2_000)).status).toBe(201);
});

test('rare day 10: the spending of another day does not count, and the time of the first trade stays', async () => {
  const first = await signIn('910003');
  const id = await bought(first, 2_000);
  await world.database.asOwner(
    `set session_replication_role = replica;
     update orders set created_at = now() - interval '31 days' where id = '${id}';
     update ledger_events set at = now() - interval '31 days' where key = 'order ${id} completed'`,
  );
  await deleted(first);
  await world.database.asOwner(
    `update identities set day = day - 1, spent_cents = 900 where spent_cents = 0`,
  );
  expect((await order(await signIn('910003'), 5_000)).status).toBe(201);

  const other = await signIn('910009');
  await bought(other, 2_000);
  await deleted(other);
  const again = await signIn('910009');
  await keptYesterday(again);
  expect((await order(again, 2_000)).status).toBe(201);
});

test('rare day 10: a referral is recorded once for a person, and continues after they deleted their account', async () => {
  const [rita, otta] = [await world.signIn('rita'), await world.signIn('otta')];
  const first = await signIn('910004', await codeOf(rita));
  await deleted(first);
  const second = await signIn('910004', await codeOf(otta));
  expect(await referralsOf(otta)).toMatchObject({ people: 0 });
  expect(await referralsOf(rita)).toMatchObject({ activePeople: 1 });
  const { rows } = await world.database.asOwner(
    'select count(distinct at)::int as times, count(*)::int as count from referrals where referred_id = any ($1)',
    [[first.id, second.id]],
  );
  expect(rows).toEqual([{ times: 1, count: 2 }]);
  const never = await signIn('910005');
  await deleted(never);
  await signIn('910005', await codeOf(otta));
  expect(await referralsOf(otta)).toMatchObject({ people: 0 });
});

test('rare day 10: only a keyed hash of the Discord id stays, which a rotation of the keys replaces', async () => {
  const identities = async () => {
    const { rows } = await world.database.asOwner('select *, identities::text as text from identities');
    return rows;
  };
  const known = (await identities()).length;
  const first = await signIn('910006');
  expect(await identities()).toHaveLength(known);
  await deleted(first);
  const kept = (await identities()).at(-1);
  expect(kept).toMatchObject({ user_id: null, hash: expect.any(Buffer) });
  expect(kept.text).not.toMatch(new RegExp(`910006|${first.id}`));
  addKey(world.services.config.keys.vaultFile);
  const second = await signIn('910006');
  const again = (await identities()).find(({ id }) => id === kept.id);
  expect(again).toMatchObject({ user_id: second.id });
  expect(again.hash).not.toEqual(kept.hash);
});

test('rare day 10: a person who is banned while they delete their account stays banned', async () => {
  const nova = await signIn('910007');
  await otto.call('PATCH', `/api/admin/users/${nova.id}`, { isBanned: true });
  const { db, vault } = world.services;
  const late = inTransaction(db, (tx) => deleteUser(tx, vault, nova.id, { forfeit: true }));
  await expect(late).rejects.toMatchObject({ code: 'unauthorized' });
  const person = { id: '910007', username: 'nova', avatar: null, email: null };
  expect(await inTransaction(db, (tx) => signInUser(tx, vault, person, { isNamed: false }))).toBeNull();
});
