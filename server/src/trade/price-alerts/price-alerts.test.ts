import type { PriceAlert } from '@sterling/contract/price-alerts.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import { insertAccount, insertPerson } from '../../../test/stock.ts';
import type { OnWire } from '../../../test/wire.ts';
import { notifyMetAlerts } from './price-alerts.ts';

type ShownPriceAlert = OnWire<typeof PriceAlert>;

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
});
afterEach(async () => {
  await world.database.asOwner('update roblox_accounts set is_active = false');
  await world.database.asOwner('delete from price_alerts');
});
afterAll(() => world.close());

async function add(who: Caller, robuxAmount: number, ratePerThousand: number): Promise<ShownPriceAlert> {
  const { status, body } = await who.call('POST', '/api/price-alerts', { robuxAmount, ratePerThousand });
  expect(status).toBe(201);
  return body as unknown as ShownPriceAlert;
}

const list = async (who: Caller) =>
  (await who.call('GET', '/api/price-alerts')).body as unknown as ShownPriceAlert[];
const tell = () => notifyMetAlerts(world.services.db);
const stock = async (robux: number, rateCents: number, owner?: string) =>
  insertAccount(world.database, { owner: owner ?? (await insertPerson(world.database)), rateCents, robux });
const newsOf = async (who: Caller) => {
  const { body } = await who.call('GET', '/api/inbox');
  return (body.entries as { kind: string; title: string; text: string; subjectId: string }[]).map(
    ({ kind, title, text }) => `${kind}: ${title}: ${text}`,
  );
};

test('S9.09 an alert is told once, when enough Robux are for sale at its rate or less', async () => {
  const nova = await world.signIn('nova');
  const alert = await add(nova, 5_000, 3.5);
  expect(alert).toMatchObject({ robuxAmount: 5_000, ratePerThousand: 3.5, met: null });
  await stock(3_000, 300);
  await stock(9_000, 351);
  expect(await tell()).toBe(0);
  await stock(2_500, 350);
  expect(await tell()).toBe(1);
  expect(await list(nova)).toEqual([{ ...alert, met: { at: expect.any(String), robux: 5_500 } }]);
  expect(await newsOf(nova)).toEqual([
    'alerts: Price alert: 5,500 Robux are for sale at $3.50 per 1,000 or less.',
  ]);
  await stock(50_000, 200);
  expect(await tell()).toBe(0);
  expect(await newsOf(nova)).toHaveLength(1);
});

test('S9.09 several workers tell each alert once', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => world.signIn('nova')));
  for (const who of people) await add(who, 1_000, 4);
  await stock(1_000, 400);
  const told = await Promise.all(Array.from({ length: 8 }, tell));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(6);
  for (const who of people) expect(await newsOf(who)).toHaveLength(1);
});

test("a person's own accounts, reserved Robux and accounts off sale do not count", async () => {
  const sela = await world.signIn('sela', 'seller');
  await add(sela, 1_000, 3);
  await stock(5_000, 300, sela.id);
  const owner = await insertPerson(world.database);
  await insertAccount(world.database, { owner, rateCents: 300, robux: 1_500, reserved: 900 });
  await insertAccount(world.database, { owner, rateCents: 300, robux: 900, status: 'invalid_cookie' });
  expect(await tell()).toBe(0);
  await stock(400, 200);
  expect(await tell()).toBe(1);
  expect((await list(sela))[0]!.met!.robux).toBe(1_000);
});

test('Robux of accounts that have less than the smallest order do not count, because nobody can buy them', async () => {
  const nova = await world.signIn('nova');
  await add(nova, 1_000, 3);
  await stock(950, 300);
  await stock(60, 200);
  expect(await tell()).toBe(0);
  await stock(100, 300);
  expect(await tell()).toBe(1);
  expect((await list(nova))[0]!.met!.robux).toBe(1_050);
});

test('nobody is told during an emergency stop, and a banned person is not told', async () => {
  const [nova, bram] = [await world.signIn('nova'), await world.signIn('bram')];
  await add(nova, 1_000, 3);
  await add(bram, 1_000, 3);
  await world.database.asOwner('update users set is_banned = true where id = $1', [bram.id]);
  await stock(5_000, 300);
  await setEmergencyStop(world.database, true);
  expect(await tell()).toBe(0);
  await setEmergencyStop(world.database, false);
  expect(await tell()).toBe(1);
  expect(await newsOf(nova)).toHaveLength(1);
});

test('S9.09 a person has at most 20 alerts, even with concurrent calls, and deletes their own', async () => {
  const nova = await world.signIn('nova');
  const body = { robuxAmount: 1_000, ratePerThousand: 3 };
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => nova.call('POST', '/api/price-alerts', body)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = answers.find(({ status }) => status !== 201);
  expect(refused!.body).toMatchObject({ code: 'too_many_price_alerts', hint: expect.stringContaining('20') });
  const [first] = await list(nova);
  expect((await nova.call('DELETE', `/api/price-alerts/${first!.id}`)).status).toBe(200);
  expect(await list(nova)).toHaveLength(19);
  for (const wrong of [{ robuxAmount: 50 }, { ratePerThousand: 6.01 }])
    expect((await nova.call('POST', '/api/price-alerts', { ...body, ...wrong })).body.code).toBe(
      'invalid_amount',
    );
});
