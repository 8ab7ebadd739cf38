import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WalletKeys } from '../src/money/litecoin/keys.ts';
import { recogniseRestore } from '../src/money/restores/restores.ts';
import { openJournalOf } from '../src/money/signer/comparing.jobs.ts';
import { type Journal, openJournal } from '../src/money/signer/journal.ts';
import type { Signing } from '../src/money/withdrawals/signing.jobs.ts';
import { openPool, type Pool, SIGNER_ROLE } from '../src/platform/db/pool.ts';
import { makeBackup } from '../src/tools/backups/backups.ts';
import { restoreBackup } from '../src/tools/backups/restore.ts';
import { createEmptyDatabase, openDatabaseAt, type TestDatabase } from './database.ts';
import type { TreasuryWorld } from './treasury-world.ts';

/** The database of a walk and the signer's journal. A restore replaces the database by an earlier one. */
export interface WalkDatabases {
  readonly database: TestDatabase;
  readonly journal: Journal;
  readonly keys: WalletKeys;
  /** The present database in the signer's role. */
  readonly signers: Pool;
  /** All our addresses that anyone may pay, including those that a restore has lost. */
  ownAddresses(): Promise<Set<string>>;
  backup(): Promise<void>;
  /**
   * Restores the last backup. Without `hasJournal` the signer's journal is lost too, once for a backup: nothing else knows
   * what was given out after an earlier restore of it. False without a backup.
   */
  restore(options: { hasJournal: boolean }): Promise<boolean>;
  close(): Promise<void>;
}

export async function openWalkDatabases(world: TreasuryWorld): Promise<WalkDatabases> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-walk-'));
  const { keys } = world;
  const lost = new Set<string>();
  let journals = 0;
  let backup: string | null = null;
  let isRestored = false;
  const newJournal = () => {
    journals += 1;
    return openJournal(join(directory, `journal-${journals}.jsonl`));
  };
  let state = { database: world.database, signers: signersOf(world.database), journal: newJournal() };
  const start = async () => {
    await recogniseRestore(state.database.db, keys);
    await openJournalOf({ ...world.sweeping, db: state.signers.db, journal: state.journal });
  };
  await start();
  return {
    get database() {
      return state.database;
    },
    get signers() {
      return state.signers;
    },
    get journal() {
      return state.journal;
    },
    keys,
    ownAddresses: async () => new Set([...lost, ...(await issuedIn(state.database))]),
    backup: async () => {
      isRestored = false;
      backup = join(directory, (await makeBackup(state.database.pg, directory)).file);
    },
    restore: async (options) => {
      if (!backup) return false;
      const hasJournal = options.hasJournal || isRestored;
      isRestored = true;
      for (const address of await issuedIn(state.database)) lost.add(address);
      const before = state;
      const database = await restored(backup);
      const journal = hasJournal ? before.journal : newJournal();
      state = { database, signers: signersOf(database), journal };
      await before.signers.close();
      if (before.database !== world.database) await before.database.close();
      if (!hasJournal) before.journal.close();
      await start();
      return true;
    },
    close: async () => {
      await state.signers.close();
      if (state.database !== world.database) await state.database.close();
      state.journal.close();
      await world.close();
      rmSync(directory, { recursive: true });
    },
  };
}

const signersOf = ({ url }: TestDatabase) => openPool(url, { max: 10, role: SIGNER_ROLE });

async function issuedIn({ db }: TestDatabase): Promise<string[]> {
  const rows = await db.selectFrom('addresses').where('restoreId', 'is', null).select('address').execute();
  return rows.map(({ address }) => address);
}

async function restored(backup: string): Promise<TestDatabase> {
  const url = await createEmptyDatabase();
  await restoreBackup(url, backup);
  return openDatabaseAt(url);
}

/** What the signer needs, on the present database. */
export const signingOf = (world: TreasuryWorld, { signers, journal }: WalkDatabases): Signing => ({
  ...world.sweeping,
  db: signers.db,
  journal,
});
