import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { setSetting } from '../../../test/settings.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { openScanner } from '../litecoin/scan.ts';
import { pollPrices } from '../prices/prices.jobs.ts';
import { startSigner } from '../signer/signer.jobs.ts';
import { countCoins } from './coin-count.jobs.ts';
import { runTreasuryOnce } from './treasury.jobs.ts';
import { proveAndStore } from './treasury.ts';

let testApp: TestApp;
let owner: Caller;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await testApp.signIn('otto', 'admin', true);
  await pollPrices(testApp.services);
});
afterAll(() => testApp.close());

const control = async (path: string, body: unknown) => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  expect((await fetch(`${testApp.sandboxUrl}/control${path}`, init)).ok).toBe(true);
};
const follow = async () => {
  const { db, node, config } = testApp.services;
  await openScanner({ db, node, network: config.litecoin.network }).scanOnce();
};

describe('POST /api/wallet/manual-sweep', () => {
  test('S7.04 answers the signed transaction, and the same one to a repeated or a second request', async () => {
    const { db, walletKeys, config, node } = testApp.services;
    const buyer = await testApp.signIn('bea');
    const address = await inTransaction(db, (tx) => newDepositAddress(tx, walletKeys, buyer.id));
    await control('/litecoin/send', { address, ltc: 1 });
    await control('/litecoin/mine', { blocks: 6 });
    await follow();
    const log = pino({ level: 'silent' });
    const key = { 'idempotency-key': randomUUID() };
    const stopSigner = await startSigner(config, log, testApp.database.url);
    const first = await owner.call('POST', '/api/wallet/manual-sweep', undefined, key);
    await stopSigner();
    expect(first).toMatchObject({ status: 200, body: { success: true, ltcAmount: 0.999989 } });
    expect(first.body.txid).toMatch(/^[0-9a-f]{64}$/);
    const again = await owner.call('POST', '/api/wallet/manual-sweep', undefined, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await owner.call('POST', '/api/wallet/manual-sweep')).body).toEqual(first.body);
    await runTreasuryOnce({ db, node, log }, new Date());
    await control('/litecoin/mine', { blocks: 1 });
    await follow();
  });
});

describe('GET /api/admin/treasury', () => {
  test('shows reserves by account, liabilities, and the age of the figures', async () => {
    await proveAndStore(testApp.services.db);
    const { status, body } = await owner.call('GET', '/api/admin/treasury');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      reserves: { hotLtc: 0.999989, depositsLtc: 0, coldLtc: null, totalLtc: 0.999989, totalUsd: 84.99 },
      liabilitiesUsd: 85,
      ratioPercent: 99.9,
      exposureUsd: -0.01,
      price: { usd: 85, manual: null, held: null },
      guards: { enabled: false, troubles: [] },
      proof: { differences: 0 },
      sweep: null,
    });
    const { tip, price, proof } = body as Record<string, { ageSeconds: number; height: number }>;
    for (const { ageSeconds } of [tip!, price!, proof!]) expect(ageSeconds).toBeLessThan(120);
    expect(tip!.height).toBeGreaterThan(6);
  });

  test('S9.15 says what is wrong in the language of the page', async () => {
    await testApp.database.asOwner(
      `update chain_health set troubles = '{the node has no peers}', warnings = '{the node warns: fork}'`,
    );
    const spanish = { 'accept-language': 'es' };
    expect((await owner.call('GET', '/api/admin/treasury', undefined, spanish)).body).toMatchObject({
      guards: { troubles: ['el nodo no tiene pares'] },
      node: { warnings: ['el nodo avisa: fork'] },
    });
    expect((await owner.call('GET', '/api/admin/treasury')).body).toMatchObject({
      guards: { troubles: ['the node has no peers'] },
    });
  });

  test('says that the node is silent, even with the guards off', async () => {
    await testApp.database.asOwner(
      `update chain_health set troubles = '{}', warnings = '{}', looked_at = looked_at - interval '1 hour'`,
    );
    expect((await owner.call('GET', '/api/admin/treasury')).body).toMatchObject({
      guards: { enabled: false, troubles: ['the worker has not reached the Litecoin node for minutes'] },
    });
    await testApp.database.asOwner('update chain_health set looked_at = now()');
  });

  test('shows the number of differences in the last proof', async () => {
    const { db } = testApp.services;
    await testApp.database.asOwner('alter table chain_outputs disable trigger user');
    await testApp.database.asOwner('update chain_outputs set litoshi = litoshi + 1 where spent_by is null');
    await proveAndStore(db);
    const wrong = await owner.call('GET', '/api/admin/treasury');
    expect(wrong.body.proof).toMatchObject({ differences: 1 });
    const ready = await testApp.app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json().checks.books).toContain('1 difference');
    await testApp.database.asOwner('update chain_outputs set litoshi = litoshi - 1 where spent_by is null');
    await proveAndStore(db);
    expect((await testApp.app.inject('/readyz')).json().checks.books).toBe('ok');
  });
});

test('node problems and coin differences appear at /readyz and on the treasury page', async () => {
  const { db, node, walletKeys } = testApp.services;
  const ready = async () => (await testApp.app.inject('/readyz')).json().checks;
  const guard = (enabled: boolean) => setSetting(testApp.database, 'chain_guards', { enabled });
  await guard(true);
  await openScanner({ db, node: { ...node, peers: async () => 0 }, network: 'regtest' }).scanOnce();
  expect((await ready()).node).toBe('the node has no peers');
  expect((await owner.call('GET', '/api/admin/treasury')).body.guards).toEqual({
    enabled: true,
    troubles: ['the node has no peers'],
  });
  await guard(false);
  await follow();
  expect((await ready()).node).toBe('ok');

  const coins = async () => (await owner.call('GET', '/api/admin/treasury')).body.coins;
  const blind = { ...node, unspent: async (of: never) => ({ ...(await node.unspent(of)), coins: [] }) };
  expect([await coins(), (await ready()).coins]).toEqual([null, 'ok']);
  await countCoins({ db, node, walletKeys });
  expect(await coins()).toMatchObject({ countedLtc: 0.999989, bookedLtc: 0.999989, differences: 0 });
  await countCoins({ db, node: blind, walletKeys });
  expect(await coins()).toMatchObject({ countedLtc: 0, differences: 1 });
  expect((await ready()).coins).toBe('1 coin(s) are not what was booked');
  await countCoins({ db, node, walletKeys });
  expect((await ready()).coins).toBe('ok');
});

describe('POST /api/admin/price', () => {
  test('takes precedence over the market until it ends, and is in the audit log', async () => {
    const { status, body } = await owner.call('POST', '/api/admin/price', { usd: '91.50', minutes: 10 });
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true, price: 91.5 } });
    await pollPrices(testApp.services);
    const price = async () => (await owner.call('GET', '/api/wallet/ltc-price')).body.price;
    await expect.poll(price).toBe(91.5);
    const treasury = await owner.call('GET', '/api/admin/treasury');
    expect(treasury.body.price).toMatchObject({ usd: 91.5, manual: { price: 91.5, until: body.until } });
    const entries = await testApp.database.asOwner(
      `select actor_id, after from audit_log where action = 'price.set'`,
    );
    expect(entries.rows).toEqual([{ actor_id: owner.id, after: { priceCents: 9_150, minutes: 10 } }]);
    await testApp.database.asOwner(
      `update prices set expires_at = now(), first_at = now() - interval '1 hour' where expires_at is not null`,
    );
    await expect.poll(price).toBe(85);
  });

  test.each([{ usd: 0, minutes: 5 }, { usd: 20_000, minutes: 5 }, { usd: 85, minutes: 0 }, { usd: 85 }])(
    'refuses %o',
    async (body) => {
      expect((await owner.call('POST', '/api/admin/price', body)).status).toBe(400);
    },
  );
});

test('the metrics contain the figures for alarms', async () => {
  const { payload } = await testApp.app.inject('/metrics');
  expect(payload).toMatch(/^sterling_liabilities_usd 85$/m);
  expect(payload).toMatch(/^sterling_reserves_ltc 0\.999989$/m);
  expect(payload).toMatch(/^sterling_proof_differences 0$/m);
});
