import { cents, marketplaceFee, rate, robux } from '@sterling/contract/money.ts';
import { walletBalance } from '../src/money/ledger/ledger.ts';
import { failUnsigned } from '../src/money/withdrawals/stopping.ts';
import { readWithdrawable } from '../src/money/withdrawals/withdrawals.reads.ts';
import { requestWithdrawal } from '../src/money/withdrawals/withdrawals.ts';
import { inTransaction, type Tx } from '../src/platform/db/pool.ts';
import { createListing } from '../src/trade/listings/listings.ts';
import { lockOpen, type Order } from '../src/trade/orders/order.ts';
import { refuseSize } from '../src/trade/orders/placing/order-size.ts';
import { place } from '../src/trade/orders/placing/place.ts';
import { markAttempt } from '../src/trade/orders/purchasing/attempts.ts';
import { complete, fail, reassign } from '../src/trade/orders/purchasing/outcomes.ts';
import { matchPreOrders, placePreOrder } from '../src/trade/pre-orders/pre-orders.ts';
import { buyListing } from '../src/trade/transactions/buying.ts';
import { resolve } from '../src/trade/transactions/endings.ts';
import { cancel, confirm, deliver, dispute } from '../src/trade/transactions/steps.ts';
import { actWithin } from './acting.ts';
import { freshAddress } from './payer.ts';
import type { Taken } from './walk-steps.ts';
import type { Walk } from './walk-world.ts';

/** No worker fetches jobs here, and no cookie is sealed. */
const NO_JOBS = { send: async () => null } as never;
const NO_VAULT = null as never;

type UserAction =
  | 'order'
  | 'sale'
  | 'completeOrder'
  | 'failOrder'
  | 'reassign'
  | 'preOrder'
  | 'trade'
  | 'stepTrade'
  | 'withdraw'
  | 'failWithdrawal';

/** Actions of users with their money. */
export const PEOPLE: { [Of in UserAction]: (walk: Walk, taken: Taken<Of>) => Promise<unknown> } = {
  order: placeOrder,
  async sale(walk, taken) {
    const id = await placeOrder(walk, taken);
    if (id) await onOrder(walk, id, buy);
  },
  completeOrder: (walk, { order }) => onSomeOrder(walk, order, buy),
  failOrder: (walk, { order }) =>
    onSomeOrder(walk, order, (tx, open) => fail(tx, open, 'The gamepass is off sale')),
  reassign: (walk, { order }) =>
    onSomeOrder(walk, order, (tx, open) => reassign(tx, NO_JOBS, open, { otherwise: 'Nobody' })),
  async preOrder(walk, { buyer, percent: part, rate: dollars }) {
    const buyerId = walk.buyers[buyer]!.id;
    const amount = Math.floor(((await spendable(walk, buyerId)) * part) / 100);
    const robuxAmount = robux(Math.min(1_000_000, Math.floor((amount * 10) / dollars)));
    if (robuxAmount < 100) return;
    const wanted = { robuxAmount, maxRateCents: rate(100 * dollars), pass: nextPass() };
    await walk.tried((tx) => placePreOrder(tx, buyerId, wanted));
    await inTransaction(walk.world.database.db, matchPreOrders);
  },
  async trade(walk, { buyer, seller, percent: part }) {
    const [buyerId, sellerId] = [walk.buyers[buyer]!.id, walk.sellers[seller]!.id];
    const price = Math.floor(((await spendable(walk, buyerId)) * part) / 100);
    if (price < 100) return;
    const terms = { title: 'Crown', quantity: 1, pricePerUnit: cents(price), deliveryTime: '1 hour' };
    await walk.tried(async (tx) => {
      const listingId = await createListing(tx, sellerId, { ...terms, itemType: 'premium_items' });
      const platformFee = marketplaceFee(cents(price), 5);
      const shown = {
        listingId,
        sellerId,
        pricePerUnit: cents(price),
        totalAmount: cents(price),
        platformFee,
      };
      return buyListing(tx, buyerId, shown);
    });
  },
  async stepTrade(walk, { trade: which, step: taken }) {
    const { db } = walk.world.database;
    const open = await db
      .selectFrom('transactions')
      .where('endedAt', 'is', null)
      .selectAll()
      .orderBy('id')
      .execute();
    const trade = open[which % open.length];
    if (!trade) return;
    const [buyer, seller, staff] = [trade.buyerId, trade.sellerId, walk.world.ownerId].map((id) => {
      return { id, isStaff: id === walk.world.ownerId };
    });
    await walk.tried((tx) => {
      if (taken === 'deliver') return deliver(tx, seller!, trade.id, null);
      if (taken === 'confirm') return confirm(tx, buyer!, trade.id);
      if (taken === 'dispute') return dispute(tx, buyer!, trade.id, 'nothing came');
      if (taken === 'cancel') return cancel(tx, seller!, trade.id);
      const resolution = { outcome: taken, reason: 'looked into' } as const;
      return actWithin(tx, staff!.id, () => resolve(tx, staff!, trade.id, resolution));
    });
  },
  async withdraw(walk, { seller, percent: part }) {
    const { id } = walk.sellers[seller]!;
    const { cents: most } = await readWithdrawable(walk.world.database.db, id);
    const ltcAddress = freshAddress();
    const payout = { amount: cents(Math.floor(((most - 50) * part) / 100)), ltcAddress };
    const requested = await walk.tried((tx) =>
      requestWithdrawal(tx, { id, isOwner: true }, payout, 'regtest'),
    );
    if (requested) walk.payees.push({ id: requested.id, address: ltcAddress, litoshi: requested.litoshi });
  },
  async failWithdrawal(walk, { withdrawal }) {
    const all = await walk.world.database.db.selectFrom('withdrawals').select('id').orderBy('id').execute();
    const chosen = all[withdrawal % all.length];
    if (chosen) await walk.tried((tx) => failUnsigned(tx, chosen.id, 'changed my mind'));
  },
};

const spendable = async ({ world }: Walk, buyerId: string) =>
  (await walletBalance(world.database.db, buyerId, 'buyer')).available;

let passes = 5_000_000;
function nextPass() {
  passes += 1;
  const id = String(passes);
  return { url: '', id, productId: id, name: 'VIP', creatorType: 'User', creatorTargetId: '1' } as const;
}

async function placeOrder(
  walk: Walk,
  { buyer, percent: part }: { buyer: number; percent: number },
): Promise<string | null> {
  const buyerId = walk.buyers[buyer]!.id;
  const amount = Math.floor(((await spendable(walk, buyerId)) * part) / 100);
  const robuxAmount = robux(Math.min(1_000_000, Math.floor((amount * 1_000) / 350)));
  const wanted = { robuxAmount, pass: nextPass() };
  return walk.tried(async (tx) => {
    refuseSize(wanted);
    return place(tx, { queue: NO_JOBS, vault: NO_VAULT }, buyerId, wanted);
  });
}

type OnOrder = (tx: Tx, order: Order) => Promise<unknown>;

const buy: OnOrder = async (tx, order) => {
  const attempt = await markAttempt(tx, order, { priceRobux: order.robuxAmount, balanceBefore: 0 });
  await complete(tx, order, attempt, { balanceAfter: null, purchaseToken: null });
};

async function onSomeOrder(walk: Walk, which: number, work: OnOrder): Promise<void> {
  const { db } = walk.world.database;
  const open = await db
    .selectFrom('orders')
    .where('endedAt', 'is', null)
    .select('id')
    .orderBy('id')
    .execute();
  const chosen = open[which % open.length];
  if (chosen) await onOrder(walk, chosen.id, work);
}

async function onOrder({ world }: Walk, id: string, work: OnOrder): Promise<void> {
  await inTransaction(world.database.db, async (tx) => {
    const order = await lockOpen(tx, id);
    if (order) await work(tx, order);
  });
}
