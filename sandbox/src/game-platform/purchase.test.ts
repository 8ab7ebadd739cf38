import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  actAs,
  type GameAccount,
  type GamePass,
  openTestSandbox,
  purchasePath,
  type TestSandbox,
} from '../test-kit.ts';

let sandbox: TestSandbox;
let buyer: GameAccount;
let maker: GameAccount;
let pass: GamePass;
let buy: (
  order?: Record<string, unknown>,
  product?: { productId: number },
) => ReturnType<ReturnType<typeof actAs>>;
let people = 0;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  people++;
  buyer = await sandbox.control('POST', '/game/accounts', { username: `buyer_${people}`, robux: 5_000 });
  maker = await sandbox.control('POST', '/game/accounts', { username: `maker_${people}`, robux: 0 });
  pass = await sandbox.control('POST', '/game/passes', { ownerId: maker.id, price: 715, name: 'Key' });
  const act = actAs(sandbox, buyer.cookie);
  buy = (order, product = pass) => act('POST', purchasePath(product), { expectedPrice: 715, ...order });
});

test('a purchase debits the price, transfers the gamepass and leaves 70% pending for the creator', async () => {
  const answer = await buy({ idempotencyKey: 'one' });
  expect(answer).toMatchObject({
    status: 200,
    body: { purchased: true, reason: 'Success', balanceAfterSale: 4_285 },
  });
  expect(answer.body).toMatchObject({ price: 715, productId: pass.productId, sellerName: maker.username });

  const after = await account(buyer);
  expect(after).toMatchObject({ robux: 4_285, owns: [pass.id] });
  expect(after.transactions).toMatchObject([
    { type: 'Purchase', amount: -715, passId: pass.id, isPending: false },
  ]);
  expect(await account(maker)).toMatchObject({
    robux: 0,
    pendingRobux: 500,
    transactions: [{ type: 'Sale', isPending: true }],
  });
});

test('pending Robux become spendable after five days', async () => {
  await buy();
  await sandbox.control('POST', '/clock', { advanceSeconds: 5 * 86_400 - 60 });
  expect(await account(maker)).toMatchObject({ robux: 0, pendingRobux: 500 });
  await sandbox.control('POST', '/clock', { advanceSeconds: 120 });
  expect(await account(maker)).toMatchObject({
    robux: 500,
    pendingRobux: 0,
    transactions: [{ isPending: false }],
  });
});

test('a repeated idempotency key gets the first answer and debits nothing', async () => {
  const first = await buy({ idempotencyKey: 'same' });
  const second = await buy({ idempotencyKey: 'same' });
  expect(second.body).toEqual(first.body);
  expect((await account(buyer)).robux).toBe(4_285);
});

test('a gamepass cannot be bought twice', async () => {
  await buy({ idempotencyKey: 'a' });
  expect((await buy({ idempotencyKey: 'b' })).body).toMatchObject({
    purchased: false,
    reason: 'AlreadyOwned',
  });
  expect((await account(buyer)).robux).toBe(4_285);
});

test('with too few Robux the answer names the shortfall and nothing is debited', async () => {
  await sandbox.control('PATCH', `/game/accounts/${buyer.id}`, { robux: 700 });
  const { body } = await buy();
  expect(body).toMatchObject({ purchased: false, reason: 'InsufficientFunds', shortfallPrice: 15 });
  expect(body.showDivId).toBe('InsufficientFundsView');
  expect(await account(buyer)).toMatchObject({ robux: 700, owns: [] });
});

test('a gamepass off sale cannot be bought', async () => {
  await sandbox.control('PATCH', `/game/passes/${pass.id}`, { isForSale: false });
  expect((await buy()).body).toMatchObject({ purchased: false, reason: 'NotForSale' });
});

test('a gamepass id in the place of a product id hits another gamepass, or none', async () => {
  expect((await buy({}, { productId: pass.id })).body).toMatchObject({ reason: 'InvalidArguments' });
  const decoy = await buy({ expectedPrice: 1_000 }, { productId: 1_100_000_301 });
  expect(decoy.body).toMatchObject({ purchased: false, reason: 'PriceChanged', price: 125 });
});

test('the price is checked before the challenge, and the challenge before funds', async () => {
  await sandbox.control('PATCH', `/game/accounts/${buyer.id}`, {
    challenge: 'twostepverification',
    robux: 0,
  });
  const wrongPrice = await buy({ expectedPrice: 700 });
  expect(wrongPrice).toMatchObject({ status: 200, body: { reason: 'PriceChanged', price: 715 } });
  const challenged = await buy();
  expect(challenged.status).toBe(403);
  expect(challenged.headers.get('rblx-challenge-type')).toBe('twostepverification');
  const metadata = JSON.parse(
    Buffer.from(challenged.headers.get('rblx-challenge-metadata') ?? '', 'base64').toString(),
  );
  expect(metadata).toMatchObject({ userId: String(buyer.id), actionType: 'RobuxSpend' });
});

test('a challenge carries a CSRF token, and a repeat with it is challenged again', async () => {
  await sandbox.control('PATCH', `/game/accounts/${buyer.id}`, { challenge: 'chef' });
  const first = await buy();
  expect(first.headers.get('x-csrf-token')).toBeTruthy();
  expect(first.body).toEqual({ purchased: false, productId: pass.productId });
  expect((await buy()).headers.get('rblx-challenge-type')).toBe('chef');
});

test('an economic restriction names its reason and its duration', async () => {
  const restriction = { reason: 'FraudUseOfUnauthorizedOffPlatformTransactions', minutes: 90 };
  await sandbox.control('PATCH', `/game/accounts/${buyer.id}`, { restriction });
  const { body } = await buy();
  expect(body).toMatchObject({
    purchased: false,
    failureReason: restriction.reason,
    expirationTimeInMinutes: 90,
  });
  await sandbox.control('PATCH', `/game/accounts/${buyer.id}`, {
    restriction: 'TwoStepVerificationRequired',
  });
  expect((await buy()).body).toMatchObject({ purchased: false, reason: 'TwoStepVerificationRequired' });
});

test('a Plus member pays less, and the creator still gets 70% of the base price', async () => {
  await sandbox.control('PATCH', `/game/accounts/${buyer.id}`, { plusPercent: 10 });
  expect((await buy()).body).toMatchObject({ reason: 'PriceChanged', price: 644 });
  expect((await buy({ expectedPrice: 644 })).body).toMatchObject({ purchased: true });
  expect(await account(maker)).toMatchObject({ pendingRobux: 500 });
});

test('a sale of a group’s gamepass pays the group', async () => {
  await sandbox.control('PATCH', `/game/passes/${pass.id}`, { groupId: 88 });
  expect((await buy()).body).toMatchObject({ purchased: true });
  expect(await account(maker)).toMatchObject({ pendingRobux: 0, transactions: [] });
});

test('the old purchase call sells nothing', async () => {
  const act = actAs(sandbox, buyer.cookie);
  const { body } = await act('POST', `/economy/v1/purchases/products/${pass.productId}`, {
    expectedPrice: 715,
  });
  expect(body).toMatchObject({ purchased: false, reason: 'InvalidArguments' });
  expect((await account(buyer)).robux).toBe(5_000);
});

test('a purchase in the account’s own browser needs no challenge', async () => {
  await sandbox.control('PATCH', `/game/accounts/${buyer.id}`, { challenge: 'captcha' });
  await sandbox.control('POST', '/game/buy', { accountId: buyer.id, passId: pass.id });
  expect(await account(buyer)).toMatchObject({ robux: 4_285, owns: [pass.id] });
  await expect(
    sandbox.control('POST', '/game/buy', { accountId: buyer.id, passId: pass.id }),
  ).rejects.toThrow('AlreadyOwned');
});

test('an account that gave a gamepass up can buy it again', async () => {
  await sandbox.control('POST', '/game/buy', { accountId: buyer.id, passId: pass.id });
  await sandbox.control('POST', '/game/give-up', { accountId: buyer.id, passId: pass.id });
  expect(await account(buyer)).toMatchObject({ robux: 4_285, owns: [] });
  await sandbox.control('POST', '/game/buy', { accountId: buyer.id, passId: pass.id });
  expect(await account(buyer)).toMatchObject({ robux: 3_570, owns: [pass.id] });
});

function account({ id }: { id: number }): Promise<GameAccount> {
  return sandbox.control('GET', `/game/accounts/${id}`);
}
