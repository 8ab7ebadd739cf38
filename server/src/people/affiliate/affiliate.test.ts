import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { refer, referred, sale } from '../../../test/referrals.ts';
import { differencesAfter } from '../../../test/tampering.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { signInUser } from '../users/users.ts';
import { recordReferral } from './affiliate.ts';

/** Recording of referrals, and the proof of payouts. */
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
const signsIn = (discordId: string, referrerCode: string | null) =>
  inTransaction(world.services.db, (tx) =>
    signInUser(tx, world.services.vault, discordPerson(discordId), { isNamed: false, referrerCode }),
  );
const people = async (who: Caller) => (await affiliateOf(who)).people;
const codeOf = async (who: Caller) => String((await affiliateOf(who)).code);

test('a referrer is recorded at the first sign-in only', async () => {
  const [rita, otta] = [await world.signIn('rita'), await world.signIn('otta')];
  await signsIn('900001', null);
  await signsIn('900001', await codeOf(rita));
  expect(await people(rita)).toBe(0);
  await signsIn('900002', await codeOf(rita));
  await signsIn('900002', await codeOf(otta));
  expect([await people(rita), await people(otta)]).toEqual([1, 0]);
});

test('no referrer is recorded for an unknown code, a banned referrer, or the user’s own code', async () => {
  const rita = await world.signIn('rita');
  const code = await codeOf(rita);
  await signsIn('900003', 'zzzzzzzz');
  await inTransaction(world.services.db, (tx) => recordReferral(tx, rita.id, code));
  await owner.call('PATCH', `/api/admin/users/${rita.id}`, { isBanned: true });
  await signsIn('900004', code);
  await owner.call('PATCH', `/api/admin/users/${rita.id}`, { isBanned: false });
  const { rows } = await world.database.asOwner('select from referrals where referrer_id = $1', [rita.id]);
  expect(rows).toEqual([]);
});

test('the application cannot change or delete referrals and payouts', async () => {
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

test.each<[what: string, set: (others: { nova: Caller; theo: Caller }) => string, found: string[]]>([
  [
    'is larger than what was booked',
    () => 'payout_cents = payout_cents + 1',
    [
      'an affiliate payout is not booked as recorded',
      'an affiliate payout is not its percentage of the fee',
      'money moved that no record explains',
      'money moved that no record explains',
    ],
  ],
  [
    'is of another fee',
    () => 'fee_cents = fee_cents + 1',
    ['an affiliate payout is not its percentage of the fee'],
  ],
  [
    'is of another percentage',
    () => 'percent = 20',
    ['an affiliate payout is not its percentage of the fee'],
  ],
  [
    'came after the first year',
    () => `at = at + interval '1 year'`,
    ['an affiliate payout is for the wrong fee, or after the first year'],
  ],
  [
    'is for another referrer',
    ({ nova }) => `referrer_id = '${nova.id}'`,
    [
      'an affiliate payout is for the wrong fee, or after the first year',
      'an affiliate payout is not booked as recorded',
      'money moved that no record explains',
    ],
  ],
  [
    'is for another person of the same referrer',
    ({ theo }) => `referred_id = '${theo.id}'`,
    ['an affiliate payout is for the wrong fee, or after the first year'],
  ],
  [
    'is for a person without a referrer',
    ({ nova }) => `referred_id = '${nova.id}'`,
    ['an affiliate payout is for the wrong fee, or after the first year'],
  ],
])('the proof reports a payout that %s', async (_, set, found) => {
  const { rita, sela, nova } = await referred(world);
  const theo = await world.seller();
  await refer(world, rita, theo);
  await sale(world, { sela, nova });
  const names = await differences(
    `update affiliate_payouts set ${set({ nova, theo })} where referrer_id = '${rita.id}'`,
  );
  expect(names).toEqual(found);
});

test('the proof reports a payout without a record', async () => {
  const { rita, sela, nova } = await referred(world);
  await sale(world, { sela, nova });
  expect(await differences(`delete from affiliate_payouts where referrer_id = '${rita.id}'`)).toEqual([
    'an affiliate payout is booked without a record',
    'money moved that no record explains',
    'money moved that no record explains',
  ]);
});

const differences = async (change: string) =>
  (await differencesAfter(world.database, change)).map(({ what }) => what).toSorted();

test('the data export has the referral code, the referred users and the payouts', async () => {
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
