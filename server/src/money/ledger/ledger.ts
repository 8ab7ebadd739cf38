import type { Cents, Litoshi } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { usd } from '../../platform/formats.rules.ts';
import { refuse } from '../../refusal.ts';

/** Names of ledger accounts (docs/guide/money.md, Accounts). Dollars in cents, everything `:ltc` in litoshi. */
export const account = {
  buyer: (userId: string) => `user:${userId}:buyer`,
  seller: (userId: string) => `user:${userId}:seller`,
  fees: 'house:fees',
  networkFees: 'house:network-fees',
  affiliate: 'house:affiliate',
  adjustments: 'house:adjustments',
  exchange: 'exchange:usd',
  treasury: 'treasury:ltc',
  outside: 'outside:ltc',
  miners: 'miners:ltc',
} as const;

export interface Posting {
  readonly from: string;
  readonly to: string;
  readonly amount: Cents | Litoshi;
}

export interface LedgerEvent {
  /** Unique. An event is booked once, however often it is posted. */
  readonly key: string;
  readonly kind: string;
  readonly postings: readonly Posting[];
  /** The key of the hold that pays for the event. */
  readonly hold?: string;
  /** Keeps the rest of the hold. Without this, the rest is released. */
  readonly keepHold?: boolean;
  /** For reversals: the event may take an account below zero. */
  readonly force?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Books an event. Returns 'repeat' when its key was booked before. Refuses with insufficient_balance when an account
 * would fall below zero; throws when its hold is no longer active, which is a bug of the caller.
 */
export async function post(tx: Tx, event: LedgerEvent): Promise<'posted' | 'repeat'> {
  const code = await codeOf(
    tx,
    sql`select ledger_post(${event.key}, ${event.kind}, ${JSON.stringify(event.postings)}::jsonb, ${event.hold ?? null},
      ${!event.keepHold}, ${event.force ?? false}, ${JSON.stringify(event.details ?? {})}::jsonb, moment()) as code`,
  );
  if (code === 'insufficient') return refuse('insufficient_balance');
  if (code === 'closed') throw new Error(`hold ${event.hold} of event ${event.key} is not active`);
  return code as 'posted' | 'repeat';
}

/**
 * Books an event that cannot have been booked before. Leaves out amounts of zero, and books nothing if all are zero. Throws on a
 * repeated key, which is a bug of the caller.
 */
export async function postNew(tx: Tx, event: LedgerEvent): Promise<void> {
  const postings = event.postings.filter(({ amount }) => amount > 0);
  if (postings.length === 0) return;
  if ((await post(tx, { ...event, postings })) === 'repeat')
    throw new Error(`${event.key} had been booked before`);
}

/** Locks a wallet until the transaction ends. Lock wallets before stock (docs/guide/money.md, Locks). */
export async function lockWallet(tx: Tx, name: string): Promise<void> {
  await sql`select ledger_lock(${name})`.execute(tx);
}

/** Locks the buyer wallets of these people in the order of all transactions. Call it before the first change of one of them. */
export async function lockBuyers(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`select from ledger_lock_buyers(${[...new Set(userIds)]}::uuid[], true)`.execute(tx);
}

/**
 * Holds `cents` of a wallet under a unique key. A repeated key holds nothing more. Refuses with insufficient_balance or
 * wallet_frozen.
 */
export async function hold(tx: Tx, key: string, on: string, cents: Cents): Promise<void> {
  const code = await codeOf(tx, sql`select ledger_hold(${key}, ${on}, ${cents}, moment()) as code`);
  if (code === 'insufficient') {
    const { available } = await balanceOf(tx, on);
    refuse('insufficient_balance', { hint: shortageHint(cents, available) });
  }
  if (code === 'frozen') refuseFrozen();
}

/** Refuses with wallet_frozen, and says what ends it. */
export const refuseFrozen = (): never =>
  refuse('wallet_frozen', {
    hint: phrase('One of your wallets is below zero. New money has to cover that first.'),
  });

/** What a purchase costs and what its buyer can spend. */
export const shortageHint = (needed: Cents, available: Cents) =>
  phrase('This costs {needed}, and you can spend {available}.', {
    needed: () => usd(needed),
    available: () => usd(available),
  });

/**
 * Changes the remaining amount of an active hold to `cents`. Refuses with insufficient_balance or wallet_frozen when it
 * cannot grow.
 */
export async function resizeHold(tx: Tx, key: string, cents: Cents): Promise<void> {
  const code = await codeOf(tx, sql`select ledger_resize_hold(${key}, ${cents}) as code`);
  if (code === 'insufficient') refuse('insufficient_balance');
  if (code === 'frozen') refuseFrozen();
  if (code === 'closed') throw new Error(`hold ${key} is not active`);
}

/** Releases a hold. False when the hold was no longer active. */
export async function voidHold(tx: Tx, key: string): Promise<boolean> {
  return (await codeOf(tx, sql`select ledger_void_hold(${key}, moment()) as code`)) === 'voided';
}

export interface Balance {
  readonly posted: Cents;
  readonly held: Cents;
  /** Spendable: posted − held. */
  readonly available: Cents;
}

/** The balance of a user's wallet. A wallet that was never used is empty. */
export function walletBalance(db: Db | Tx, userId: string, wallet: 'buyer' | 'seller'): Promise<Balance> {
  return balanceOf(db, account[wallet](userId));
}

async function balanceOf(db: Db | Tx, name: string): Promise<Balance> {
  const row = await db
    .selectFrom('ledgerBalances as b')
    .innerJoin('ledgerAccounts as a', 'a.id', 'b.accountId')
    .where('a.name', '=', name)
    .select(['b.posted', 'b.held'])
    .executeTakeFirst();
  const { posted, held } = row ?? { posted: 0, held: 0 };
  return { posted: posted as Cents, held: held as Cents, available: (posted - held) as Cents };
}

/** Whether one of a user's wallets is below zero. This stops all spending (docs/guide/money.md). */
export async function isFrozen(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ frozen: boolean }>`select ledger_is_frozen(${userId}::uuid) as frozen`.execute(
    db,
  );
  return rows[0]!.frozen;
}

/** Whether a user is banned or frozen. Nothing more is bought for them or paid to them. */
export async function isBannedOrFrozen(db: Db | Tx, userId: string): Promise<boolean> {
  const { isBanned } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('isBanned')
    .executeTakeFirstOrThrow();
  return isBanned || (await isFrozen(db, userId));
}

async function codeOf(tx: Tx, query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await (query as ReturnType<typeof sql<{ code: string }>>).execute(tx);
  return rows[0]!.code;
}
