import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../test/app.ts';
import { freshAddress, setPrice } from '../../test/payer.ts';
import { credit } from '../../test/wallets.ts';
import { openScanner } from '../litecoin/scan.ts';

let app: TestApp;
let scan: () => Promise<unknown>;

beforeAll(async () => {
  app = await openTestApp();
  const { config, db, node } = app.services;
  await setPrice(app.database, 8_500);
  scan = openScanner({ db, node, network: config.litecoin.network }).scanOnce;
  await scan();
});
afterAll(() => app.close());

async function control<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${app.sandboxUrl}/control/litecoin${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}
const mine = (blocks: number) => control('/mine', { blocks });
const BUYER = { walletType: 'buyer' };

async function addressOf(person: Caller): Promise<string> {
  const { body } = await person.call('POST', '/api/wallet/generate-address', BUYER);
  return (body.wallet as { ltcAddress: string }).ltcAddress;
}

async function sela(dollars: number): Promise<Caller> {
  const person = await app.signIn('sela', 'seller');
  await credit(app.services.db, person.id, dollars * 100, { wallet: 'seller' });
  return person;
}

describe('the wallet', () => {
  test('of somebody new is empty and says what the least is', async () => {
    const nova = await app.signIn('nova');
    const { status, body } = await nova.call('GET', '/api/wallet');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: `user:${nova.id}:buyer`,
      userId: nova.id,
      walletType: 'buyer',
      ...{ balance: 0, available: 0, withdrawable: 0, held: 0, ltcAddress: null },
      ...{ totalDeposits: 0, totalWithdrawals: 0, transactionCount: 0 },
      ...{ minimumDeposit: 10, minimumWithdrawal: 10, frozen: false },
    });
    const otto = await app.signIn('otto', 'buyer', true);
    expect((await otto.call('GET', '/api/wallet')).body).toMatchObject({
      minimumDeposit: 1,
      minimumWithdrawal: 1,
    });
  });

  test('is that of the present role, and either on request', async () => {
    const person = await sela(40);
    expect((await person.call('GET', '/api/wallet')).body).toMatchObject({
      walletType: 'seller',
      balance: 40,
      withdrawable: 40,
    });
    for (const query of ['type=buyer', 'walletType=buyer'])
      expect((await person.call('GET', `/api/wallet?${query}`)).body).toMatchObject({
        walletType: 'buyer',
        balance: 0,
      });
    expect((await person.call('GET', '/api/wallet?type=vault')).status).toBe(400);
    const ada = await app.signIn('ada', 'admin');
    expect((await ada.call('GET', '/api/wallet')).body).toMatchObject({ walletType: 'seller' });
  });

  test('needs a session', async () => {
    expect(await caller(app.app, '').call('GET', '/api/wallet')).toMatchObject({ status: 401 });
  });
});

describe('a deposit address', () => {
  test('is made once, replaced on request, and the old one still counts', async () => {
    const nova = await app.signIn('nova');
    const [first, again] = await Promise.all([addressOf(nova), addressOf(nova)]);
    expect(first).toMatch(/^rltc1q/);
    expect(again).toBe(first);
    const { body } = await nova.call('POST', '/api/wallet/regenerate-keys', BUYER);
    const second = (body.wallet as { ltcAddress: string }).ltcAddress;
    expect(second).not.toBe(first);
    expect((await nova.call('GET', '/api/wallet')).body.ltcAddress).toBe(second);
    expect(await addressOf(nova)).toBe(second);

    await control('/send', { address: first, ltc: '0.5' });
    await mine(2);
    const checked = await nova.call('POST', '/api/wallet/check-deposits', BUYER);
    expect(checked.body).toEqual({
      success: true,
      amount: 0.5,
      usdValue: 42.5,
      message: '0.5 LTC ($42.50) has been credited to your wallet',
    });
  });

  test('is for buyers, and for the buyer wallet', async () => {
    const person = await sela(1);
    expect((await person.call('POST', '/api/wallet/generate-address', BUYER)).status).toBe(403);
    const nova = await app.signIn('nova');
    for (const path of ['generate-address', 'regenerate-keys', 'check-deposits'])
      expect((await nova.call('POST', `/api/wallet/${path}`, { walletType: 'seller' })).status).toBe(400);
  });
});

describe('a deposit', () => {
  test('shows from the mempool on, grows, is credited at 2, and is told of once', async () => {
    const nova = await app.signIn('nova');
    const address = await addressOf(nova);
    const { txid } = await control<{ txid: string }>('/send', { address, ltc: '0.3' });
    const rows = async () =>
      (await nova.call('GET', '/api/wallet/transactions')).body as unknown as Record<string, unknown>[];
    const check = async () => (await nova.call('POST', '/api/wallet/check-deposits', BUYER)).body;
    const none = {
      success: true,
      amount: 0,
      usdValue: 0,
      message: 'Please wait for blockchain confirmations',
    };
    expect(await check()).toEqual(none);
    const [pending] = await rows();
    expect(pending).toEqual({
      id: expect.any(String),
      ...{ type: 'deposit', amount: 25.5, ltcAmount: 0.3, ltcAddress: address, address, txid },
      ...{ status: 'pending', confirmations: 0, requiredConfirmations: 2, fee: 0, reason: null },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    await mine(1);
    expect(await check()).toEqual(none);
    expect(await rows()).toMatchObject([{ status: 'pending', confirmations: 1 }]);
    await mine(1);
    const answers = await Promise.all([check(), check(), check()]);
    expect(answers.filter(({ amount }) => amount === 0.3)).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: 'completed', confirmations: 2, amount: 25.5 }]);
    expect((await nova.call('GET', '/api/wallet')).body).toMatchObject({
      ...{ balance: 25.5, withdrawable: 0, totalDeposits: 25.5, transactionCount: 1 },
    });

    await control('/reorg', { depth: 3, drop: [txid] });
    await check();
    expect(await rows()).toMatchObject([{ status: 'reversed', reason: expect.any(String) }]);
    expect((await nova.call('GET', '/api/wallet')).body).toMatchObject({ balance: 0, totalDeposits: 0 });
  });

  test('cannot be looked for while the node is away, and the call says so', async () => {
    const nova = await app.signIn('nova');
    const fault = { service: 'litecoin', kind: 'reset-before', times: 1 };
    const headers = { 'content-type': 'application/json' };
    await fetch(`${app.sandboxUrl}/control/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
    const { status, body } = await nova.call('POST', '/api/wallet/check-deposits', BUYER);
    expect({ status, code: body.code }).toEqual({ status: 502, code: 'outside_failed' });
  });
});

describe('a withdrawal', () => {
  const wish = (amount: unknown = '25.00') => ({ amount, ltcAddress: freshAddress(), walletType: 'seller' });

  test('is answered with what it costs, and held', async () => {
    const person = await sela(100);
    const body = wish();
    const answer = await person.call('POST', '/api/wallet/withdraw', { ...body, price: 85 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      success: true,
      message: expect.any(String),
      withdrawal: {
        ...{ status: 'pending', amount: 25, ltcAmount: 0.29411764, ltcAddress: body.ltcAddress },
        ...{ feePercentage: 7, percentageFee: 1.75, networkFee: 0.5, totalDeducted: 27.25 },
      },
    });
    expect((await person.call('GET', '/api/wallet')).body).toMatchObject({
      ...{ balance: 72.75, held: 27.25, withdrawable: 72.75, totalWithdrawals: 25, transactionCount: 1 },
    });
    const { body: rows } = await person.call('GET', '/api/wallet/transactions');
    expect(rows).toMatchObject([
      { type: 'withdrawal', status: 'pending', fee: 2.25, requiredConfirmations: 6, txid: null },
    ]);
  });

  test('with one key is made once, also of sixteen at once', async () => {
    const person = await sela(100);
    const body = wish();
    const key = { 'idempotency-key': 'one-withdrawal' };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => person.call('POST', '/api/wallet/withdraw', body, key)),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]!.body });
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(15);
    expect((await person.call('GET', '/api/wallet')).body).toMatchObject({
      balance: 72.75,
      transactionCount: 1,
    });
    expect(await person.call('POST', '/api/wallet/withdraw', { ...body, amount: 26 }, key)).toMatchObject({
      status: 409,
    });
  });

  test.each([
    ['a buyer', 'buyer', {}, 403, 'seller_required'],
    ['the buyer wallet', 'seller', { walletType: 'buyer' }, 400, 'invalid_input'],
    ['a third decimal', 'seller', { amount: 25.001 }, 400, 'invalid_amount'],
    ['nine', 'seller', { amount: 9 }, 400, 'minimum_withdrawal'],
    ['no address', 'seller', { ltcAddress: '' }, 400, 'invalid_ltc_address'],
    ['a field of nobody', 'seller', { tip: 1 }, 400, 'invalid_input'],
    ['another price', 'seller', { price: 84.99 }, 409, 'price_mismatch'],
    ['too much', 'seller', { amount: 100 }, 409, 'insufficient_balance'],
  ] as const)('of %s is refused and moves nothing', async (_what, role, change, status, code) => {
    const person = await app.signIn('sela', role);
    await credit(app.services.db, person.id, 10_000, { wallet: 'seller' });
    const key = { 'idempotency-key': 'refused' };
    const answer = await person.call('POST', '/api/wallet/withdraw', { ...wish(), ...change }, key);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect((await person.call('GET', '/api/wallet?type=seller')).body).toMatchObject({
      balance: 100,
      held: 0,
      transactionCount: 0,
    });
  });
});

describe('the history', () => {
  test('is searched in type, amount plain and as shown, address and status; sorted and paged', async () => {
    const person = await sela(5_000);
    const wishes = [10, 1_234.5, 25].map((amount) => ({
      amount,
      ltcAddress: freshAddress(),
      walletType: 'seller',
    }));
    for (const wish of wishes)
      expect((await person.call('POST', '/api/wallet/withdraw', wish)).status).toBe(201);
    const amounts = async (query: string) => {
      const { body, headers } = await person.call('GET', `/api/wallet/transactions?${query}`);
      return {
        amounts: (body as unknown as { amount: number }[]).map(({ amount }) => amount),
        total: Number(headers['x-total-count']),
      };
    };
    expect(await amounts('')).toEqual({ amounts: [25, 1_234.5, 10], total: 3 });
    expect(await amounts(`search=${encodeURIComponent('$1,234.50')}`)).toEqual({
      amounts: [1_234.5],
      total: 1,
    });
    expect(await amounts('search=1234.5')).toEqual({ amounts: [1_234.5], total: 1 });
    expect(await amounts(`search=${wishes[0]!.ltcAddress.slice(4, 20).toUpperCase()}`)).toEqual({
      amounts: [10],
      total: 1,
    });
    expect((await amounts('search=Withdraw')).total).toBe(3);
    expect((await amounts('search=pending')).total).toBe(3);
    expect((await amounts('search=completed')).total).toBe(0);
    expect((await amounts(`search=${encodeURIComponent('%')}`)).total).toBe(0);
    expect(await amounts('sort=amount&dir=asc')).toEqual({ amounts: [10, 25, 1_234.5], total: 3 });
    expect(await amounts('page=2&pageSize=2')).toEqual({ amounts: [10], total: 3 });
    expect(await amounts('page=9&pageSize=2')).toEqual({ amounts: [], total: 3 });
    for (const query of ['page=0', 'pageSize=201', 'sort=secret', 'dir=up'])
      expect((await person.call('GET', `/api/wallet/transactions?${query}`)).status).toBe(400);
  });
});

test('the price is the last accepted round, and 503 without a fresh one', async () => {
  const nova = await app.signIn('nova');
  const { body } = await nova.call('GET', '/api/wallet/ltc-price');
  expect(body).toMatchObject({ price: 85, sources: [{ name: 'kraken', price: 85 }, {}, {}] });
  expect(Date.now() - Date.parse(body.asOf as string)).toBeLessThan(300_000);
  await app.database.asOwner(
    `update prices set first_at = now() - interval '1 hour', as_of = now() - interval '6 minutes'`,
  );
  expect(await nova.call('GET', '/api/wallet/ltc-price')).toMatchObject({
    status: 503,
    body: { code: 'service_unavailable' },
  });
});
