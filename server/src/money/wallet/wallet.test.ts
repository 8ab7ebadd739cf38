import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { setPrice } from '../../../test/payer.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';
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
  test('S5.01 of a new user is empty and states the minimum amounts', async () => {
    const nova = await app.signIn('nova');
    const { status, body } = await nova.call('GET', '/api/wallet');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: `user:${nova.id}:buyer`,
      userId: nova.id,
      walletType: 'buyer',
      ...{ balance: 0, available: 0, withdrawable: 0, held: 0, ltcAddress: null },
      ...{ totalDeposits: 0, totalWithdrawals: 0, transactionCount: 0, belowMinimum: 0 },
      ...{ minimumDeposit: 10, minimumWithdrawal: 10, frozen: false },
    });
    const otto = await app.signIn('otto', 'buyer', true);
    expect((await otto.call('GET', '/api/wallet')).body).toMatchObject({
      minimumDeposit: 1,
      minimumWithdrawal: 1,
    });
  });

  test('says why deposits wait: the node is silent, or there is no current price', async () => {
    const nova = await app.signIn('nova');
    const outage = async () => (await nova.call('GET', '/api/wallet')).body.outage;
    await app.database.asOwner("update chain_health set looked_at = now() - interval '3 minutes'");
    await expect.poll(outage).toBe('litecoin');
    await scan();
    await expect.poll(outage).toBeUndefined();
    await app.database.asOwner(
      `update prices set first_at = now() - interval '1 hour', as_of = now() - interval '6 minutes'`,
    );
    await expect.poll(outage).toBe('price');
    await setPrice(app.database, 8_500);
    await expect.poll(outage).toBeUndefined();
  });

  test('is the wallet of the present role, or either on request', async () => {
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

  test('S5.09 needs a session', async () => {
    expect(await caller(app.app, '').call('GET', '/api/wallet')).toMatchObject({ status: 401 });
  });
});

describe('a deposit address', () => {
  test('S5.02 is made once and replaced on request, and the old one still works', async () => {
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

  test('is only for buyers and the buyer wallet', async () => {
    const person = await sela(1);
    expect((await person.call('POST', '/api/wallet/generate-address', BUYER)).status).toBe(403);
    const nova = await app.signIn('nova');
    for (const path of ['generate-address', 'regenerate-keys', 'check-deposits'])
      expect((await nova.call('POST', `/api/wallet/${path}`, { walletType: 'seller' })).status).toBe(400);
  });
});

describe('a deposit', () => {
  test('S5.03 is visible from the mempool on, is credited at 2 confirmations, and is reported once', async () => {
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
      ...{ price: null, blockHeight: null, balanceAfter: null },
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

  test('of newly mined coins shows that it needs 100 confirmations', async () => {
    const nova = await app.signIn('nova');
    const address = await addressOf(nova);
    const { txid } = await control<{ txid: string }>('/send', { address, ltc: '0.3' });
    await mine(1);
    await scan();
    await app.database.asOwner(`update chain_outputs set is_coinbase = true where txid = '${txid}'`);
    await mine(1);
    await scan();
    expect((await nova.call('GET', '/api/wallet/transactions')).body).toMatchObject([
      { status: 'pending', confirmations: 2, requiredConfirmations: 100, reason: null },
    ]);
  });

  test('is found by eight or more characters of its transaction id', async () => {
    const nova = await app.signIn('nova');
    const { txid } = await control<{ txid: string }>('/send', {
      address: await addressOf(nova),
      ltc: '0.5',
    });
    await mine(2);
    await scan();
    const found = async (search: string) => {
      const { body } = await nova.call('GET', `/api/wallet/transactions?walletType=buyer&search=${search}`);
      return (body as unknown as { txid: string }[]).map((row) => row.txid);
    };
    expect(await found(txid.slice(0, 8).toUpperCase())).toEqual([txid]);
    expect(await found(txid.slice(1, 9))).toEqual([]);
    expect(await found(txid.slice(0, 7))).toEqual([]);
  });

  test('cannot be checked while the node is unreachable, and the call says so', async () => {
    const nova = await app.signIn('nova');
    const fault = { service: 'litecoin', kind: 'reset-before', times: 1 };
    const headers = { 'content-type': 'application/json' };
    await fetch(`${app.sandboxUrl}/control/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
    const { status, body } = await nova.call('POST', '/api/wallet/check-deposits', BUYER);
    expect({ status, code: body.code }).toEqual({ status: 502, code: 'outside_failed' });
  });
});

test('S5.10 the price is the last accepted round, and 503 without a fresh one', async () => {
  const nova = await app.signIn('nova');
  const { body } = await nova.call('GET', '/api/wallet/ltc-price');
  expect(body).toMatchObject({ price: 85, sources: [{ name: 'kraken', price: 85 }, {}, {}] });
  expect(Date.now() - Date.parse(body.asOf as string)).toBeLessThan(300_000);
  await app.database.asOwner(
    `update prices set first_at = now() - interval '1 hour', as_of = now() - interval '6 minutes'`,
  );
  const asked = () => nova.call('GET', '/api/wallet/ltc-price');
  await expect.poll(asked).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
});

test('S5.03 a deep deposit shows that it waits for a price, and is credited when there is one', async () => {
  const nova = await app.signIn('nova');
  const address = await addressOf(nova);
  await app.database.asOwner(
    `update prices set first_at = now() - interval '1 hour', as_of = now() - interval '6 minutes'`,
  );
  await control('/send', { address, ltc: '0.3' });
  const newest = async () => {
    await nova.call('POST', '/api/wallet/check-deposits', BUYER);
    return ((await nova.call('GET', '/api/wallet/transactions')).body as unknown as unknown[])[0];
  };
  await mine(1);
  expect(await newest()).toMatchObject({ status: 'pending', confirmations: 1, reason: null });
  await mine(1);
  expect(await newest()).toMatchObject({
    status: 'pending',
    confirmations: 2,
    reason: expect.stringContaining('fresh LTC price'),
  });
  await setEmergencyStop(app.database, true);
  expect(await newest()).toMatchObject({ reason: expect.stringContaining('All payments are halted') });
  await setEmergencyStop(app.database, false);
  await setPrice(app.database, 8_500);
  expect(await newest()).toMatchObject({ status: 'completed', amount: 25.5, reason: null });
});
