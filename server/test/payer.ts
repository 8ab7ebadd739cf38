import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { p2wpkh } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { ltcPrice } from '@sterling/contract/money.ts';
import { openSandbox } from '@sterling/sandbox/server.ts';
import pino from 'pino';
import { type Config, readConfig } from '../src/config.ts';
import { openWalletAddresses } from '../src/money/litecoin/addresses.ts';
import type { WalletKeys } from '../src/money/litecoin/keys.ts';
import { NETWORKS } from '../src/money/litecoin/network.ts';
import { makeSandboxWallet } from '../src/money/litecoin/sandbox-wallet.ts';
import { openScanner } from '../src/money/litecoin/scan.ts';
import { recordRound } from '../src/money/prices/prices.ts';
import { openSigning } from '../src/money/signer/signer.jobs.ts';
import type { Signing } from '../src/money/withdrawals/signing.jobs.ts';
import { openLitecoinNode } from '../src/outside/litecoin-node.ts';
import { openPool, SIGNER_ROLE } from '../src/platform/db/pool.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { payRound } from './rounds.ts';

/** A hot wallet on its own chain, and everything that payer and signer need. `db` has the signer's role. */
export interface PayerWorld extends Signing {
  readonly database: TestDatabase;
  readonly config: Config;
  readonly sandboxUrl: string;
  readonly walletKeys: WalletKeys;
  readonly hotAddress: string;
  /** POSTs to the sandbox's control API. */
  control<Answer>(path: string, body: unknown): Promise<Answer>;
  /** Outputs that pay an address, including unconfirmed ones. */
  received(address: string): Promise<Received[]>;
  /** As `received`, only the amounts. */
  litoshiReceived(address: string): Promise<number[]>;
  /** One round of worker and signer, with this node if there is one. */
  payRound(node?: PayerWorld['node']): Promise<void>;
  /** Follows the chain up to the node's tip. */
  follow(): Promise<void>;
  /** Mines blocks and follows the chain. */
  mine(blocks: number): Promise<void>;
  close(): Promise<void>;
}

interface Received {
  readonly txid: string;
  readonly n: number;
  readonly ltc: number;
  readonly confirmations: number;
}

/** Opens the world with `coins` of 2 LTC in the hot wallet, 6 deep, and a price of $85.00. */
export async function openPayerWorld({ coins = 5 }: { coins?: number } = {}): Promise<PayerWorld> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-payer-'));
  const sandbox = await openSandbox({ port: 0, directory: join(directory, 'sandbox') });
  const database = await openTestDatabase();
  const config = readConfig({
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    SANDBOX_PORT: new URL(sandbox.url).port,
  });
  makeSandboxWallet(config);
  const signers = openPool(database.url, { max: 10, role: SIGNER_ROLE });
  await setPrice(database, 8_500);

  const node = openLitecoinNode(config.litecoin);
  const signing = openSigning(config, { db: signers.db, node, log: pino({ level: 'silent' }) });
  const walletKeys = signing.signer.keys;
  const { hotAddress } = await openWalletAddresses(database.db, walletKeys);
  const scanner = openScanner({ db: database.db, node, network: config.litecoin.network });
  const world: PayerWorld = {
    ...signing,
    walletKeys,
    config,
    sandboxUrl: sandbox.url,
    database,
    hotAddress,
    control: (path, body) =>
      answerOf(`${sandbox.url}/control${path}`, { method: 'POST', body: JSON.stringify(body) }),
    received: async (address) =>
      (await answerOf<{ outputs: Received[] }>(`${sandbox.url}/control/litecoin/received/${address}`))
        .outputs,
    litoshiReceived: async (address) =>
      (await world.received(address)).map(({ ltc }) => Math.round(ltc * 1e8)),
    payRound: (node = world.node) => payRound({ ...world, node }),
    mine: async (blocks) => {
      await world.control('/litecoin/mine', { blocks });
      await world.follow();
    },
    follow: async () => void (await scanner.scanOnce()),
    close: async () => {
      await signers.close();
      await database.close();
      await sandbox.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  const outputs = Array.from({ length: coins }, () => ({ address: hotAddress, ltc: 2 }));
  if (coins > 0) await world.control('/litecoin/send', { outputs });
  await world.mine(6);
  return world;
}

/** Records an accepted price round, now. */
export async function setPrice({ db }: Pick<TestDatabase, 'db'>, priceCents: number): Promise<void> {
  const at = new Date();
  const sources = ['kraken', 'coinbase', 'gemini'].map((name) => ({ name, price: ltcPrice(priceCents), at }));
  await recordRound(db, { price: ltcPrice(priceCents), sources }, at);
}

/** A new address outside Sterling. */
export function freshAddress(): string {
  return p2wpkh(pubECDSA(randomBytes(32)), NETWORKS.regtest.prefixes).address!;
}

async function answerOf<Answer>(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, { headers: { 'content-type': 'application/json' }, ...init });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Throws if ledger, chain and withdrawals differ. */
export async function expectBalancedBooks({ database }: Pick<PayerWorld, 'database'>): Promise<void> {
  const parts = ['ledger', 'litecoin', 'coin', 'withdrawal', 'value', 'owner'];
  for (const proof of parts.map((part) => `${part}_differences`)) {
    const { rows } = await database.asOwner(`select * from ${proof}()`);
    if (rows.length > 0) throw new Error(`${proof}: ${JSON.stringify(rows)}`);
  }
}
