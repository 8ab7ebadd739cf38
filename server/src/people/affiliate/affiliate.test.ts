import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { referred, sale } from '../../../test/referrals.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { admit } from '../users/users.ts';
import { recordReferral } from './affiliate.ts';

/** Who brought whom. */
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

const affiliateOf = async (who: Caller) => (await who.call('GET', '/api/affiliate')).body;
const discordPerson = (id: string) => ({ id, username: 'newcomer', avatar: null, email: null });
const comes = (discordId: string, referrerCode: string | null) =>
  inTransaction(world.services.db, (tx) =>
    admit(tx, discordPerson(discordId), { isOwner: false, referrerCode }),
  );
const people = async (who: Caller) => (await affiliateOf(who)).people;
const codeOf = async (who: Caller) => String((await affiliateOf(who)).code);

test('who brought someone is written at the first sign-in, and not by a later one', async () => {
  const [rita, otta] = [await world.signIn('rita'), await world.signIn('otta')];
  await comes('900001', null);
  await comes('900001', await codeOf(rita));
  expect(await people(rita)).toBe(0);
  await comes('900002', await codeOf(rita));
  await comes('900002', await codeOf(otta));
  expect([await people(rita), await people(otta)]).toEqual([1, 0]);
});

test('it is nobody for a code of nobody, of a banned person or of oneself', async () => {
  const rita = await world.signIn('rita');
  const code = await codeOf(rita);
  await comes('900003', 'zzzzzzzz');
  await inTransaction(world.services.db, (tx) => recordReferral(tx, rita.id, code));
  await owner.call('PATCH', `/api/admin/users/${rita.id}`, { isBanned: true });
  await comes('900004', code);
  await owner.call('PATCH', `/api/admin/users/${rita.id}`, { isBanned: false });
  const { rows } = await world.database.asOwner('select from referrals where referrer_id = $1', [rita.id]);
  expect(rows).toEqual([]);
});

test('it cannot be changed or taken back by the application', async () => {
  const { rita, sela } = await referred(world);
  const { db } = world.services;
  await expect(db.updateTable('referrals').set({ referrerId: sela.id }).execute()).rejects.toThrow(
    /permission denied/,
  );
  await expect(db.deleteFrom('referrals').where('referrerId', '=', rita.id).execute()).rejects.toThrow(
    /permission denied/,
  );
  await expect(db.deleteFrom('affiliatePayouts').execute()).rejects.toThrow(/permission denied/);
});

test('the export has the link, the people and the shares', async () => {
  const { rita, sela, nova } = await referred(world);
  await sale(world, { sela, nova });
  const { body } = await rita.call('GET', '/api/export');
  expect(body.affiliate).toMatchObject({
    code: await codeOf(rita),
    wasReferred: false,
    people: [{ username: 'sel…' }],
    postings: [{ amount: 0.5 }],
  });
  expect((await sela.call('GET', '/api/export')).body.affiliate).toMatchObject({ wasReferred: true });
});
