import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cents, litoshi } from '@sterling/contract/money.ts';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshAddress, setPrice } from '../../../test/payer.ts';
import { eventually } from '../../../test/processes.ts';
import { makePerson } from '../../../test/wallets.ts';
import { readConfig } from '../../config.ts';
import { openLitecoinNode } from '../../outside/litecoin-node.ts';
import { installSettings } from '../../people/settings/settings.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../platform/db/embedded.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { inTransaction, openPool, type Pool, SIGNER_ROLE } from '../../platform/db/pool.ts';
import { parseAddress } from '../litecoin/address.ts';
import { ADDRESSES_PER_GAP } from '../litecoin/address-gaps.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { makeSandboxWallet } from '../litecoin/sandbox-wallet.ts';
import { openJournalOf } from '../signer/comparing.jobs.ts';
import { journalSigned } from '../signer/journalling.ts';
import { openSigning } from '../signer/signer.jobs.ts';
import type { Signing } from '../withdrawals/signing.jobs.ts';
import { recogniseRestore } from './restores.ts';

/** A cluster of its own, because its files are replaced by an earlier copy. */
let directory: string;
let postgres: EmbeddedPostgres;
let pool: Pool;
let signing: Signing;
let sela: string;
/** What operators were told. */
const logged: string[] = [];
const RESTORED = 'the database was restored: everything is stopped until the owner has decided';
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sterling-point-'));
  postgres = await startEmbedded(directory, { fsync: 'off' });
  await migrate(postgres.url);
  await openSigner();
  await installSettings(pool.db, 'sandbox');
  await setPrice(pool, 8_500);
  sela = await makePerson(pool.db, 'sela');
});
afterAll(async () => {
  await pool.close();
  await postgres.stop();
  for (const each of [copy(), cluster(), directory]) rmSync(each, { recursive: true, force: true });
});

/** Starts the signer's services, as a new process does. */
async function openSigner(): Promise<void> {
  const config = readConfig({ DATA_DIR: directory, DATABASE_URL: postgres.url });
  makeSandboxWallet(config);
  pool = openPool(postgres.url, { max: 4, role: SIGNER_ROLE });
  signing = openSigning(config, {
    db: pool.db,
    node: openLitecoinNode(config.litecoin),
    log: pino({ level: 'fatal' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) }),
  });
  await recogniseRestore(pool.db, signing.signer.keys, signing.log);
  await openJournalOf(signing);
}

/** An approved withdrawal, without its checks. */
async function approved(): Promise<string> {
  const { id: priceId } = await pool.db.selectFrom('prices').select('id').executeTakeFirstOrThrow();
  const { address, script } = parseAddress(freshAddress(), 'regtest');
  const money = { amountCents: cents(2_500), feePercent: 0, percentageFeeCents: 0, networkFeeCents: 0 };
  const row = {
    userId: sela,
    priceId,
    address,
    script: Buffer.from(script),
    litoshi: litoshi(29_411_764),
    ...money,
  };
  const { id } = await pool.db
    .insertInto('withdrawals')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  await pool.db.updateTable('withdrawals').set({ state: 'approved' }).where('id', '=', id).execute();
  return id;
}

const restores = () => pool.db.selectFrom('restores').select(['cause', 'comparedAt']).orderBy('at').execute();
const stateOf = async (id: string) =>
  (await pool.db.selectFrom('withdrawals').where('id', '=', id).select('state').executeTakeFirst())?.state;
const isStopped = async () =>
  (
    await pool.db
      .selectFrom('settings')
      .where('key', '=', 'emergency_shutdown')
      .select('value')
      .executeTakeFirstOrThrow()
  ).value;
const cluster = () => realpathSync(join(directory, 'cluster'));
const copy = () => `${cluster()}-copy`;

/** Copies the files of the stopped cluster. Owners and modes stay, because PostgreSQL may run as another user. */
function replaceFiles(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}

async function whileStopped(work: () => void): Promise<void> {
  await pool.close();
  signing.journal.close();
  await postgres.stop();
  work();
  postgres = await startEmbedded(directory, { fsync: 'off' });
  await recoveryHasEnded();
  await openSigner();
}

/** A recovery accepts connections before it has ended. */
async function recoveryHasEnded(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await eventually(async () => {
    const { rows } = await client.query('select pg_is_in_recovery() as recovers');
    return !rows[0].recovers;
  });
  await client.end();
}

/** Puts the copy back. With `isRecovery`, PostgreSQL recovers as far as its WAL goes and starts a new timeline. */
async function putBack(isRecovery: boolean): Promise<void> {
  await whileStopped(() => {
    replaceFiles(copy(), cluster());
    if (!isRecovery) return;
    const signal = join(cluster(), 'recovery.signal');
    writeFileSync(signal, '');
    const { uid, gid } = statSync(cluster());
    chownSync(signal, uid, gid);
    appendFileSync(join(cluster(), 'postgresql.auto.conf'), "restore_command = 'false'\n");
  });
}

test('rare day 12: a restart and a second process are no restore', async () => {
  await whileStopped(() => undefined);
  expect(await recogniseRestore(pool.db, signing.signer.keys)).toBe(false);
  expect(await restores()).toEqual([]);
  expect(await isStopped()).toMatchObject({ enabled: false });
});

test('rare day 12: a point-in-time recovery is recognised by its timeline and treated like a restore', async () => {
  const id = await approved();
  await whileStopped(() => replaceFiles(cluster(), copy()));
  await inTransaction(pool.db, (tx) => newDepositAddress(tx, signing.signer.keys, sela));
  await pool.db.updateTable('withdrawals').set({ state: 'requested' }).where('id', '=', id).execute();
  await putBack(true);
  expect(await restores()).toEqual([{ cause: 'timeline', comparedAt: null }]);
  expect(await isStopped()).toMatchObject({ enabled: true, reason: expect.stringContaining('new timeline') });
  expect(await stateOf(id)).toBe('requested');
  const reviews = await pool.db.selectFrom('reviews').select('kind').orderBy('kind').execute();
  expect(reviews.map(({ kind }) => kind)).toEqual(['restore', 'withdrawal']);
  const gap = pool.db.selectFrom('addresses').where('restoreId', 'is not', null).select('address');
  expect(await gap.execute()).toHaveLength(3 * ADDRESSES_PER_GAP);
  // recognised once
  await whileStopped(() => undefined);
  expect(await restores()).toHaveLength(1);
  expect(logged).toEqual([RESTORED]);
});

test('rare day 12: an older copy of the disk is recognised by the payments that only the journal knows', async () => {
  await pool.db.updateTable('restores').set({ comparedAt: new Date() }).execute();
  await whileStopped(() => replaceFiles(cluster(), copy()));
  const id = await approved();
  const entry = { kind: 'withdrawal', id, txid: '11'.repeat(32), hex: '00', fee: 1 } as const;
  await inTransaction(pool.db, (tx) => journalSigned(tx, signing.journal, entry));
  await putBack(false);
  expect(await stateOf(id)).toBeUndefined();
  expect((await restores()).map(({ cause }) => cause)).toEqual(['timeline', 'journal']);
  expect(logged).toEqual([RESTORED, RESTORED]);
  expect(await isStopped()).toMatchObject({ enabled: true });
});
