import { api } from '@sterling/contract/api.ts';
import type { Decoded } from '@sterling/contract/endpoint.ts';
import { MAX_RATE } from '@sterling/contract/money.ts';
import { sideOf } from '@sterling/contract/wallet.ts';
import { actsAsStaff, type CurrentUser } from '../../people/sessions/sessions.reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { passIdOf } from '../../supply/gamepasses/gamepasses.lookups.ts';
import { fitsOneAccount } from '../../supply/roblox-accounts/split-stock.ts';
import { applyClaim } from './manual/checking.ts';
import { readManualPurchase } from './manual/manual.lookups.ts';
import { isByHand } from './manual/manual.ts';
import { lockOpen } from './order.ts';
import { listOrders, readOrder, type WhoseOrders } from './orders.reads.ts';
import { placeBasket } from './placing/place-basket.ts';
import { checkBasket, checkOrderRequest, type StoreRotated } from './placing/placing.lookups.ts';
import { replaceCookieEverywhere } from './rotated-cookies.ts';
import { readManualOrder } from './work.reads.ts';

export function orderRoutes({
  config,
  db,
  game,
  orderBatcher,
  queue,
  vault,
}: Pick<Services, 'config' | 'db' | 'game' | 'orderBatcher' | 'queue' | 'vault'>): Route[] {
  return [
    handle(api.orders.list, async ({ user, query, total }) => {
      const { orders, total: count } = await listOrders(db, whoseOrders(user, query, config.mode), query);
      total(count);
      return orders;
    }),
    handle(api.orders.read, ({ user, params, query }) =>
      readOrder(db, params.id, seesAll(user, query, config.mode) ? { everyone: true } : user.id),
    ),
    handle(api.orders.place, async ({ user, body, onceBy }) => {
      const size = { robuxAmount: body.robuxAmount, maxRateCents: body.ratePerThousand };
      const wanted = { ...body, needsParts: await needsParts(db, user.id, body) };
      const storeRotated: StoreRotated = (from, to) =>
        replaceCookieEverywhere({ db, vault }, user.id, from, to);
      const checked = await checkOrderRequest(game, wanted, storeRotated);
      const order = { ...size, ...checked };
      return onceBy((keyed, authority) => orderBatcher.place({ buyerId: user.id, order, keyed, authority }));
    }),
    handle(api.orders.placeBasket, async ({ user, body, once }) => {
      const items = await checkBasket(game, body.items);
      return once(async (tx) => ({ items: await placeBasket(tx, { queue, vault }, user.id, items) }));
    }),
    handle(api.orders.bought, async ({ user, params: { id }, once }) => {
      const { order, robloxUserId } = await readManualOrder(db, user.id, id);
      const purchase = await readManualPurchase({ config, db, game, vault }, order, robloxUserId);
      return once(async (tx) => {
        const still = await lockOpen(tx, id);
        // The evidence is about one account. Meanwhile another account of the same seller may have the order.
        const isSame = still?.sellerId === user.id && still.accountId === order.accountId;
        if (isSame && isByHand(still)) await applyClaim(tx, queue, still, purchase);
        return readOrder(tx, id, user.id);
      });
    }),
  ];
}

/** Whether an order with a buyer's cookie would have to be split with the current stock. */
async function needsParts(
  db: Db,
  buyerId: string,
  {
    robuxAmount,
    ratePerThousand = MAX_RATE,
    gamepassUrl,
    buyerCookie,
  }: Decoded<typeof api.orders.place, 'body'>,
): Promise<boolean> {
  if (buyerCookie === undefined) return false;
  const passId = passIdOf(gamepassUrl);
  const wanted = { robuxAmount, maxRateCents: ratePerThousand, notOwnedBy: buyerId, passId, exclude: [] };
  return !(await fitsOneAccount(db, wanted));
}

type Mode = Services['config']['mode'];

interface ListQuery {
  readonly role?: 'buyer' | 'seller' | undefined;
  readonly all?: string | undefined;
  readonly byHand?: string | undefined;
}

/** Staff see everyone's orders with `?all=1`. Otherwise users see their own, as the requested role or their current one. */
function whoseOrders(user: CurrentUser, query: ListQuery, mode: Mode): WhoseOrders {
  if (seesAll(user, query, mode)) return { everyone: true };
  const role = query.role ?? sideOf(user.role);
  return role === 'buyer' ? { buyerId: user.id } : { sellerId: user.id, byHand: query.byHand === '1' };
}

function seesAll(user: CurrentUser, { all }: ListQuery, mode: Mode): boolean {
  return all === '1' && actsAsStaff(user, mode);
}
