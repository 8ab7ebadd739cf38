import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { Journal, SignedName } from './journal.ts';

/** A restore that the signer has not compared with its journal yet. */
export interface WaitingRestore {
  readonly id: string;
  readonly dataAt: Date | null;
  readonly height: number | null;
  readonly confirmedAt: Date | null;
  readonly comparison: Comparison | null;
}

/** What the signer found after a restore. Payments are named by their txid. */
export interface Comparison {
  /** Whether the journal covers everything since the backup. */
  readonly journal: 'complete' | 'incomplete';
  /** Payments that the restored database had forgotten and knows again. */
  readonly matched: readonly SignedName[];
  /** Payments of withdrawals that were requested after the backup. The user's balance does not know them. */
  readonly lost: readonly LostPayment[];
  /** Payments whose withdrawal has ended otherwise, or whose coins another payment uses. */
  readonly contradictory: readonly SignedName[];
  /** Spends since the backup that the journal does not know, and the unsigned withdrawal that they seem to pay. */
  readonly unexplained: readonly { readonly txid: string; readonly withdrawalId: string | null }[];
}

export interface LostPayment extends SignedName {
  readonly userId?: string;
  readonly cents?: number;
  readonly seen: boolean;
}

/** Restores that wait for a comparison with this journal, oldest first. */
export async function waitingRestores(db: Db, journal: Journal): Promise<WaitingRestore[]> {
  const rows = await db
    .selectFrom('restores')
    .orderBy('at')
    .select(['id', 'at', 'dataAt', 'height', 'confirmedAt', 'comparedAt', 'comparison'])
    .execute();
  const openedAt = journal.openedAt();
  // a backup from before the comparison shows a restore as waiting that the journal has compared
  const mustCompare = ({ id, at, comparedAt }: (typeof rows)[number]) =>
    comparedAt === null || (!journal.hasCompared(id) && openedAt !== null && openedAt < at);
  return rows
    .filter(mustCompare)
    .map((row) => ({ ...row, comparison: row.comparison as unknown as Comparison | null }));
}

/**
 * Whether the journal knows everything that was signed since the backup: it is older than the backup, and it has each
 * signature of its time that the database has.
 */
export async function isJournalComplete(
  db: Db,
  journal: Journal,
  { dataAt }: Pick<WaitingRestore, 'dataAt'>,
): Promise<boolean> {
  const openedAt = journal.openedAt();
  if (!openedAt || !dataAt || openedAt > dataAt) return false;
  const signed = await db
    .selectFrom('ownTransactions')
    .where('kind', '<>', 'unknown')
    .where('signedAt', '>=', openedAt)
    .select('txid')
    .execute();
  return signed.every(({ txid }) => journal.has(txid));
}

/** A block's time may be this far ahead, and a signature is committed some time after it was journalled. */
const MARGIN_MS = 3 * 60 * 60_000;

/**
 * Entries of the journal since the backup whose transaction the database does not know as ours. An earlier restore of the same
 * backup may have compared them, in a database that is gone.
 */
export async function forgottenEntries(
  db: Db,
  journal: Journal,
  { dataAt }: Pick<WaitingRestore, 'dataAt'>,
): Promise<SignedName[]> {
  const entries = journal.since(dataAt && new Date(dataAt.getTime() - MARGIN_MS));
  const txids = entries.map(({ txid }) => txid);
  const { rows } = await sql<{ txid: string }>`
    select txid from own_transactions where kind <> 'unknown' and txid = any (${txids}::text[])`.execute(db);
  const known = new Set(rows.map(({ txid }) => txid));
  return entries.filter(({ txid }) => !known.has(txid));
}

/** Mined spends of our coins above a height that the database does not know as signed by us, with their blocks. */
export async function unknownSpends(
  db: Db,
  since: number | null,
): Promise<{ txid: string; blockHash: string }[]> {
  return db
    .selectFrom('ownTransactions as t')
    .innerJoin('chainBlocks as b', 'b.height', 't.minedHeight')
    .where('t.kind', '=', 'unknown')
    .where('t.minedHeight', '>', since ?? -1)
    .orderBy('t.minedHeight')
    .select(['t.txid', 'b.hash as blockHash'])
    .execute();
}

/** Those of these transactions that spend our coins and that the database does not know as signed by us. */
export async function unrecordedSpends(
  db: Db,
  transactions: readonly { txid: string; ins: readonly { txid: string; vout: number }[] }[],
): Promise<string[]> {
  const ins = transactions.flatMap(({ txid, ins: all }) => all.map((each) => ({ by: txid, ...each })));
  const { rows } = await sql<{ txid: string }>`
    select distinct i.by as txid
    from unnest(${ins.map(({ by }) => by)}::text[], ${ins.map(({ txid }) => txid)}::text[], ${ins.map(({ vout }) => vout)}::int[])
      as i (by, txid, n)
    join chain_outputs o using (txid, n)
    where not exists (select from own_transactions t where t.txid = i.by and t.kind <> 'unknown')`.execute(
    db,
  );
  return rows.map(({ txid }) => txid);
}

/** Unsigned withdrawals that pay exactly one of these outputs, oldest first. */
export async function unsignedPaying(
  db: Db,
  outputs: readonly { script: string; litoshi: number }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from withdrawals w
    join unnest(${outputs.map(({ script }) => script)}::text[], ${outputs.map(({ litoshi }) => litoshi)}::bigint[])
      as o (hex, litoshi) on w.script = decode(o.hex, 'hex') and w.litoshi = o.litoshi
    where w.state in ('requested', 'approved') order by w.created_at, w.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of these withdrawals, those that do not exist here. */
export async function missingWithdrawals(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select paid.id::text from unnest(${ids}::uuid[]) as paid (id)
    where not exists (select from withdrawals w where w.id = paid.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
