import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';

/** Rows of a table that wait for work, in columns as the database names them. */
interface Due {
  readonly table: string;
  /** Whose rows take turns. */
  readonly owner: string;
  readonly dueAt: string;
  readonly isDue: RawBuilder<boolean>;
  /** When the claimed rows are due again, so that a crash or an outage only delays them. */
  readonly nextAt: RawBuilder<Date>;
  readonly most: number;
  /** What is returned of a claimed row. */
  readonly columns: RawBuilder<unknown>;
}

/**
 * Claims at most `most` due rows: the longest due one of each owner, then the next one of each. So an owner with many rows, or
 * slow ones, delays nobody else. Two processes never claim the same row.
 */
export async function claimInTurns<Row>(db: Db, due: Due): Promise<Row[]> {
  const [table, owner, dueAt] = [sql.table(due.table), sql.ref(due.owner), sql.ref(due.dueAt)];
  const { rows } = await sql<Row>`
    update ${table} set ${dueAt} = ${due.nextAt} where id in (
      -- asked again, because another process may have claimed the row after the ranking
      select id from ${table} where ${due.isDue} and id in (
        select id from (
          select id, ${dueAt} as due_at, row_number() over (partition by ${owner} order by ${dueAt} nulls first, id) as turn
          from ${table} where ${due.isDue}) ranked
        order by turn, due_at nulls first limit ${due.most})
      for update skip locked)
    returning ${due.columns}`.execute(db);
  return rows;
}
