import { orderTotal } from '@sterling/contract/money.ts';
import { type BasketOutcome, RobuxOrder } from '@sterling/contract/orders.ts';
import { currentLanguage, phrase } from '@sterling/contract/texts.ts';
import * as z from 'zod/mini';
import { account, isFrozen, lockWallet, refuseFrozen, walletBalance } from '../../../money/ledger/ledger.ts';
import { isEmergencyStopped } from '../../../people/settings/settings.reads.ts';
import { inSavepoint, type Tx } from '../../../platform/db/pool.ts';
import { usd } from '../../../platform/formats.rules.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { Refusal, refusalOr, refuse } from '../../../refusal.ts';
import { readOrder } from '../orders.reads.ts';
import { place } from './place.ts';
import { placePlain } from './place-together.ts';
import type { Outcome, PlacementRequest } from './placement-request.ts';
import type { Checked } from './placing.lookups.ts';

/**
 * Places the orders of a basket in one transaction, and returns the outcome of each item. An item that is refused leaves the
 * others. Refuses everything with service_unavailable, wallet_frozen, or insufficient_balance if the buyer cannot pay all
 * orders at their maximum rates.
 */
export async function placeBasket(
  tx: Tx,
  services: { queue: Queue; vault: Vault },
  buyerId: string,
  items: readonly Checked[],
): Promise<BasketOutcome[]> {
  if (await isEmergencyStopped(tx)) refuse('service_unavailable');
  await lockWallet(tx, account.buyer(buyerId));
  if (await isFrozen(tx, buyerId)) refuseFrozen();
  await refuseShortage(tx, buyerId, items);
  const requests = items.map((order): PlacementRequest | Refusal =>
    order instanceof Refusal ? order : { buyerId, order, keyed: null, authority: null },
  );
  const plain = requests.flatMap((request) => (request instanceof Refusal ? [] : [request]));
  const placed = await placePlain(tx, services.queue, plain);
  const outcomes: BasketOutcome[] = [];
  for (const request of requests) {
    if (request instanceof Refusal) outcomes.push(refused(request));
    else outcomes.push(shownOutcome(placed.get(request)) ?? (await placeCarefully(tx, services, request)));
  }
  return outcomes;
}

/** The outcome of an item that a batch has decided. Null: the careful path decides. */
function shownOutcome(outcome: Outcome | undefined): BasketOutcome | null {
  if (!outcome) return null;
  if (outcome instanceof Refusal) return refused(outcome);
  return { outcome: 'placed', order: z.decode(RobuxOrder, outcome.body as Encoded) };
}

/** An order as it is stored with its answer. */
type Encoded = z.input<typeof RobuxOrder>;

async function refuseShortage(tx: Tx, buyerId: string, items: readonly Checked[]): Promise<void> {
  const most = items.reduce(
    (sum, item) => (item instanceof Refusal ? sum : sum + orderTotal(item.robuxAmount, item.maxRateCents)),
    0,
  );
  const { available } = await walletBalance(tx, buyerId, 'buyer');
  const missing = most - available;
  if (missing <= 0) return;
  refuse('insufficient_balance', {
    hint: phrase('Deposit {amount} to continue.', { amount: () => usd(missing) }),
  });
}

/** Places one order on the careful path. A refusal takes back what the path wrote before it. */
async function placeCarefully(
  tx: Tx,
  services: { queue: Queue; vault: Vault },
  { buyerId, order }: PlacementRequest,
): Promise<BasketOutcome> {
  const id = await refusalOr(() => inSavepoint(tx, () => place(tx, services, buyerId, order)));
  if (id instanceof Refusal) return refused(id);
  return { outcome: 'placed', order: await readOrder(tx, id, buyerId) };
}

const refused = (refusal: Refusal): BasketOutcome => ({
  outcome: 'refused',
  code: refusal.code,
  message: refusal.message,
  hint: refusal.hint,
  translated: refusal.in(currentLanguage()),
});
