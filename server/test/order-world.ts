import { setTimeout as sleep } from 'node:timers/promises';
import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { type Balance, walletBalance } from '../src/money/ledger/ledger.ts';
import { type Difference, proveBooks } from '../src/money/ledger/proof.ts';
import type { GamePlatform } from '../src/outside/game-platform.ts';
import type { OrderServices } from '../src/services.ts';
import { followOrders } from '../src/trade/orders/orders.jobs.ts';
import { type Called, type Caller, openTestApp, type TestApp } from './app.ts';
import { controlOf, type SandboxAccount, type SandboxPass, type SandboxRequest } from './sandbox.ts';
import { stepNow } from './steps.ts';
import { credit } from './wallets.ts';
import type { OnWire } from './wire.ts';

type ShownRobuxOrder = OnWire<typeof RobuxOrder>;

export interface Seller extends Caller {
  readonly accountId: string;
  readonly game: SandboxAccount;
}

export interface OrderWorld extends TestApp {
  /** Services of the worker. Unclear purchases are checked after one second. */
  readonly orderServices: OrderServices;
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  buyer(balanceCents: number): Promise<Caller>;
  /** A seller with one account for sale. */
  seller(robux: number, ratePerThousand: number): Promise<Seller>;
  /** A gamepass of an unrelated account, with its owner's cookie. */
  pass(price: number): Promise<SandboxPass & { readonly ownerCookie: string; readonly ownerId: number }>;
  order(buyer: Caller, pass: SandboxPass, robuxAmount: number, more?: object, key?: string): Promise<Called>;
  /** Does an order's next step, as the worker does. `game` replaces answers of Roblox. */
  work(placed: Called, game?: Partial<GamePlatform>): Promise<void>;
  /** The id of the account that the order has now. */
  accountIdOf(placed: Called): Promise<string>;
  /** Lets the sandbox's Roblox fail; `fault` says where and how. */
  fault(fault: object): Promise<unknown>;
  /** Waits until the order is completed or failed. */
  final(buyer: Caller, placed: Called): Promise<ShownRobuxOrder>;
  wallet(person: Caller, wallet?: 'buyer' | 'seller'): Promise<Balance>;
  /** The seller's account as Roblox has it. */
  gameAccount(seller: Seller): Promise<SandboxAccount>;
  /** The seller's account as the seller sees it. */
  accountOf(seller: Seller): Promise<Record<string, unknown>>;
  /** Purchase requests for the gamepass that Roblox received. */
  purchasesSeen(pass: SandboxPass): Promise<SandboxRequest[]>;
  differences(): Promise<Difference[]>;
  /** Takes every account off sale and clears faults, so that the next test has its own market. */
  clear(): Promise<void>;
}

const MAX_WAIT_MS = 100_000;

/** Each question takes 8 ms of processor time from the work that it waits for. */
export const ASK_AGAIN_MS = 100;

/** The product with its order jobs running (unless `worker` is false) beside a sandbox. Close it in `afterAll`. */
export async function openOrderWorld({ worker = true } = {}): Promise<OrderWorld> {
  const app = await openTestApp();
  const { services, sandboxUrl } = app;
  const orderServices = { ...services, effectLimits: { afterCallMs: 1_000, afterMarkMs: 1_000 } };
  const stopping = new AbortController();
  const following = worker ? followOrders(orderServices, stopping.signal) : Promise.resolve();
  const control = controlOf(sandboxUrl);

  return {
    ...app,
    orderServices,
    control,
    ...participantsOf(app, control),
    order: (buyer, pass, robuxAmount, more = {}, key) => {
      const body = { robuxAmount, gamepassUrl: pass.url, ...more };
      return buyer.call('POST', '/api/robux/orders', body, key ? { 'idempotency-key': key } : {});
    },
    work: (placed, game = {}) =>
      stepNow({ ...orderServices, game: { ...services.game, ...game } }, String(placed.body.id)),
    accountIdOf: async (placed) => {
      const order = services.db.selectFrom('orders').where('id', '=', String(placed.body.id));
      return (await order.select('accountId').executeTakeFirstOrThrow()).accountId;
    },
    fault: (fault) => control('POST', '/faults', { service: 'game-platform', kind: 'status', ...fault }),
    final: finalOrder,
    wallet: (person, wallet = 'buyer') => walletBalance(services.db, person.id, wallet),
    gameAccount: ({ game }) => control('GET', `/game/accounts/${game.id}`),
    accountOf: async (seller) => {
      const { body } = await seller.call('GET', '/api/roblox-accounts');
      return (body as unknown as Record<string, unknown>[]).find(({ id }) => id === seller.accountId)!;
    },
    purchasesSeen: async ({ productId }) => {
      const requests = await control<SandboxRequest[]>('GET', '/requests?service=game-platform');
      return requests.filter((request) => isPurchase(request, productId));
    },
    differences: () => proveBooks(services.db),
    clear: async () => {
      await services.db.updateTable('robloxAccounts').set({ isActive: false }).execute();
      await control('DELETE', '/faults');
    },
    close: async () => {
      stopping.abort();
      await following;
      await app.close();
    },
  };
}

/** Makes buyers, sellers and gamepasses, each with a Roblox account of its own where it needs one. */
function participantsOf(
  { signIn, services }: TestApp,
  control: OrderWorld['control'],
): Pick<OrderWorld, 'buyer' | 'seller' | 'pass'> {
  let made = 0;
  const account = (robux: number) => {
    made += 1;
    return control<SandboxAccount>('POST', '/game/accounts', { username: `somebody_${made}`, robux });
  };
  return {
    buyer: async (balanceCents) => {
      const buyer = await signIn('nova');
      if (balanceCents > 0) await credit(services.db, buyer.id, balanceCents);
      return buyer;
    },
    seller: async (robux, ratePerThousand) => {
      const seller = await signIn('sela', 'seller');
      const game = await account(robux);
      const added = await seller.call('POST', '/api/roblox-accounts', {
        cookie: game.cookie,
        ratePerThousand,
      });
      if (added.status !== 201) throw new Error(JSON.stringify(added.body));
      return { ...seller, game, accountId: String(added.body.id) };
    },
    pass: async (price) => {
      const owner = await account(0);
      const pass = await control<SandboxPass>('POST', '/game/passes', {
        ownerId: owner.id,
        price,
        name: 'VIP',
      });
      return { ...pass, ownerCookie: owner.cookie, ownerId: owner.id };
    },
  };
}

async function finalOrder(buyer: Caller, placed: Called): Promise<ShownRobuxOrder> {
  const giveUpAt = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const { body } = await buyer.call('GET', `/api/robux/orders/${placed.body.id}`);
    const order = body as unknown as ShownRobuxOrder;
    if (order.status === 'completed' || order.status === 'failed') return order;
    if (Date.now() > giveUpAt) throw new Error(`still ${order.status}: ${JSON.stringify(order.events)}`);
    await sleep(ASK_AGAIN_MS);
  }
}

/** The CSRF handshake is not a purchase: it is answered with 403 before anything else is checked. */
const isPurchase = ({ method, path, status }: SandboxRequest, productId: number): boolean =>
  method === 'POST' && path.includes(`/${productId}/purchase`) && status !== 403;
