import type { Rate, Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { moment, type Tx } from '../../platform/db/pool.ts';

export interface StockWanted {
  readonly robuxAmount: Robux;
  readonly maxRateCents: Rate;
  /** The buyer: buyers cannot buy from their own accounts. */
  readonly notOwnedBy: string;
  /** The gamepass. An account that has bought it, or whose seller has to buy it by hand, cannot serve the order. */
  readonly passId: string;
  /** Accounts that cannot serve this order: it has left them, or another part of it has them. */
  readonly exclude: readonly string[];
}

export interface ReservedAccount {
  readonly id: string;
  readonly sellerId: string;
  readonly rateCents: Rate;
}

/**
 * Reserves stock of the cheapest account that fits; null if none fits. Waits for an account that another transaction has
 * locked. At equal rates: automatic before manual, then the longest unused, then the lowest id.
 */
export async function reserveStock(tx: Tx, wanted: StockWanted): Promise<ReservedAccount | null> {
  const { robuxAmount, maxRateCents, notOwnedBy, passId, exclude } = wanted;
  const { rows } = await sql<ReservedAccount>`
    select account_id as id, seller_id, rate_cents
    from reserve_stock(${robuxAmount}, ${maxRateCents}, ${notOwnedBy}, ${passId}, ${exclude}::uuid[])`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** The accounts of a seller that are for sale and that the seller serves by hand. */
export async function manualAccountsOf(tx: Tx, sellerId: string): Promise<string[]> {
  const accounts = tx
    .selectFrom('robloxAccounts')
    .where('userId', '=', sellerId)
    .where('isActive', '=', true);
  const rows = await accounts.where('fulfilment', '=', 'manual').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Locks the choice of stock until the transaction ends. Lock order: wallets, stock, accounts (docs/guide/money.md, Locks). */
export async function lockStock(tx: Tx): Promise<void> {
  await sql`select lock_stock()`.execute(tx);
}

/** Releases reserved stock. Throws if less was reserved, which is a bug of the caller. */
export async function releaseStock(tx: Tx, accountId: string, robuxAmount: Robux): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set((account) => ({ reservedRobux: account('reservedRobux', '-', robuxAmount) }))
    .where('id', '=', accountId)
    .execute();
}

export interface Sale {
  /** The reserved Robux that were sold. */
  readonly robuxAmount: Robux;
  /** What the account paid. Less than the amount if Roblox gave a discount. */
  readonly paidRobux: Robux;
  /**
   * The account's balance after the sale, as Roblox reported it. Null: subtract the paid Robux from the stored balance. That may
   * have been read after the purchase, so the balance is soon read again.
   */
  readonly balanceAfter: Robux | null;
}

/** Records a sale: reservation and balance go down, the total goes up. */
export async function recordSale(tx: Tx, accountId: string, sale: Sale): Promise<void> {
  const { robuxAmount, paidRobux, balanceAfter } = sale;
  await tx
    .updateTable('robloxAccounts')
    .set((account) => ({
      reservedRobux: account('reservedRobux', '-', robuxAmount),
      totalSold: account('totalSold', '+', robuxAmount),
      robuxBalance: balanceAfter ?? sql<number>`greatest(0, robux_balance - ${paidRobux})`,
      balanceReadAt: sql<Date>`clock_timestamp()`,
      ...(balanceAfter === null && { balanceDueAt: sql<Date>`now()` }),
      updatedAt: moment,
    }))
    .where('id', '=', accountId)
    .execute();
}

/** Stores the balance that Roblox just reported. The account's owner may spend and earn Robux elsewhere. */
export async function recordBalance(tx: Tx, accountId: string, robuxBalance: Robux): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ robuxBalance, balanceReadAt: sql<Date>`clock_timestamp()`, updatedAt: moment })
    .where('id', '=', accountId)
    .execute();
}
