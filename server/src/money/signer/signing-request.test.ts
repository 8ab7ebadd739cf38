import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { afterAll, expect, test } from 'vitest';
import { freshAddress } from '../../../test/payer.ts';
import { readConfig } from '../../config.ts';
import { openVault } from '../../platform/vault/vault.ts';
import { parseAddress } from '../litecoin/address.ts';
import { CAPITAL_PATH } from '../litecoin/keys.ts';
import { makeSandboxWallet } from '../litecoin/sandbox-wallet.ts';
import { openSigner } from '../litecoin/signer.ts';
import type { PaymentPlan } from '../withdrawals/payment.ts';
import { SigningRefused, signRequest } from './signing-request.ts';

const directory = mkdtempSync(join(tmpdir(), 'sterling-request-'));
afterAll(() => rmSync(directory, { recursive: true }));
const config = readConfig({ DATA_DIR: directory });
makeSandboxWallet(config);
const { keyFile, seedFile } = config.keys.signing!;
const signer = openSigner({
  file: seedFile,
  vault: openVault(keyFile, { create: false }),
  network: 'regtest',
});
const policy = { ...config.litecoin, ...config.signer };

const hotPaths = [CAPITAL_PATH];
const coin = {
  txid: '11'.repeat(32),
  n: 0,
  value: 200_000_000 as Litoshi,
  unminedDepth: 0,
  script: signer.keys.addressAt(CAPITAL_PATH).script,
  ...CAPITAL_PATH,
};
const inputs = [coin];
const planOf = (more: Partial<Pick<PaymentPlan, 'payee' | 'kept'>> = {}) => {
  const fee = 1_410 as Litoshi;
  const amount = litoshi(coin.value - fee);
  const kept = [{ script: signer.keys.addressAt(CAPITAL_PATH).script, amount }];
  return { inputs, payee: null, kept, fee, ...more };
};
const stranger = { script: parseAddress(freshAddress(), 'regtest').script, amount: 150_000_000 as Litoshi };
const resultOf = (request: Parameters<typeof signRequest>[2]) => {
  try {
    return signRequest(signer, policy, request).txid;
  } catch (error) {
    if (error instanceof SigningRefused) return error.reasons;
    throw error;
  }
};

test('an internal transfer goes only to the hot wallet, and a sweep also to the configured cold address', () => {
  expect(resultOf({ kind: 'child', hotPaths, plan: planOf() })).toMatch(/^[0-9a-f]{64}$/);
  const elsewhere = [expect.stringContaining('neither the hot wallet')];
  expect(resultOf({ kind: 'child', hotPaths, plan: planOf({ kept: [stranger] }) })).toEqual(elsewhere);
  const change = { ...stranger, amount: 10_000 as Litoshi };
  expect(resultOf({ kind: 'child', hotPaths, plan: planOf({ kept: [...planOf().kept, change] }) })).toEqual(
    elsewhere,
  );
  const cold = freshAddress();
  const toCold = planOf({ kept: [{ ...stranger, script: parseAddress(cold, 'regtest').script }] });
  const allowing = { ...policy, coldAddress: cold };
  expect(() => signRequest(signer, allowing, { kind: 'child', hotPaths, plan: toCold })).toThrow('neither');
  // the payee is allowed, but a sweep must not spend coins of the hot wallet
  expect(() => signRequest(signer, allowing, { kind: 'sweep', hotPaths, plan: toCold })).toThrow(
    /^not signed: coin \w{64}:\d+ belongs to the hot account$/,
  );
});

test('a request spends only coins on scripts of the seed', () => {
  const plan = planOf();
  const foreign = inputs.map((own) => ({ ...own, script: Buffer.from(stranger.script) }));
  expect(resultOf({ kind: 'child', hotPaths, plan: { ...plan, inputs: foreign } })).toEqual([
    expect.stringContaining('is on a script that is not ours'),
  ]);
  const moved = inputs.map((own) => ({ ...own, index: own.index + 1 }));
  expect(resultOf({ kind: 'child', hotPaths, plan: { ...plan, inputs: moved } })).toHaveLength(1);
});

test('a withdrawal pays only the requested address and change addresses of the hot wallet', () => {
  const address = freshAddress();
  const payee = { script: parseAddress(address, 'regtest').script, amount: 150_000_000 as Litoshi };
  const changePath = { account: 'hot', branch: 1, index: 3 } as const;
  const rest = litoshi(coin.value - payee.amount - 1_410);
  const change = { script: signer.keys.addressAt(changePath).script, amount: rest };
  const plan = { inputs, payee, kept: [change], fee: 1_410 as Litoshi };
  const request = { kind: 'withdrawal', plan, address, changePaths: [changePath] } as const;
  expect(resultOf(request)).toMatch(/^[0-9a-f]{64}$/);
  const other = freshAddress();
  expect(resultOf({ ...request, address: other })).toEqual([`it does not pay ${other}`]);
  expect(resultOf({ ...request, address: 'nowhere' })).toEqual(['it does not pay nowhere']);
  expect(resultOf({ ...request, changePaths: [{ ...changePath, index: 4 }] })).toEqual([
    'its change does not come back to us',
  ]);
  const kept = { ...change, script: signer.keys.addressAt(CAPITAL_PATH).script };
  expect(resultOf({ ...request, plan: { ...plan, kept: [kept] }, changePaths: [CAPITAL_PATH] })).toHaveLength(
    1,
  );
  const expensive = {
    ...plan,
    kept: [{ ...change, amount: litoshi(rest - 2_000_000) }],
    fee: 2_001_410 as Litoshi,
  };
  expect(() => resultOf({ ...request, plan: expensive })).toThrow('over the ceiling');
});
