import type { AccountImport, ImportLine } from '@sterling/contract/account-imports.ts';
import { sql } from 'kysely';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';

type Summary = Omit<AccountImport, 'lines'>;
const MAX_IMPORTS = 50;

/** The latest imports of a person, newest first, without their lines. */
export async function listImports(db: Db, userId: string): Promise<Summary[]> {
  const rows = await importsOf(db, userId).orderBy('id', 'desc').limit(MAX_IMPORTS).execute();
  return rows.map(shownImport);
}

/** All imports of a person with their lines, newest first. Each page is one import, because it may have many lines. */
export async function* importPages(db: Db, userId: string): AsyncGenerator<AccountImport[]> {
  const pages = pagesOf<Row>((last) =>
    importsOf(db, userId)
      .$if(last !== null, (older) => older.where('id', '<', last!.id))
      .orderBy('id', 'desc')
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const rows of pages) for (const row of rows) yield [await withLines(db, row)];
}

/** One of the person's imports with its lines. Refuses with not_found, including for another seller's import. */
export async function readImport(db: Db | Tx, userId: string, id: string): Promise<AccountImport> {
  const found = await importsOf(db, userId).where('id', '=', id).executeTakeFirst();
  return found ? withLines(db, found) : refuse('not_found');
}

async function withLines(db: Db | Tx, row: Row): Promise<AccountImport> {
  const lines = await db
    .selectFrom('accountImportLines')
    .where('importId', '=', row.id)
    .select(['line', 'ending', 'state', 'reason', 'accountId', 'username', 'robux'])
    .orderBy('line')
    .execute();
  return { ...shownImport(row), lines: lines.map(shownLine) };
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
