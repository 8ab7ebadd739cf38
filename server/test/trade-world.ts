import type { Listing } from '@sterling/contract/listings.ts';
import { type Cents, cents, dollarText, marketplaceFee } from '@sterling/contract/money.ts';
import { type Balance, walletBalance } from '../src/money/ledger/ledger.ts';
import { type Difference, proveBooks } from '../src/money/ledger/proof.ts';
import type { Db } from '../src/platform/db/pool.ts';
import { confirmAllDue, reportAllLate } from '../src/trade/transactions/transactions.jobs.ts';
import { type Called, type Caller, openTestApp, type TestApp } from './app.ts';
import { credit } from './wallets.ts';
import type { OnWire } from './wire.ts';

type ShownListing = OnWire<typeof Listing>;

/** The product with users who trade on the marketplace. The worker is not started. Close it in `afterAll`. */
export interface TradeWorld extends TestApp {
  buyer(balanceCents: number): Promise<Caller>;
  seller(): Promise<Caller>;
  /** Creates a listing, for $100.00 by default. */
  list(seller: Caller, over?: object): Promise<ShownListing>;
  /** Buys a listing at its shown terms, with a fee of 5% by default. */
  buy(buyer: Caller, listing: ShownListing, over?: object, key?: string): Promise<Called>;
  /** Buys a listing and returns the trade's id. */
  bought(buyer: Caller, listing: ShownListing): Promise<string>;
  /** Buys a listing of the seller that is then delivered, and returns the trade's id. */
  delivered(buyer: Caller, seller: Caller): Promise<string>;
  step(who: Caller, id: string, step: string, body?: object, key?: string): Promise<Called>;
  listingStatus(listing: ShownListing): Promise<string>;
  wallet(person: Caller, wallet?: 'buyer' | 'seller'): Promise<Balance>;
  /** Lets time pass for a trade: moves its times into the past by some hours. */
  letPass(id: string, hours: number): Promise<void>;
  /** Does what the worker does: confirms the due trades, and reports the late ones. */
  workDue(): Promise<void>;
  differences(): Promise<Difference[]>;
}

export async function openTradeWorld(): Promise<TradeWorld> {
  const app = await openTestApp();
  const { db } = app.services;
  const world: TradeWorld = {
    ...app,
    buyer: async (balanceCents) => {
      const buyer = await app.signIn('nova');
      if (balanceCents > 0) await credit(db, buyer.id, balanceCents);
      return buyer;
    },
    seller: () => app.signIn('sela#1234', 'seller'),
    list: async (seller, over = {}) => {
      const terms = { title: 'Golden Crown', itemType: 'premium_items', quantity: 1, pricePerUnit: 100 };
      const { status, body } = await seller.call('POST', '/api/listings', {
        ...terms,
        deliveryTime: '1 hour',
        ...over,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body as unknown as ShownListing;
    },
    buy: (buyer, listing, over = {}, key) =>
      buyer.call(
        'POST',
        '/api/transactions',
        { ...purchaseOf(listing), ...over },
        key ? { 'idempotency-key': key } : {},
      ),
    bought: async (buyer, listing) => {
      const { status, body } = await world.buy(buyer, listing);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return String(body.id);
    },
    delivered: async (buyer, seller) => {
      const id = await world.bought(buyer, await world.list(seller));
      const { status, body } = await world.step(seller, id, 'deliver');
      if (status !== 200) throw new Error(JSON.stringify(body));
      return id;
    },
    step: (who, id, step, body = {}, key) =>
      who.call('POST', `/api/transactions/${id}/${step}`, body, key ? { 'idempotency-key': key } : {}),
    listingStatus: async ({ id }) =>
      (await db.selectFrom('listings').where('id', '=', id).select('status').executeTakeFirstOrThrow())
        .status,
    wallet: (person, wallet = 'buyer') => walletBalance(db, person.id, wallet),
    letPass: async (id, hours) => {
      // the application cannot change deadlines, only the database owner can
      await app.database.asOwner(`set session_replication_role = replica; update transactions
        set deliver_by = deliver_by - interval '${hours} hours', confirm_at = confirm_at - interval '${hours} hours',
          created_at = created_at - interval '${hours} hours', delivered_at = delivered_at - interval '${hours} hours'
        where id = '${id}'`);
    },
    workDue: () => workDue(db),
    differences: () => proveBooks(db),
  };
  return world;
}

async function workDue(db: Db): Promise<void> {
  await confirmAllDue(db, (error) => {
    throw error;
  });
  await reportAllLate(db);
}

/** The request body that buys a listing at its shown terms. */
export function purchaseOf(
  { id, sellerId, pricePerUnit, totalPrice, termsHash }: ShownListing,
  percent = 5,
): object {
  const total: Cents = cents(Math.round(totalPrice * 100));
  return {
    listingId: id,
    sellerId,
    quantity: 1,
    pricePerUnit,
    totalAmount: totalPrice,
    platformFee: dollarText(marketplaceFee(total, percent)),
    termsHash,
  };
}
