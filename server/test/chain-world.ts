import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ltcPrice } from '@sterling/contract/money.ts';
import { expect } from 'vitest';
import { walletBalance } from '../src/money/ledger/ledger.ts';
import { newDepositAddress, openWalletAddresses } from '../src/money/litecoin/addresses.ts';
import type { KeyPath, WalletKeys } from '../src/money/litecoin/keys.ts';
import { NETWORKS } from '../src/money/litecoin/network.ts';
import { openScanner } from '../src/money/litecoin/scan.ts';
import { writeSeedFile } from '../src/money/litecoin/seed-file.ts';
import { openSigner, type Signer } from '../src/money/litecoin/signer.ts';
import { recordRound } from '../src/money/prices/prices.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import { openVault } from '../src/platform/vault/vault.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import type { TestChain } from './test-chain.ts';
import { postedOf } from './wallets.ts';

/** A chain, a database that follows it, and users with deposit addresses. */
export interface ChainWorld {
  readonly chain: TestChain;
  readonly database: TestDatabase;
  readonly keys: WalletKeys;
  readonly signer: Signer;
  readonly hotAddress: string;
  /** Creates a user with a deposit address. */
  person(name: string, options?: { isOwner?: boolean }): Promise<Person>;
  anotherAddress(person: Person): Promise<string>;
  /** Follows the chain with a new scanner, as after a restart, then proves books and treasury against the node. */
  scan(node?: TestChain['node']): Promise<void>;
  /** Records an accepted price round, `ageMs` ago. */
  setPrice(cents: number, ageMs?: number): Promise<void>;
  balance(person: Person): Promise<number>;
  statuses(person: Person): Promise<string[]>;
  close(): Promise<void>;
}

export interface Person {
  readonly id: string;
  readonly address: string;
}

export async function openChainWorld(chain: TestChain): Promise<ChainWorld> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-wallet-'));
  const database = await openTestDatabase();
  const { db } = database;
  const vault = openVault(join(directory, 'vault.json'), { create: true });
  const wallet = { file: join(directory, 'seed.json'), vault, network: 'regtest' } as const;
  writeSeedFile(wallet.file, seedFor(chain), vault, NETWORKS.regtest);
  const opened = openSigner(wallet);
  const keys = remembering(opened.keys);
  const signer = { ...opened, keys };
  const { hotAddress } = await openWalletAddresses(db, keys);
  const address = (userId: string) => inTransaction(db, (tx) => newDepositAddress(tx, keys, userId));

  const world: ChainWorld = {
    chain,
    database,
    keys,
    signer,
    hotAddress,
    async person(username, { isOwner = false } = {}) {
      const { id } = await db
        .insertInto('users')
        .values({ username, isOwner })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, address: await address(id) };
    },
    anotherAddress: ({ id }) => address(id),
    async scan(node = chain.node) {
      await openScanner({ db, node, network: 'regtest' }).scanOnce();
      await expectBooksOfNode(world);
    },
    async setPrice(cents, ageMs = 0) {
      await database.asOwner(
        "update prices set as_of = as_of - interval '1 hour', first_at = first_at - interval '1 hour'",
      );
      const at = new Date(Date.now() - ageMs);
      const sources = ['kraken', 'coinbase', 'gemini'].map((name) => ({ name, price: ltcPrice(cents), at }));
      await recordRound(db, { price: ltcPrice(cents), sources }, at);
    },
    balance: async ({ id }) => (await walletBalance(db, id, 'buyer')).posted,
    statuses: async ({ id }) =>
      (
        await db
          .selectFrom('deposits')
          .where('userId', '=', id)
          .orderBy('seenAt')
          .orderBy('n')
          .select('status')
          .execute()
      ).map(({ status }) => status),
    async close() {
      await database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return world;
}

/** Checks that ledger and chain tables are consistent, and that the treasury equals the node's unspent coins on our addresses. */
async function expectBooksOfNode({ database: { db, asOwner }, chain }: ChainWorld): Promise<void> {
  expect((await asOwner('select * from ledger_differences()')).rows).toEqual([]);
  expect((await asOwner('select * from litecoin_differences()')).rows).toEqual([]);
  const addresses = await db.selectFrom('addresses').select('address').execute();
  const { total_amount: ltc } = await chain.rpc<{ total_amount: number }>(
    'scantxoutset',
    'start',
    addresses.map(({ address }) => `addr(${address})`),
  );
  expect(await postedOf(db, 'treasury:ltc')).toBe(Math.round(ltc * 1e8));
}

/** How many worlds each chain has had. */
const worldsOn = new WeakMap<TestChain, number>();

/** The same seed for the first world of every chain, the same for every second one, and so on: worlds on one chain share no addresses. */
function seedFor(chain: TestChain): string {
  const before = worldsOn.get(chain) ?? 0;
  worldsOn.set(chain, before + 1);
  return Buffer.alloc(64, before + 1).toString('hex');
}

type Derived = ReturnType<WalletKeys['addressAt']>;
const derived = new Map<string, Derived>();

/** Keys that derive each address once in a process, because every restore derives thousands of addresses. */
function remembering(keys: WalletKeys): WalletKeys {
  return {
    ...keys,
    addressAt: (path: KeyPath) => {
      const name = `${keys.depositXpub}/${path.account}/${path.branch}/${path.index}`;
      const found = derived.get(name) ?? keys.addressAt(path);
      derived.set(name, found);
      return found;
    },
  };
}
