import type { Db, Tx } from './pool.ts';

/** Runs `read` in a transaction that sees a single moment of the database and changes nothing. */
export const atOneMoment = <Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
