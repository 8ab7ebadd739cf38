import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  actAs,
  call,
  type GameAccount,
  type GamePass,
  openTestSandbox,
  purchasePath,
  type TestSandbox,
} from '../test-kit.ts';

let sandbox: TestSandbox;
let payer: GameAccount;
let maker: GameAccount;
let pass: GamePass;
let people = 0;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  people++;
  payer = await sandbox.control('POST', '/game/accounts', { username: `payer_${people}`, robux: 90_000 });
  maker = await sandbox.control('POST', '/game/accounts', { username: `maker_${people}`, robux: 0 });
  pass = await sandbox.control('POST', '/game/passes', { ownerId: maker.id, price: 1_000, name: 'Key' });
});

test('product-info shows product, creator and price', async () => {
  expect((await info()).body).toMatchObject({
    TargetId: pass.id,
    ProductId: pass.productId,
    ProductType: 'Game Pass',
    Creator: { Id: maker.id, CreatorType: 'User', CreatorTargetId: maker.id },
    PriceInRobux: 1_000,
    UserBasePriceInRobux: 1_000,
    PriceDiscountDetails: [],
    IsForSale: true,
  });
});

test('product-info shows the caller’s own price: regional with managed pricing, less for Plus members', async () => {
  await sandbox.control('PATCH', `/game/accounts/${payer.id}`, { regionFactor: 0.55, plusPercent: 20 });
  const discount = { Type: 'RobloxPlusSubscription', AmountInRobux: 110, Percent: 20, EndTime: null };
  const seen = { UserBasePriceInRobux: 550, PriceInRobux: 440, PriceDiscountDetails: [discount] };
  expect((await info()).body).toMatchObject({ ...seen, PriceInformation: { defaultPriceInRobux: 1_000 } });
  await sandbox.control('PATCH', `/game/passes/${pass.id}`, { managedPricing: false });
  expect((await info()).body).toMatchObject({ UserBasePriceInRobux: 1_000, PriceInRobux: 800 });
  const visitor = await call(`${sandbox.url}/apis/game-passes/v1/game-passes/${pass.id}/product-info`);
  expect(visitor.body).toMatchObject({ PriceInRobux: 1_000 });
});

test('discounts add up', async () => {
  await sandbox.control('PATCH', `/game/accounts/${payer.id}`, { plusPercent: 10 });
  await sandbox.control('PATCH', `/game/passes/${pass.id}`, {
    discounts: [{ type: 'Seasonal', percent: 25 }],
  });
  const { body } = await info();
  expect(body.PriceInRobux).toBe(650);
  expect(body.PriceDiscountDetails).toHaveLength(2);
});

test('a gamepass off sale has no price, and a deleted one is not found', async () => {
  await sandbox.control('PATCH', `/game/passes/${pass.id}`, { isForSale: false });
  expect((await info()).body).toMatchObject({ IsForSale: false, PriceInRobux: null });
  await sandbox.control('PATCH', `/game/passes/${pass.id}`, { deleted: true });
  expect(await info()).toMatchObject({ status: 404, body: { errorCode: 'PassNotFound' } });
});

test('the creator id of a group’s gamepass is not the group’s id', async () => {
  await sandbox.control('PATCH', `/game/passes/${pass.id}`, { groupId: 4_711 });
  const { Creator } = (await info()).body as { Creator: Record<string, unknown> };
  expect(Creator).toMatchObject({ CreatorType: 'Group', CreatorTargetId: 4_711 });
  expect(Creator.Id).not.toBe(4_711);
});

test('is-owned becomes true with the purchase, for any caller', async () => {
  expect((await isOwned()).text).toBe('false');
  await sandbox.control('POST', '/game/buy', { accountId: payer.id, passId: pass.id });
  expect((await isOwned()).text).toBe('true');
  expect((await isOwned({ id: 5 })).body).toMatchObject({ errors: [{ code: 1 }] });
  expect((await isOwned(payer, { id: 5 })).body).toMatchObject({ errors: [{ code: 5 }] });
});

test('one call checks many ownerships, and each can be revoked', async () => {
  await sandbox.control('POST', '/game/buy', { accountId: payer.id, passId: pass.id });
  const act = actAs(sandbox, payer.cookie);
  const pair = { userId: payer.id, gamePassId: pass.id };
  const asked = { ownershipIdentifiers: [pair, { userId: payer.id, gamePassId: 1_100_000_101 }] };
  const path = '/apis/game-passes/v1/game-passes:batchGetOwnership';
  expect((await act('POST', path, asked)).body).toEqual({ ownerships: [pair] });
  await act('POST', `/apis/game-passes/v1/game-passes/${pass.id}:revokeOwnership`);
  expect((await isOwned()).text).toBe('false');
});

test('an account reads its own history in pages, newest first', async () => {
  const passes = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      sandbox.control<GamePass>('POST', '/game/passes', {
        ownerId: maker.id,
        price: 10 + n,
        name: `Key ${n}`,
      }),
    ),
  );
  for (const { id } of passes)
    await sandbox.control('POST', '/game/buy', { accountId: payer.id, passId: id });

  const first = await history('Purchase');
  expect(first.data).toHaveLength(10);
  expect(first.data[0]).toMatchObject({ transactionType: 'Purchase', details: { id: passes.at(-1)?.id } });
  expect(first.data[0]).toMatchObject({ agent: { id: maker.id, type: 'User' }, currency: { type: 'Robux' } });
  const second = await history('Purchase', first.nextPageCursor ?? '');
  expect(second.data).toHaveLength(2);
  expect(second.nextPageCursor).toBeNull();
  const tokens = [...first.data, ...second.data].map(({ purchaseToken }) => purchaseToken);
  expect(new Set(tokens).size).toBe(12);
  const others = await actAs(sandbox, payer.cookie)(
    'GET',
    `/economy/v2/users/${maker.id}/transactions?transactionType=Sale`,
  );
  expect(others.status).toBe(403);
});

test('hidden transactions do not appear in the history', async () => {
  await sandbox.control('POST', '/game/buy', { accountId: payer.id, passId: pass.id });
  await sandbox.control('PATCH', `/game/accounts/${payer.id}`, { hideTransactions: true });
  expect((await history('Purchase')).data).toEqual([]);
});

test('the creator sees pending Robux', async () => {
  await sandbox.control('POST', '/game/buy', { accountId: payer.id, passId: pass.id });
  const path = `/apis/transaction-records/v1/users/${maker.id}/transaction-totals?timeFrame=Month&transactionType=summary`;
  expect((await actAs(sandbox, maker.cookie)('GET', path)).body).toMatchObject({
    salesTotal: 700,
    pendingRobuxTotal: 700,
  });
});

test('a headshot is pending at the first request and complete at the second', async () => {
  const url = `${sandbox.url}/thumbnails/v1/users/avatar-headshot?userIds=${payer.id}&size=150x150&format=Png`;
  expect((await call(url)).body).toMatchObject({ data: [{ targetId: payer.id, state: 'Pending' }] });
  const { data } = (await call(url)).body as { data: { state: string; imageUrl: string }[] };
  expect(data[0]?.state).toBe('Completed');
  expect((await fetch(data[0]?.imageUrl ?? '')).headers.get('content-type')).toBe('image/png');
  expect((await call(url.replace('150x150', '151x151'))).body).toMatchObject({ errors: [{ code: 3 }] });
});

test('users are found by name and id, experiences and gamepasses by their creator', async () => {
  const named = await call(`${sandbox.url}/users/v1/usernames/users`, 'POST', {
    usernames: [maker.username.toUpperCase()],
  });
  expect(named.body).toMatchObject({ data: [{ id: maker.id, name: maker.username }] });
  await sandbox.control('PATCH', `/game/accounts/${maker.id}`, { description: 'code 1234' });
  expect((await call(`${sandbox.url}/users/v1/users/${maker.id}`)).body).toMatchObject({
    description: 'code 1234',
  });
  const games = (await call(`${sandbox.url}/games/v2/users/${maker.id}/games`)).body as {
    data: { id: number }[];
  };
  const inGame = await call(
    `${sandbox.url}/apis/game-passes/v1/universes/${games.data[0]?.id}/game-passes?passView=Full`,
  );
  expect(inGame.body).toMatchObject({
    gamePasses: [{ id: pass.id, price: 1_000, isOwned: false }],
    nextPageToken: null,
  });
  const ofMaker = await call(`${sandbox.url}/apis/game-passes/v1/users/${maker.id}/game-passes?count=100`);
  expect(ofMaker.body).toMatchObject({ gamePasses: [{ gamePassId: pass.id, price: 1_000 }] });
});

test('a creator sets a price with PATCH, and refusals have Roblox’s codes', async () => {
  expect((await setPrice(maker.cookie, { price: '1429', isManagedPricingEnabled: 'false' })).status).toBe(
    204,
  );
  expect((await info()).body).toMatchObject({ PriceInRobux: 1_429 });
  expect(await setPrice(payer.cookie, { price: '5' })).toMatchObject({
    status: 403,
    body: { errorCode: 'UnauthorizedAccess' },
  });
  expect(await setPrice(maker.cookie, { price: '0' })).toMatchObject({
    status: 400,
    body: { field: 'price' },
  });
  await sandbox.control('PATCH', `/game/passes/${pass.id}`, { activeInPO: true });
  expect(await setPrice(maker.cookie, { price: '5' })).toMatchObject({
    status: 409,
    body: { errorCode: 'ActiveInPO' },
  });
});

test('the seeded decoy has another creator than its target', async () => {
  const { passes } = await sandbox.control<{ passes: (GamePass & { creatorTargetId: number })[] }>(
    'GET',
    '/state',
  );
  const decoy = passes.find(({ productId }) => passes.some(({ id }) => id === productId));
  const target = passes.find(({ id }) => id === decoy?.productId);
  expect(decoy && target && decoy.creatorTargetId !== target.creatorTargetId).toBe(true);
});

test('a purchase at a stale price is refused with the new price', async () => {
  await sandbox.control('PATCH', `/game/passes/${pass.id}`, { price: 1_143 });
  const { body } = await actAs(sandbox, payer.cookie)('POST', purchasePath(pass), { expectedPrice: 1_000 });
  expect(body).toMatchObject({
    purchased: false,
    reason: 'PriceChanged',
    price: 1_143,
    showDivId: 'PriceChangedView',
  });
});

function info() {
  return actAs(sandbox, payer.cookie)('GET', `/apis/game-passes/v1/game-passes/${pass.id}/product-info`);
}

function isOwned(owner: { id: number } = payer, owned: { id: number } = pass) {
  return call(`${sandbox.url}/inventory/v1/users/${owner.id}/items/GamePass/${owned.id}/is-owned`);
}

async function history(type: string, cursor = '') {
  const query = new URLSearchParams({ transactionType: type, limit: '10', cursor });
  const path = `/apis/transaction-records/v1/users/${payer.id}/transactions?${query}`;
  const { body } = await actAs(sandbox, payer.cookie)('GET', path);
  return body as { data: { purchaseToken: string }[]; nextPageCursor: string | null };
}

async function setPrice(cookie: string, fields: Record<string, string>) {
  const url = `${sandbox.url}/apis/game-passes/v1/universes/${pass.universeId}/game-passes/${pass.id}`;
  const send = async (token: string) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const headers = { cookie: `.ROBLOSECURITY=${cookie}`, 'x-csrf-token': token };
    return fetch(url, { method: 'PATCH', body, headers });
  };
  const answer = await send((await send('')).headers.get('x-csrf-token') ?? '');
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : null };
}
