import type { Treasury } from '@sterling/contract/treasury.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { controlOf } from '../../../test/sandbox.ts';
import type { OnWire } from '../../../test/wire.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { pollPrices } from '../prices/prices.jobs.ts';
import { newDepositAddress } from './addresses.ts';
import { openConfiguredScanner } from './litecoin.lookups.ts';

let testApp: TestApp;
let owner: Caller;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await testApp.signIn('otto', 'admin', true);
  await pollPrices(testApp.services);
});
afterAll(() => testApp.close());

const SECOND = { rpcUser: 'sterling', rpcPassword: 'sandbox' };

async function follow(minVersion: string | null): Promise<void> {
  const { db, node, config } = testApp.services;
  const second = { ...SECOND, rpcUrl: `${testApp.sandboxUrl}/litecoin-second` };
  const litecoin = { ...config.litecoin, minVersion, second, tipsUrl: null };
  await openConfiguredScanner({ db, node, config: { ...config, litecoin } }).scanOnce();
}

async function shown() {
  const ready = (await testApp.app.inject('/readyz')).json();
  const metrics = (await testApp.app.inject('/metrics')).payload;
  return {
    warnings: ready.warnings,
    node: ready.checks.node,
    treasury: ((await owner.call('GET', '/api/admin/treasury')).body as unknown as OnWire<typeof Treasury>)
      .node.warnings,
    metric: Number(/^sterling_node_warnings (\d+)$/m.exec(metrics)?.[1]),
  };
}

test('rare day 20: an outdated node is a warning for staff, and deposits are credited all the same', async () => {
  const { db, walletKeys } = testApp.services;
  const control = controlOf(testApp.sandboxUrl);
  const bea = await testApp.signIn('bea');
  const address = await inTransaction(db, (tx) => newDepositAddress(tx, walletKeys, bea.id));
  await follow('0.21.5.5');
  expect(await shown()).toEqual({ warnings: [], node: 'ok', treasury: [], metric: 0 });

  await control('PATCH', '/litecoin', { subversion: '/LitecoinCore:0.21.2.1/' });
  await control('POST', '/litecoin/send', { address, ltc: 1 });
  await control('POST', '/litecoin/mine', { blocks: 2 });
  await follow('0.21.5.5');
  const warnings = ['the node runs /LitecoinCore:0.21.2.1/, which is older than 0.21.5.5'];
  expect(await shown()).toEqual({ warnings, node: 'ok', treasury: warnings, metric: 1 });
  const { status } = await db
    .selectFrom('deposits')
    .where('userId', '=', bea.id)
    .select('status')
    .executeTakeFirstOrThrow();
  expect(status).toBe('credited');

  expect((await testApp.app.inject('/readyz')).json().node).toEqual({ version: '/LitecoinCore:0.21.2.1/' });

  await control('PATCH', '/tips', { subversion: '/LitecoinCore:0.21.4/' });
  await follow('0.21.5.5');
  expect((await shown()).warnings).toHaveLength(2);
  await follow(null);
  expect(await shown()).toEqual({ warnings: [], node: 'ok', treasury: [], metric: 0 });
});
