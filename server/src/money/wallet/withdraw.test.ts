import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { expectBalancedBooks, freshAddress, setPrice } from '../../../test/payer.ts';
import { credit } from '../../../test/wallets.ts';
import { openScanner } from '../litecoin/scan.ts';
import { startSigner } from '../signer/signer.jobs.ts';
import { payWithdrawals } from '../withdrawals/withdrawals.jobs.ts';

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

async function sela(dollars: number): Promise<Caller> {
  const person = await app.signIn('sela', 'seller');
  await credit(app.services.db, person.id, dollars * 100, { wallet: 'seller' });
  return person;
}

async function control(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const url = `${app.sandboxUrl}/control/litecoin${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
}

describe('a withdrawal', () => {
  const wish = (amount: unknown = '25.00') => ({ amount, ltcAddress: freshAddress(), walletType: 'seller' });

  test('S5.04 is answered with its fees, and its total is held', async () => {
    const person = await sela(100);
    const body = wish();
    const answer = await person.call('POST', '/api/wallet/withdraw', { ...body, price: 85 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      success: true,
      message: expect.any(String),
      withdrawal: {
        status: 'pending',
        amount: 25,
        ltcAmount: 0.29411764,
        ltcAddress: body.ltcAddress,
        feePercentage: 7,
        percentageFee: 1.75,
        networkFee: 0.5,
        totalDeducted: 27.25,
      },
    });
    expect((await person.call('GET', '/api/wallet')).body).toMatchObject({
      balance: 72.75,
      held: 27.25,
      withdrawable: 72.75,
      totalWithdrawals: 25,
      transactionCount: 1,
    });
    const { body: rows } = await person.call('GET', '/api/wallet/transactions');
    expect(rows).toMatchObject([
      { type: 'withdrawal', status: 'pending', fee: 2.25, requiredConfirmations: 6, txid: null },
    ]);
  });

  test('S5.09 with one key is made once by sixteen parallel calls', async () => {
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
    ['nine dollars', 'seller', { amount: 9 }, 400, 'minimum_withdrawal'],
    ['no address', 'seller', { ltcAddress: '' }, 400, 'invalid_ltc_address'],
    ['an unknown field', 'seller', { tip: 1 }, 400, 'invalid_input'],
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

describe('S5.06 an address is checked before the withdrawal', () => {
  const check = async (role: 'buyer' | 'seller', ltcAddress: string) => {
    const person = await app.signIn('sela', role);
    const { status, body } = await person.call('POST', '/api/wallet/check-address', { ltcAddress });
    return { status, ...body };
  };

  test('and answered in its canonical form', async () => {
    const address = freshAddress();
    expect(await check('seller', ` litecoin:${address.toUpperCase()}?amount=1 `)).toEqual({
      status: 200,
      success: true,
      ltcAddress: address,
    });
  });

  test.each([
    ['a typo', 'rltc1qnope', 'It has a typo, copy it again.'],
    ['a Bitcoin address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'This is a Bitcoin address.'],
    ['a word', 'my wallet', 'This is not a Litecoin address.'],
    ['nothing', ' ', 'Enter an address.'],
  ])('and %s is refused with the reason', async (_what, ltcAddress, hint) => {
    expect(await check('seller', ltcAddress)).toMatchObject({
      status: 400,
      code: 'invalid_ltc_address',
      hint,
    });
  });

  test('and our own address is refused', async () => {
    const [own] = await app.services.db.selectFrom('addresses').select('address').execute();
    expect(await check('seller', own!.address)).toMatchObject({
      status: 400,
      code: 'invalid_ltc_address',
      hint: 'This address belongs to Sterling. Enter an address of your own wallet.',
    });
  });
});

describe('the history', () => {
  test('S5.08 can be searched by type, amount, address and status, sorted and paged', async () => {
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

test('S5.07 the payer sends a withdrawal within seconds, and the wallet shows its progress', async () => {
  const { services, database } = app;
  const [hot] = await services.db
    .selectFrom('addresses')
    .where('account', '=', 'hot')
    .select('address')
    .execute();
  await control('/send', { address: hot!.address, ltc: 2 });
  await control('/mine', { blocks: 6 });
  await scan();
  const person = await sela(50);
  const row = async () => {
    const { body } = await person.call('GET', '/api/wallet/transactions');
    return (body as unknown as Record<string, unknown>[])[0];
  };
  const isSent = async (userId: string) => {
    const asked = services.db.selectFrom('withdrawals').where('userId', '=', userId).select('state');
    return (await asked.executeTakeFirstOrThrow()).state === 'broadcast';
  };
  const stop = new AbortController();
  const paying = payWithdrawals(services, stop.signal);
  const closeSigner = await startSigner(services.config, services.log, database.url);
  try {
    const wish = { amount: 25, ltcAddress: freshAddress(), walletType: 'seller' };
    expect((await person.call('POST', '/api/wallet/withdraw', wish)).status).toBe(201);
    await vi.waitFor(async () => expect(await isSent(person.id)).toBe(true), 60_000);
    expect(await row()).toMatchObject({ txid: expect.any(String) });
    await control('/mine', { blocks: 3 });
    await scan();
    expect(await row()).toMatchObject({
      status: 'pending',
      confirmations: 3,
      requiredConfirmations: 6,
      reason: null,
    });
    await control('/mine', { blocks: 3 });
    await scan();
    await vi.waitFor(
      async () => expect(await row()).toMatchObject({ status: 'completed', confirmations: 6 }),
      10_000,
    );
    expect((await person.call('GET', '/api/wallet')).body).toMatchObject({ balance: 22.75, held: 0 });
  } finally {
    stop.abort();
    await paying;
    await closeSigner();
  }
  await expectBalancedBooks({ database });
});
