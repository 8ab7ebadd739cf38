import { type Cents, cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { account, type LedgerEvent, postNew } from '../src/money/ledger/ledger.ts';
import type { Difference } from '../src/money/ledger/proof.ts';
import { type Db, inTransaction, type Tx } from '../src/platform/db/pool.ts';

type Wallet = 'buyer' | 'seller';

/** Inserts a user with a balance in the buyer wallet and returns their id. */
export async function makePerson(db: Db, username: string, balanceCents = 0): Promise<string> {
  const { id } = await db.insertInto('users').values({ username }).returning('id').executeTakeFirstOrThrow();
  if (balanceCents > 0) await credit(db, id, balanceCents);
  return id;
}

/** Books dollars into a wallet as a correction by staff does, with its record. */
export function credit(
  db: Db,
  userId: string,
  amountCents: number,
  { wallet = 'buyer' }: { wallet?: Wallet } = {},
): Promise<void> {
  return inTransaction(db, (tx) => makeCorrection(tx, userId, wallet, cents(amountCents)));
}

/** Takes dollars from a buyer's wallet, with a record. */
export const spend = (db: Db, userId: string, amountCents: number): Promise<void> =>
  inTransaction(db, (tx) => makeCorrection(tx, userId, 'buyer', cents(-amountCents)));

/** Records and books a correction. A negative amount takes dollars. */
export async function makeCorrection(tx: Tx, userId: string, wallet: Wallet, amount: Cents): Promise<void> {
  const values = {
    userId,
    walletType: wallet,
    cents: amount,
    reason: 'Test',
    requestedBy: userId,
    state: 'made',
  };
  const { id } = await tx.insertInto('corrections').values(values).returning('id').executeTakeFirstOrThrow();
  const own = account[wallet](userId);
  const [from, to] = amount > 0 ? [account.adjustments, own] : [own, account.adjustments];
  const postings = [{ from, to, amount: cents(Math.abs(amount)) }];
  await postNew(tx, { key: `correction ${id}`, kind: 'correction.made', postings });
}

/** Books dollars into a buyer's wallet as a deposit does, but without a deposit. Only for tests that do not prove the books. */
export function creditWithoutRecord(db: Db, userId: string, amountCents: number, key: string): Promise<void> {
  const postings = [{ from: account.exchange, to: account.buyer(userId), amount: cents(amountCents) }];
  return inTransaction(db, (tx) => postNew(tx, { key, kind: 'deposit.credited', postings }));
}

/** Whether a difference is about an order of a test that is a hold and an event of the ledger only. */
export const isOfBareOrder = ({ what, subject }: Difference): boolean =>
  what.startsWith("an order's hold") ||
  (what === 'money moved that no record explains' && subject.startsWith('order '));

/** The ledger event of a reversed deposit, without its records. `loseDeposit` has them. */
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
