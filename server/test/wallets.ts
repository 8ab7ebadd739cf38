import { type Cents, cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { account, type LedgerEvent, post } from '../src/money/ledger/ledger.ts';
import { type Db, inTransaction, type Tx } from '../src/platform/db/pool.ts';

type Wallet = 'buyer' | 'seller';

/** Inserts a user with a balance in the buyer wallet and returns their id. */
export async function makePerson(db: Db, username: string, balanceCents = 0): Promise<string> {
  const { id } = await db.insertInto('users').values({ username }).returning('id').executeTakeFirstOrThrow();
  if (balanceCents > 0) await credit(db, id, balanceCents);
  return id;
}

/** Books dollars into a wallet as a deposit does. */
export function credit(
  db: Db,
  userId: string,
  amountCents: number,
  { key = `credit ${userId}`, wallet = 'buyer' }: { key?: string; wallet?: Wallet } = {},
): Promise<'posted' | 'repeat'> {
  const postings = [{ from: account.exchange, to: account[wallet](userId), amount: cents(amountCents) }];
  return inTransaction(db, (tx) => post(tx, { key, kind: 'deposit.credited', postings }));
}

/** The ledger event of a reversed deposit. */
export function reversal(userId: string, amount: Cents): LedgerEvent {
  const postings = [{ from: account.buyer(userId), to: account.exchange, amount }];
  return { key: `reversal ${userId}`, kind: 'deposit.reversed', postings, force: true };
}

/** Books an event at a past time. */
export async function postAt(
  db: Db,
  at: Date,
  { key, kind, postings }: Pick<LedgerEvent, 'key' | 'kind' | 'postings'>,
): Promise<void> {
  await sql`select ledger_post(${key}, ${kind}, ${JSON.stringify(postings)}::jsonb, p_at => ${at})`.execute(
    db,
  );
}

/** The posted balance of any account, in the account's own unit. */
export async function postedOf(db: Db | Tx, name: string): Promise<number> {
  const { rows } = await sql<{ posted: number }>`select ledger_posted(${name}) as posted`.execute(db);
  return rows[0]!.posted;
}
