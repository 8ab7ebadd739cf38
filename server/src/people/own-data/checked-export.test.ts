import { OwnData } from '@sterling/contract/own-data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Called, Caller } from '../../../test/app.ts';
import { ageChecks, checkByCode, enrolApp, forgetSteps, type SoftApp } from '../../../test/factors.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';

/** Two buyers and two sellers own the same kinds of things. */
let world: OrderWorld;
let buyers: { nova: Caller; bea: Caller };
let sellers: { sela: Caller; mira: Caller };
const apps = new Map<Caller, SoftApp>();
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await pollPrices(world.services);
  sellers = { sela: await makeSeller('sela'), mira: await makeSeller('mira') };
  buyers = { nova: await makeBuyer('nova'), bea: await makeBuyer('bea') };
});
afterAll(() => world.close());

/** Makes a call that has to succeed. */
async function must(who: Caller, method: string, path: string, body?: object): Promise<Called> {
  const answer = await who.call(method, path, body);
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer;
}

async function makeBuyer(name: string): Promise<Caller> {
  const who = await world.buyer(100_000);
  apps.set(who, await enrolApp(who, `${name}'s phone`));
  const pass = async () => ({ robuxAmount: 1_000, gamepassUrl: (await world.pass(1_000)).url });
  await must(who, 'POST', '/api/wallet/generate-address', { walletType: 'buyer' });
  await must(who, 'POST', '/api/robux/orders', await pass());
  await must(who, 'POST', '/api/pre-orders', { ...(await pass()), maxRatePerThousand: 1 });
  const weekly = { ratePerThousand: 3, weekday: 3, hour: 9, tz: 'UTC' };
  await must(who, 'POST', '/api/standing-orders', { ...(await pass()), ...weekly });
  await must(who, 'POST', '/api/price-alerts', { robuxAmount: 1_000, ratePerThousand: 2 });
  await must(who, 'POST', '/api/credentials', { name: `${name}'s bot`, scopes: ['read'] });
  const url = `${world.sandboxUrl}/receiver/${name}`;
  await must(who, 'POST', '/api/webhooks', { url, kinds: ['orders'] });
  return who;
}

async function makeSeller(name: string): Promise<Caller> {
  const who = await world.seller(50_000, 3);
  apps.set(who, await enrolApp(who, `${name}'s phone`));
  await credit(world.services.db, who.id, 100_000, { wallet: 'seller' });
  const rule = { name: `${name}'s rule`, floor: 2, ceiling: 4, belowCents: null, baseRate: 3 };
  const terms = { pausesBelowFloor: false, stockSteps: [], dayTimes: [], accountIds: [who.accountId] };
  await must(who, 'POST', '/api/price-rules', { ...rule, ...terms });
  await must(who, 'PUT', '/api/roblox-accounts/stock-alert', { robux: 500 });
  const listing = { title: `${name}'s crown`, itemType: 'premium_items', deliveryTime: '1 hour' };
  await must(who, 'POST', '/api/listings', { ...listing, quantity: 1, pricePerUnit: 100 });
  const payee = { amount: 25, ltcAddress: freshAddress(), walletType: 'seller' };
  await must(who, 'POST', '/api/wallet/withdraw', payee);
  return who;
}

/** The export after a check by a correct code. */
async function exportOf(who: Caller): Promise<{ data: OwnData; text: string }> {
  await ageChecks(world, who);
  await forgetSteps(world);
  const unchecked = await who.call('GET', '/api/export');
  expect([unchecked.status, unchecked.body.code]).toEqual([403, 'step_up_required']);
  expect((await checkByCode(who, '000000')).status).toBe(400);
  expect((await who.call('GET', '/api/export')).status).toBe(403);
  expect((await checkByCode(who, apps.get(who)!.code())).status).toBe(200);
  const { status, body } = await who.call('GET', '/api/export');
  expect(status).toBe(200);
  return { data: z.parse(OwnData, body), text: JSON.stringify(body) };
}

/** Ids, addresses and names in an export, without those that both persons may know. */
function namesIn(text: string, name: string): string[] {
  const ids = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|rltc1\w+/g) ?? [];
  const own = text.match(new RegExp(`${name}'s \\w+`, 'g')) ?? [];
  return [...new Set([...ids, ...own])];
}

const emptyIn = (data: OwnData): string[] =>
  Object.entries(data).flatMap(([field, value]) =>
    value === null || (Array.isArray(value) && value.length === 0) ? [field] : [],
  );

const NOT_HAPPENED = [
  ...['earlierAccount', 'balanceProofs', 'accountImports', 'priceChanges', 'proxies'],
  ...['transactions', 'messages', 'pictures'],
];
const ONLY_SELLERS = [
  ...['walletTransactions', 'sales', 'robloxAccounts', 'accountEvents', 'priceRules', 'listings'],
];
const ONLY_BUYERS = [
  ...['webhooks', 'depositAddresses', 'apiCredentials', 'orders', 'preOrders', 'priceAlerts'],
  'standingOrders',
];
/** The order of the fields in an export. */
const asIn = (data: OwnData) => (one: string, other: string) =>
  Object.keys(data).indexOf(one) - Object.keys(data).indexOf(other);

test('rare day 24: after a check by code a buyer exports everything of theirs and nothing of another buyer', async () => {
  const [nova, bea] = [await exportOf(buyers.nova), await exportOf(buyers.bea)];
  expect(emptyIn(nova.data)).toEqual([...NOT_HAPPENED, ...ONLY_SELLERS].toSorted(asIn(nova.data)));
  expect(emptyIn(bea.data)).toEqual(emptyIn(nova.data));
  const shared = new Set(namesIn((await exportOf(sellers.sela)).text, 'sela'));
  const others = namesIn(bea.text, 'bea').filter((each) => !shared.has(each));
  expect(others.length).toBeGreaterThan(8);
  expect(others.filter((each) => nova.text.includes(each))).toEqual([]);
});

test('rare day 24: after a check by code a seller exports everything of theirs and nothing of another seller', async () => {
  const [sela, mira] = [await exportOf(sellers.sela), await exportOf(sellers.mira)];
  expect(emptyIn(sela.data)).toEqual([...NOT_HAPPENED, ...ONLY_BUYERS].toSorted(asIn(sela.data)));
  const shared = new Set(namesIn((await exportOf(buyers.nova)).text, 'nova'));
  const others = namesIn(mira.text, 'mira').filter((each) => !shared.has(each));
  expect(others.length).toBeGreaterThan(5);
  expect(others.filter((each) => sela.text.includes(each))).toEqual([]);
});
