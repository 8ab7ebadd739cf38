import type { AccountImport, ImportLine } from '@sterling/contract/account-imports.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';

type Summary = Omit<AccountImport, 'lines'>;
/** More than a week can have, because each line is an action. */
const MAX_LISTED = 50;

/** A person's imports, newest first, without their lines. */
export async function listImports(db: Db, userId: string): Promise<Summary[]> {
  const rows = await latestOf(db, userId);
  return rows.map(shownImport);
}

/** All imports of a person with their lines. */
export const allImports = async (db: Db, userId: string): Promise<AccountImport[]> =>
  withLines(db, await latestOf(db, userId));

/** One of the person's imports with its lines. Refuses with not_found, including for another seller's import. */
export async function readImport(db: Db | Tx, userId: string, id: string): Promise<AccountImport> {
  const rows = await importsOf(db, userId).where('id', '=', id).execute();
  const [found] = await withLines(db, rows);
  return found ?? refuse('not_found');
}

const latestOf = (db: Db, userId: string) =>
  importsOf(db, userId).orderBy('id', 'desc').limit(MAX_LISTED).execute();

async function withLines(db: Db | Tx, rows: readonly Row[]): Promise<AccountImport[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .selectFrom('accountImportLines')
    .where('importId', 'in', ids)
    .select(['importId', 'line', 'ending', 'state', 'reason', 'accountId', 'username', 'robux'])
    .orderBy('line')
    .execute();
  return rows.map((row) => ({
    ...shownImport(row),
    lines: lines.filter(({ importId }) => importId === row.id).map(shownLine),
  }));
}

const counts = sql<AccountImport['counts']>`(
  select json_build_object('total', count(*), 'waiting', count(*) filter (where l.state = 'waiting'),
    'added', count(*) filter (where l.state = 'added'), 'refused', count(*) filter (where l.state = 'refused'),
    'skipped', count(*) filter (where l.state = 'skipped'))
  from account_import_lines l where l.import_id = account_imports.id)`.as('counts');

const waitsUntil = sql<Date | null>`case when waits then due_at end`.as('waitsUntil');

const importsOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('accountImports')
    .where('userId', '=', userId)
    .select(['id', 'state', 'stopReason', 'createdAt', waitsUntil, counts]);

type Row = Awaited<ReturnType<ReturnType<typeof importsOf>['executeTakeFirstOrThrow']>>;

const shownImport = ({ state, stopReason, ...same }: Row): Summary => ({
  ...same,
  state: state as AccountImport['state'],
  stopReason: stopReason && translateStored(stopReason),
});

const shownLine = ({
  state,
  reason,
  ...same
}: Omit<ImportLine, 'state'> & { readonly state: string }): ImportLine => ({
  ...same,
  state: state as ImportLine['state'],
  reason: reason && translateStored(reason),
});
