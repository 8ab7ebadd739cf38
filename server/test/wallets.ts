import { type Cents, cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { account, type LedgerEvent, post, postNew } from '../src/money/ledger/ledger.ts';
import { type Db, inTransaction, type Tx } from '../src/platform/db/pool.ts';

type Wallet = 'buyer' | 'seller';

/** Inserts a user with a balance in the buyer wallet and returns their id. */
export async function makePerson(db: Db, username: string, balanceCents = 0): Promise<string> {
  const { id } = await db.insertInto('users').values({ username }).returning('id').executeTakeFirstOrThrow();
  if (balanceCents > 0) await credit(db, id, balanceCents);
  return id;
}

/** Books dollars into a wallet as a correction by staff does, with its record. A repeated key books nothing. */
export function credit(
  db: Db,
  userId: string,
  amountCents: number,
  { key = `credit ${userId}`, wallet = 'buyer' }: { key?: string; wallet?: Wallet } = {},
): Promise<'posted' | 'repeat'> {
  return inTransaction(db, (tx) => makeCorrection(tx, key, userId, wallet, cents(amountCents)));
}

/** Records and books a correction. A negative amount takes dollars. A repeated key books nothing. */
export async function makeCorrection(
  tx: Tx,
  key: string,
  userId: string,
  wallet: Wallet,
  amount: Cents,
): Promise<'posted' | 'repeat'> {
  const { rows } = await sql<{ id: string }>`
    insert into corrections (id, user_id, wallet_type, cents, reason, requested_by, state)
    values (md5(${key})::uuid, ${userId}, ${wallet}, ${amount}, 'Test', ${userId}, 'made')
    on conflict (id) do update set reason = excluded.reason returning id`.execute(tx);
  const own = account[wallet](userId);
  const [from, to] = amount > 0 ? [account.adjustments, own] : [own, account.adjustments];
  const postings = [{ from, to, amount: cents(Math.abs(amount)) }];
  return post(tx, { key: `correction ${rows[0]!.id}`, kind: 'correction.made', postings });
}

/** Books dollars into a buyer's wallet as a deposit does, but without a deposit. Only for tests that do not prove the books. */
export function creditWithoutRecord(db: Db, userId: string, amountCents: number, key: string): Promise<void> {
  const postings = [{ from: account.exchange, to: account.buyer(userId), amount: cents(amountCents) }];
  return inTransaction(db, (tx) => postNew(tx, { key, kind: 'deposit.credited', postings }));
}

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
