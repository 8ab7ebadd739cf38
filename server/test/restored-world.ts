import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cents, cents, litoshi } from '@sterling/contract/money.ts';
import pino from 'pino';
import { parseAddress } from '../src/money/litecoin/address.ts';
import { openScanner } from '../src/money/litecoin/scan.ts';
import { recogniseRestore } from '../src/money/restores/restores.ts';
import { compareRestores, openJournalOf } from '../src/money/signer/comparing.jobs.ts';
import { openJournal } from '../src/money/signer/journal.ts';
import { signHouse } from '../src/money/signer/signer.jobs.ts';
import { type Signing, signApproved } from '../src/money/withdrawals/signing.jobs.ts';
import { payOnce } from '../src/money/withdrawals/withdrawals.jobs.ts';
import { requestWithdrawal } from '../src/money/withdrawals/withdrawals.ts';
import { inTransaction, openPool, type Pool, SIGNER_ROLE } from '../src/platform/db/pool.ts';
import { installQueues } from '../src/platform/jobs/queue.ts';
import { makeBackup } from '../src/tools/backups/backups.ts';
import { restoreBackup } from '../src/tools/backups/restore.ts';
import { freshAddress } from './payer.ts';
import { payRound } from './rounds.ts';
import type { TestChain } from './test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from './treasury-world.ts';
import { credit } from './wallets.ts';

/** A treasury world with a hot wallet and a seller, whose database can be restored. */
export interface RestoreWorld extends TreasuryWorld {
  readonly seller: string;
  /** The seller requests $25.00. Returns the withdrawal's id and address. */
  ask(): Promise<{ id: string; address: string }>;
  /** Signs, and sends unless `isSent` is false. */
  pay(options?: { isSent?: boolean }): Promise<void>;
  /** Of the first database, or of a restored one. */
  backup(of?: Pick<Pool, 'pg'>): Promise<string>;
  /** Restores a backup into a new database. Without `hasJournal` the signer starts with an empty journal. */
  restore(backup: string, options?: { hasJournal?: boolean }): Promise<Restored>;
}

/** The restored database, followed by a worker and a signer of its own. */
export interface Restored extends Pool {
  readonly signing: Signing;
  /** What the follower has logged as a warning or worse. */
  readonly alarms: readonly string[];
  asOwner(query: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** The seller requests $25.00 in this database. */
  ask(): Promise<{ id: string; address: string }>;
  follow(): Promise<void>;
  /** What the signer does in each run. Returns why it signs nothing. */
  sign(): Promise<string | null>;
  /** The owner lifts the emergency stop. */
  lift(): Promise<void>;
  /** The worker sends and confirms. */
  send(): Promise<void>;
  withdrawal(id: string): Promise<{ state: string; txid: string | null }>;
  /** Open reviews of a kind. */
  reviews(kind: string): Promise<{ subjectId: string; facts: Record<string, unknown> }[]>;
}

export async function openRestoreWorld(chain: TestChain): Promise<RestoreWorld> {
  const world = await openTreasuryWorld(chain);
  const directory = mkdtempSync(join(tmpdir(), 'sterling-restores-'));
  const { database } = world;
  await recogniseRestore(database.db, world.keys);
  await openJournalOf(world.sweeping);
  await world.setPrice(8_500);
  for (let coins = 0; coins < 5; coins += 1) await chain.pay({ address: world.hotAddress, ltc: 2 });
  await world.mine(6);
  const { id: seller } = await world.person('sela');
  await credit(database.db, seller, 100_000, { wallet: 'seller' });
  const opened: Restored[] = [];
  return {
    ...world,
    seller,
    get sweeping() {
      return world.sweeping;
    },
    ask: () => ask(database, seller),
    pay: async ({ isSent = true } = {}) => {
      if (isSent) return payRound(world.sweeping);
      await signApproved(world.sweeping);
    },
    backup: async (of = database) => join(directory, (await makeBackup(of.pg, directory)).file),
    restore: async (backup, { hasJournal = true } = {}) => {
      const url = new URL(database.url);
      url.pathname = `/restored_${randomBytes(6).toString('hex')}`;
      await database.asOwner(`create database ${url.pathname.slice(1)}`);
      await restoreBackup(url.href, backup);
      await installQueues(url.href);
      const name = randomBytes(6).toString('hex');
      const journal = hasJournal ? world.sweeping.journal : openJournal(join(directory, `${name}.jsonl`));
      const restored = await openRestored(world, url.href, journal, (pool) => ask(pool, seller));
      opened.push(restored);
      return restored;
    },
    close: async () => {
      for (const restored of opened) await restored.close();
      await world.close();
      rmSync(directory, { recursive: true });
    },
  };
}

async function ask({ db }: Pick<Pool, 'db'>, seller: string) {
  const wish = { amount: cents(2_500) as Cents, ltcAddress: freshAddress() };
  return inTransaction(db, (tx) => requestWithdrawal(tx, { id: seller, isOwner: false }, wish, 'regtest'));
}

async function openRestored(
  { sweeping, chain, keys }: TreasuryWorld,
  url: string,
  journal: Signing['journal'],
  askIn: (pool: Pool) => ReturnType<Restored['ask']>,
): Promise<Restored> {
  const pool = openPool(url, { max: 5 });
  const owner = openPool(url, { max: 1, role: null });
  const signers = openPool(url, { max: 5, role: SIGNER_ROLE });
  const signing = { ...sweeping, db: signers.db, journal };
  const { db } = pool;
  await recogniseRestore(db, keys);
  await openJournalOf(signing);
  const alarms: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void alarms.push(line) });
  const scanner = openScanner({ db, node: chain.node, network: 'regtest', keys, log });
  return {
    ...pool,
    signing,
    alarms,
    ask: () => askIn(pool),
    asOwner: (query, values) => owner.pg.query(query, values),
    follow: async () => void (await scanner.scanOnce()),
    sign: async () => {
      const waits = await compareRestores(signing);
      if (waits) return waits;
      await signApproved(signing);
      await signHouse(signing);
      return null;
    },
    lift: async () =>
      void (await owner.pg.query(
        `update settings set value = '{"enabled": false}' where key = 'emergency_shutdown'`,
      )),
    send: () => payOnce({ db, node: chain.node, log: sweeping.log }, new Date()),
    withdrawal: (id) =>
      db.selectFrom('withdrawals').where('id', '=', id).select(['state', 'txid']).executeTakeFirstOrThrow(),
    reviews: async (kind) =>
      (await db
        .selectFrom('reviews')
        .where('kind', '=', kind)
        .where('state', '=', 'open')
        .orderBy('id')
        .select(['subjectId', 'facts'])
        .execute()) as { subjectId: string; facts: Record<string, unknown> }[],
    close: async () => {
      for (const each of [pool, owner, signers]) await each.close();
    },
  };
}

const RECENT_BLOCKS = 60;

/** Litoshi that an address has received, by output. Counts recent blocks and the mempool. */
export async function receivedOn(chain: TestChain, address: string): Promise<number[]> {
  const amounts: number[] = [];
  const script = Buffer.from(parseAddress(address, 'regtest').script).toString('hex');
  const { blocks } = await chain.node.chainInfo();
  const hashes = await chain.node.blockHashes(Math.max(0, blocks - RECENT_BLOCKS), blocks);
  const mined = [];
  for (const hash of hashes) mined.push((await chain.node.block(hash!)).txs);
  const pending = await Promise.all((await chain.node.mempool()).map(chain.node.mempoolTransaction));
  for (const transaction of [...mined.flat(), ...pending])
    for (const out of transaction?.outs ?? []) if (out.script === script) amounts.push(litoshi(out.litoshi));
  return amounts;
}
