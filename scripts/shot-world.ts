import { setTimeout as sleep } from 'node:timers/promises';
import { type Person, signIn } from '../e2e/support/person.ts';
import { controlSandbox } from '../e2e/support/sandbox.ts';

/** What the pictures of `npm run shots` show beyond the demo world. */

const LISTING = {
  title: 'Lost Amulet',
  itemType: 'limited_items',
  quantity: 1,
  pricePerUnit: 6,
  deliveryTime: '1 hour',
};
const RULE = {
  name: 'Two cents below',
  ...{ floor: '2.50', ceiling: '4.00', belowCents: 2, baseRate: null, pausesBelowFloor: true },
  ...{ stockSteps: [], dayTimes: [], timeZone: 'UTC', isOn: false, accountIds: [] },
};
const ADDRESS = { label: 'Hardware wallet', ltcAddress: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3' };

/** Publishes the proof of reserves, and waits for its first snapshot. */
export async function publishReserves(origin: string): Promise<void> {
  const owner = await signIn(origin, 'otto');
  const value = { published: true, everyHours: 24 };
  await owner.call('PUT', '/api/admin/settings/proof_of_reserves', { value });
  for (let tries = 0; tries < 60; tries += 1) {
    if ((await fetch(`${origin}/api/reserves`)).ok) return;
    await sleep(1_000);
  }
  throw new Error('no proof of reserves was published');
}

/** Gives nova a webhook with a delivery, a standing order and a dispute, and sela a price rule and an address. Once. */
export async function fillLists(origin: string, sandboxUrl: string): Promise<void> {
  const [nova, sela] = [await signIn(origin, 'nova'), await signIn(origin, 'sela')];
  const { body: webhooks } = await nova.call<unknown[]>('GET', '/api/webhooks');
  if (webhooks.length > 0) return;
  const maker = await controlSandbox(sandboxUrl).makeAccount('WeeklyBuilder', 0);
  const pass = await controlSandbox(sandboxUrl).makePass(maker.id, 1_000, 'Weekly pass');
  await make(nova, '/api/standing-orders', {
    ...{ robuxAmount: 1_000, ratePerThousand: '2.50', gamepassUrl: pass.url },
    ...{ weekday: 1, hour: 18, tz: 'UTC' },
  });
  await make(sela, '/api/price-rules', RULE);
  await make(sela, '/api/withdrawal-addresses', ADDRESS);
  await openDispute(nova, sela);
  const hook = { url: `${sandboxUrl}/receiver/nova`, kinds: ['orders', 'withdrawals'] };
  const { webhook } = await make<{ webhook: Made }>(nova, '/api/webhooks', hook);
  await make(nova, `/api/webhooks/${webhook.id}/test`);
}

async function openDispute(buyer: Person, seller: Person): Promise<void> {
  const listing = await make<Made & { sellerId: string }>(seller, '/api/listings', LISTING);
  const { id } = await make(buyer, '/api/transactions', {
    ...{ listingId: listing.id, sellerId: listing.sellerId, quantity: 1 },
    ...{ pricePerUnit: 6, totalAmount: 6, platformFee: 0.3 },
  });
  await seller.call('POST', `/api/transactions/${id}/deliver`, { note: 'It is in your inventory.' });
  await buyer.call('POST', `/api/transactions/${id}/dispute`, { reason: 'It is another amulet.' });
}

interface Made {
  readonly id: string;
}

async function make<Reply = Made>(person: Person, path: string, body?: object): Promise<Reply> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const made = await person.call<Reply>('POST', path, body, headers);
  if (made.status >= 300) throw new Error(`${path} answered ${made.status}: ${JSON.stringify(made.body)}`);
  return made.body;
}
