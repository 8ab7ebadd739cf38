import { phrase, text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { stopEverything } from '../../people/settings/settings.ts';
import { adoptIdentity, isUnknown } from '../../platform/db/identity.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { type Db, inTransaction, moment, type Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { restartConfirmations } from '../../trade/transactions/restored.ts';
import { deriveGaps, openGaps } from '../litecoin/address-gaps.ts';
import type { WalletKeys } from '../litecoin/keys.ts';
import { reviewUnsigned } from '../withdrawals/unsigned.ts';
import { endRestoredAccess, type RestoredAccess } from './access.ts';

/**
 * `backup`: by `npm run restore`. `copy`: the database is in another cluster or has another id. `timeline`: a
 * point-in-time recovery, or a promoted standby. `journal`: the signer knows payments that the database does not know.
 */
export type RestoreCause = 'backup' | 'copy' | 'timeline' | 'journal';

const WHY: Readonly<Record<RestoreCause, string>> = {
  backup: text('the database was restored from a backup'),
  copy: text('this database is a copy: it was restored elsewhere, or its cluster was upgraded'),
  timeline: text(
    'the database has a new timeline: it was restored to an earlier moment, or a standby was promoted (with a synchronous standby nothing is lost)',
  ),
  journal: text('the signer has signed payments that this database does not know: it is older than they are'),
};

interface NewRestore {
  readonly cause: RestoreCause;
  /** The moment of the data, if it is known. Otherwise the time of the last applied block. */
  readonly dataAt?: Date;
}

/**
 * Stores that the database was restored: the emergency stop is set, every session is ended, every unsigned withdrawal is
 * reviewed, delivered trades get their full time to confirm again, and addresses that may have been given out since the backup are
 * skipped. Opens a review for the owner. `deriveGaps` must follow.
 */
export async function recordRestore(
  tx: Tx,
  { cause, dataAt }: NewRestore,
): Promise<{ id: string; access: RestoredAccess }> {
  await adoptIdentity(tx);
  const { rows } = await sql<{ id: string; dataAt: Date | null; height: number | null }>`
    with known as (select coalesce(${dataAt ?? null}::timestamptz, least(now(), max(time))) as data_at from chain_blocks)
    insert into restores (cause, data_at, height)
    select ${cause}, data_at, (select max(height) from chain_blocks where ${cause} <> 'journal' or time < data_at - interval '2 hours')
    from known returning id, data_at, height`.execute(tx);
  const { id, ...data } = rows[0]!;
  await stopEverything(tx, WHY[cause]);
  await reviewUnsigned(tx);
  await openGaps(tx, id);
  await restartConfirmations(tx);
  const access = await endRestoredAccess(tx);
  const facts = { why: [WHY[cause]], backupAt: data.dataAt, backupHeight: data.height, ...access };
  await openReview(tx, { kind: 'restore', subjectId: id, userId: null, facts });
  return { id, access };
}

/**
 * Notices a database that was restored without `npm run restore`, and makes the addresses of every gap. Runs at the
 * start of each process, and repeatedly in worker and signer. True when a restore was found.
 */
export async function recogniseRestore(db: Db, keys: WalletKeys, log?: RestoreLog): Promise<boolean> {
  const isNew = await noticeRestore(db, log);
  await deriveGaps(db, keys);
  return isNew;
}

/** As `recogniseRestore` without the addresses, which take seconds of processor time. A running web process leaves them to worker and signer. */
export async function noticeRestore(db: Db, log?: RestoreLog): Promise<boolean> {
  const isNew = (await isUnknown(db)) && (await inTransaction(db, recogniseIn));
  if (isNew) logRestore(log);
  return isNew;
}

export type RestoreLog = Pick<Logger, 'fatal'>;

/** Tells the operator that a restore was found. */
export const logRestore = (log?: RestoreLog): void =>
  log?.fatal('the database was restored: everything is stopped until the owner has decided');

async function recogniseIn(tx: Tx): Promise<boolean> {
  await lockName(tx, 'restore');
  const cause = await adoptIdentity(tx);
  if (cause) await recordRestore(tx, { cause });
  return cause !== null;
}

/**
 * Applies the owner's decision on a restore. Approval confirms the comparison with the chain; the signer then settles
 * what it found. Refuses a rejection, and an approval before the signer has compared.
 */
export async function decideRestore(tx: Tx, id: string, decision: 'approve' | 'reject'): Promise<void> {
  if (decision === 'reject')
    refuse('invalid_input', {
      hint: phrase(
        'A restore cannot be rejected. Settle its differences and approve it, or restore another backup.',
      ),
    });
  const { comparison } = await tx
    .selectFrom('restores')
    .where('id', '=', id)
    .forUpdate()
    .select('comparison')
    .executeTakeFirstOrThrow();
  if (comparison === null)
    refuse('service_unavailable', {
      hint: phrase(
        'The signer has not compared this database with the chain yet. Start the worker and the signer.',
      ),
    });
  await tx.updateTable('restores').set({ confirmedAt: moment }).where('id', '=', id).execute();
}
