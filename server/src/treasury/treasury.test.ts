import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../test/app.ts';
import { inTransaction } from '../db/pool.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { openScanner } from '../litecoin/scan.ts';
import { openSigner } from '../litecoin/signer.ts';
import { pollPrices } from '../prices/prices.jobs.ts';
import { keepOnce } from './treasury.jobs.ts';
import { proveAndKeep } from './treasury.ts';

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
  test('answers the signed transaction, the same to a repeat and to another wish while it is under way', async () => {
    const { db, walletKeys, config, vault, node } = testApp.services;
    const buyer = await testApp.signIn('bea');
    const address = await inTransaction(db, (tx) => newDepositAddress(tx, walletKeys, buyer.id));
    await control('/litecoin/send', { address, ltc: 1 });
    await control('/litecoin/mine', { blocks: 6 });
    await follow();
    const wallet = { file: config.keys.walletSeedFile, vault, network: config.litecoin.network };
    const worker = {
      db,
      node,
      log: pino({ level: 'silent' }),
      walletKeys,
      signer: openSigner(wallet),
      config,
    };
    const key = { 'idempotency-key': randomUUID() };
    const asked = owner.call('POST', '/api/wallet/manual-sweep', undefined, key);
    const working = setInterval(() => void keepOnce(worker, new Date()), 200);
    const first = await asked;
    clearInterval(working);
    expect(first).toMatchObject({ status: 200, body: { success: true, ltcAmount: 0.999989 } });
    expect(first.body.txid).toMatch(/^[0-9a-f]{64}$/);
    const again = await owner.call('POST', '/api/wallet/manual-sweep', undefined, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await owner.call('POST', '/api/wallet/manual-sweep')).body).toEqual(first.body);
    await keepOnce(worker, new Date());
    await control('/litecoin/mine', { blocks: 1 });
    await follow();
  });
});

describe('GET /api/admin/treasury', () => {
  test('shows reserves by place against what is owed, and how old the figures are', async () => {
    await proveAndKeep(testApp.services.db);
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

  test('counts every difference that the last proof found', async () => {
    const { db } = testApp.services;
    await testApp.database.asOwner('alter table chain_outputs disable trigger user');
    await testApp.database.asOwner('update chain_outputs set litoshi = litoshi + 1 where spent_by is null');
    await proveAndKeep(db);
    const wrong = await owner.call('GET', '/api/admin/treasury');
    expect(wrong.body.proof).toMatchObject({ differences: 1 });
    const ready = await testApp.app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json().checks.books).toContain('1 difference');
    await testApp.database.asOwner('update chain_outputs set litoshi = litoshi - 1 where spent_by is null');
    await proveAndKeep(db);
    expect((await testApp.app.inject('/readyz')).json().checks.books).toBe('ok');
  });
});

describe('POST /api/admin/price', () => {
  test('goes before the market until it ends, with a record of who said it', async () => {
    const { status, body } = await owner.call('POST', '/api/admin/price', { usd: '91.50', minutes: 10 });
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true, price: 91.5 } });
    await pollPrices(testApp.services);
    expect((await owner.call('GET', '/api/wallet/ltc-price')).body.price).toBe(91.5);
    const treasury = await owner.call('GET', '/api/admin/treasury');
    expect(treasury.body.price).toMatchObject({ usd: 91.5, manual: { price: 91.5, until: body.until } });
    const deeds = await testApp.database.asOwner(
      `select actor_id, after from audit_log where action = 'price.set'`,
    );
    expect(deeds.rows).toEqual([{ actor_id: owner.id, after: { priceCents: 9_150, minutes: 10 } }]);
    await testApp.database.asOwner(
      `update prices set expires_at = now(), first_at = now() - interval '1 hour' where expires_at is not null`,
    );
    expect((await owner.call('GET', '/api/wallet/ltc-price')).body.price).toBe(85);
  });

  test.each([{ usd: 0, minutes: 5 }, { usd: 20_000, minutes: 5 }, { usd: 85, minutes: 0 }, { usd: 85 }])(
    'refuses %o',
    async (body) => {
      expect((await owner.call('POST', '/api/admin/price', body)).status).toBe(400);
    },
  );
});

test('the metrics carry the figures an alarm needs', async () => {
  const { payload } = await testApp.app.inject('/metrics');
  expect(payload).toMatch(/^sterling_liabilities_usd 85$/m);
  expect(payload).toMatch(/^sterling_reserves_ltc 0\.999989$/m);
  expect(payload).toMatch(/^sterling_proof_differences 0$/m);
});
