import type { Rate, Robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';

export interface StockWanted {
  readonly robuxAmount: Robux;
  readonly atMostRateCents: Rate;
  /** Nobody buys from their own account. */
  readonly notOwnedBy: string;
  /** Accounts that cannot serve this order: tried before, or owners of its pass. */
  readonly exclude: readonly string[];
}

export interface ReservedAccount {
  readonly id: string;
  readonly sellerId: string;
  readonly robloxUserId: string;
  readonly rateCents: Rate;
  readonly fulfilment: 'auto' | 'manual';
}

/**
 * Reserves stock of the cheapest account that fits, which is waited for; null when none does. Equal rates: automatic
 * before manual, then the longest unused, then the id.
 */
export async function reserveStock(tx: Tx, wanted: StockWanted): Promise<ReservedAccount | null> {
  const { robuxAmount, atMostRateCents, notOwnedBy, exclude } = wanted;
  const { rows } = await sql<ReservedRow>`
    select * from reserve_stock(${robuxAmount}, ${atMostRateCents}, ${notOwnedBy}, ${exclude}::uuid[])`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) return null;
  const { accountId, sellerId, rateCents, fulfilment, robloxUserId } = row;
  return { id: accountId, sellerId, rateCents, fulfilment, robloxUserId: String(robloxUserId) };
}

type ReservedRow = Omit<ReservedAccount, 'id' | 'robloxUserId'> & { accountId: string; robloxUserId: number };

/** Until the transaction ends, no other gives out stock. Taken after wallets and before accounts (docs/guide/money.md, Locks). */
export async function lockStock(tx: Tx): Promise<void> {
  await sql`select lock_stock()`.execute(tx);
}

/** Gives reserved stock back. Throws when that much was not promised, which is a bug of the caller. */
export async function releaseStock(tx: Tx, accountId: string, robuxAmount: Robux): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set((account) => ({ reservedRobux: account('reservedRobux', '-', robuxAmount) }))
    .where('id', '=', accountId)
    .execute();
}

export interface Sale {
  /** What was promised and is now sold. */
  readonly robuxAmount: Robux;
  /** What the account paid: less than the amount where the platform gave it a discount. */
  readonly paidRobux: Robux;
  /** The account's balance after it, where the platform said so; null: what was paid is taken off the known one. */
  readonly balanceAfter: Robux | null;
}

/** Turns reserved stock into sold stock: promise and balance go down, the total goes up. */
export async function recordSale(tx: Tx, accountId: string, sale: Sale): Promise<void> {
  const { robuxAmount, paidRobux, balanceAfter } = sale;
  await tx
    .updateTable('robloxAccounts')
    .set((account) => ({
      reservedRobux: account('reservedRobux', '-', robuxAmount),
      totalSold: account('totalSold', '+', robuxAmount),
      robuxBalance: balanceAfter ?? sql<number>`greatest(0, robux_balance - ${paidRobux})`,
      balanceReadAt: new Date(),
      updatedAt: new Date(),
    }))
    .where('id', '=', accountId)
    .execute();
}

/** Takes the balance that the platform just showed: the account's owner spends and earns elsewhere too. */
export async function recordBalance(tx: Tx, accountId: string, robuxBalance: Robux): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ robuxBalance, balanceReadAt: new Date(), updatedAt: new Date() })
    .where('id', '=', accountId)
    .execute();
}

export interface OffSale {
  readonly status: 'offline' | '2fa_required' | 'invalid_cookie';
  /** In the seller's words: what happened and what they can do. */
  readonly reason: string;
}

export const isOffSale = <Other extends object>(seen: Other | OffSale): seen is OffSale =>
  'reason' in seen && 'status' in seen;

/** As `takeOffSale`, of every account on sale that goes through a proxy. */
export async function takeOffSaleBehind(tx: Tx, proxyId: string, reason: string): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ status: 'offline' satisfies OffSale['status'], statusReason: reason, updatedAt: new Date() })
    .where('proxyId', '=', proxyId)
    .where('status', '=', 'online')
    .execute();
}

/** Takes an account off sale immediately; what is reserved already stays promised. A removed account is left alone. */
export async function takeOffSale(tx: Tx, accountId: string, { status, reason }: OffSale): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ status, statusReason: reason, updatedAt: new Date() })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .execute();
}
