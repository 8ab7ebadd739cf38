import type { Clock } from '../clock.ts';
import { seededUuid } from '../seeded.ts';
import { creatorKey, type State } from '../state.ts';
import { asCreator, releasePending, userKey } from './accounts.ts';
import { creatorShare, priceFor } from './price.ts';
import type { Account, Pass, Transaction } from './rows.ts';

const PENDING_MS = 5 * 86_400_000;

export type SaleRefusal =
  | { reason: 'NotForSale' | 'AlreadyOwned' }
  | { reason: 'InsufficientFunds'; shortfallPrice: number };

/** Why this account cannot buy this gamepass now, or null. The checks run in Roblox's order. */
export function saleRefusal(state: State, clock: Clock, buyer: Account, pass: Pass): SaleRefusal | null {
  releasePending(state, clock, asCreator(buyer.id));
  if (!pass.isForSale) return { reason: 'NotForSale' };
  if (owns(state, buyer.id, pass)) return { reason: 'AlreadyOwned' };
  const { price } = priceFor(pass, buyer, clock.now());
  return price > buyer.robux ? { reason: 'InsufficientFunds', shortfallPrice: price - buyer.robux } : null;
}

/** Sells a gamepass. The buyer pays their price. The creator gets 70% of the base price, pending for five days. */
export function sell(
  state: State,
  clock: Clock,
  buyer: Account,
  pass: Pass,
): { price: number; purchaseToken: string } {
  const { base, price } = priceFor(pass, buyer, clock.now());
  buyer.robux -= price;
  state.accounts.put(buyer);
  pass.sales++;
  state.passes.put(pass);
  state.ownerships.put({ accountId: buyer.id, passId: pass.id });

  const creator = creatorKey(pass);
  const bought = {
    passId: pass.id,
    at: clock.now(),
    purchaseToken: seededUuid(`purchase/${state.next('purchase')}`),
  };
  const releaseAt = clock.now() + PENDING_MS;
  addTransaction(state, {
    ...bought,
    party: userKey(buyer.id),
    type: 'Purchase',
    amount: -price,
    agentKey: creator,
    releaseAt: 0,
  });
  const share = { party: creator, amount: creatorShare(base), releaseAt };
  const sale = addTransaction(state, { ...bought, ...share, type: 'Sale', agentKey: userKey(buyer.id) });
  state.pendingSales.put({ ...share, transactionId: sale.id });
  return { price, purchaseToken: bought.purchaseToken };
}

/** Whether the account owns the gamepass. Creators own theirs. */
export function owns(state: State, accountId: number, pass: Pass): boolean {
  return (
    state.ownerships.get(`${accountId}:${pass.id}`) !== undefined || userKey(accountId) === creatorKey(pass)
  );
}

function addTransaction(state: State, transaction: Omit<Transaction, 'id'>): Transaction {
  return state.transactions.put({ id: state.next('transaction'), ...transaction });
}
