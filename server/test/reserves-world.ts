import { createHash } from 'node:crypto';
import { p2wpkh } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import type { ReservesOverview } from '@sterling/contract/cold-signatures.ts';
import { cents } from '@sterling/contract/money.ts';
import type { BalanceProof, Reserves } from '@sterling/contract/reserves.ts';
import pino from 'pino';
import { expect, vi } from 'vitest';
import { account, hold } from '../src/money/ledger/ledger.ts';
import { parseAddress } from '../src/money/litecoin/address.ts';
import { newDepositAddress, watchCold } from '../src/money/litecoin/addresses.ts';
import { CAPITAL_PATH } from '../src/money/litecoin/keys.ts';
import { NETWORKS } from '../src/money/litecoin/network.ts';
import { openScanner } from '../src/money/litecoin/scan.ts';
import { pollPrices } from '../src/money/prices/prices.jobs.ts';
import { takeSnapshot } from '../src/money/reserves/reserves.jobs.ts';
import { startSigner } from '../src/money/signer/signer.jobs.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import { type Called, type Caller, caller, openTestApp, type TestApp } from './app.ts';
import { credit } from './wallets.ts';
import type { OnWire } from './wire.ts';

type ShownReservesOverview = OnWire<typeof ReservesOverview>;
type ShownBalanceProof = OnWire<typeof BalanceProof>;
type ShownReserves = OnWire<typeof Reserves>;

/** The key and the address of the owner's cold storage. */
export const COLD_KEY = createHash('sha256').update('the cold key of a test').digest();
export const COLD = p2wpkh(pubECDSA(COLD_KEY), NETWORKS.regtest.prefixes);

/**
 * An owner; nova with a deposit of $85 that is not swept; sela with $112.34, of which $10 are held; 2 LTC in the hot wallet and
 * 5 LTC in the cold storage. The price is $85.
 */
export interface ReservesWorld extends TestApp {
  readonly owner: Caller;
  readonly nova: Caller;
  readonly sela: Caller;
  readonly depositAddress: string;
  mine(): Promise<void>;
  publish(published: boolean): Promise<Called>;
  /** Makes the next snapshot due. */
  passDay(): Promise<void>;
  /** Takes a snapshot now, and lets the signer sign it. */
  snapshot(): Promise<void>;
  /** What a visitor gets. */
  visit(path?: string): Promise<Called>;
  page(): Promise<ShownReserves>;
  overview(): Promise<ShownReservesOverview>;
  proofOf(person: Caller): Promise<ShownBalanceProof>;
}

export async function openReservesWorld(): Promise<ReservesWorld> {
  const testApp = await openTestApp({ actionLimit: false });
  const owner = await testApp.signIn('otto', 'admin', true);
  const nova = await testApp.signIn('nova');
  const sela = await testApp.signIn('sela', 'seller');
  const world = worldOf(testApp, { owner, nova, sela });
  return { ...world, depositAddress: await fund(world) };
}

const WAIT = { timeout: 10_000 };

function worldOf(testApp: TestApp, people: Pick<ReservesWorld, 'owner' | 'nova' | 'sela'>) {
  const { owner } = people;
  const { db, node, config } = testApp.services;
  const visit = (path = '/api/reserves') => caller(testApp.app, '').call('GET', path);
  const overview = async () =>
    (await owner.call('GET', '/api/admin/reserves')).body as unknown as ShownReservesOverview;
  const passDay = async () =>
    void (await testApp.database.asOwner("update reserve_snapshots set at = at - interval '25 hours'"));
  const page = async () => (await visit()).body as unknown as ShownReserves;
  return {
    ...testApp,
    ...people,
    mine: async () => {
      await control(testApp, '/litecoin/mine', { blocks: 2 });
      await openScanner({ db, node, network: config.litecoin.network }).scanOnce();
    },
    publish: (published: boolean) =>
      owner.call('PUT', '/api/admin/settings/proof_of_reserves', { value: { published, everyHours: 24 } }),
    passDay,
    snapshot: async () => {
      await passDay();
      await takeSnapshot(db);
      const stop = await startSigner(config, pino({ level: 'silent' }), testApp.database.url);
      await vi.waitUntil(async () => (await overview()).latest?.unsigned === 0, WAIT);
      // the page comes from a cache
      await vi.waitUntil(async () => (await page()).at === (await overview()).latest?.at, WAIT);
      await stop();
    },
    visit,
    page,
    overview,
    proofOf: async (person: Caller) =>
      (await person.call('GET', '/api/reserves/proof')).body as unknown as ShownBalanceProof,
  };
}

/** Fills wallets and addresses. Returns nova's deposit address. */
async function fund(world: ReturnType<typeof worldOf>): Promise<string> {
  const { nova, sela } = world;
  const { db, walletKeys } = world.services;
  await pollPrices(world.services);
  await watchCold(db, parseAddress(COLD.address!, 'regtest'));
  const depositAddress = await inTransaction(db, (tx) => newDepositAddress(tx, walletKeys, nova.id));
  const hot = walletKeys.addressAt(CAPITAL_PATH).address;
  const coins = [
    { address: hot, ltc: 2 },
    { address: COLD.address!, ltc: 5 },
    { address: depositAddress, ltc: 1 },
  ];
  for (const payment of coins) await control(world, '/litecoin/send', payment);
  await world.mine();
  await credit(db, sela.id, 12_34, { wallet: 'seller' });
  await credit(db, sela.id, 100_00);
  await inTransaction(db, (tx) => hold(tx, 'a withdrawal of sela', account.seller(sela.id), cents(10_00)));
  return depositAddress;
}

async function control({ sandboxUrl }: Pick<TestApp, 'sandboxUrl'>, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandboxUrl}/control${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}
