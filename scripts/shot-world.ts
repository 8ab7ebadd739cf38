import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Person, signIn } from '../e2e/support/person.ts';
import { controlSandbox } from '../e2e/support/sandbox.ts';
import { totpCode } from '../e2e/support/totp.ts';

/** What the pictures of `npm run shots` show beyond the demo world. */

const RULE = {
  name: 'Two cents below',
  floor: '2.50',
  ceiling: '4.00',
  belowCents: 2,
  baseRate: null,
  pausesBelowFloor: true,
  stockSteps: [],
  dayTimes: [],
  timeZone: 'UTC',
  isOn: false,
  accountIds: [],
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

/**
 * Gives nova a webhook with a delivery, a standing order and three trades, sela what a seller has, and guarded a second factor.
 * Once.
 */
export async function fillLists(origin: string, sandboxUrl: string): Promise<void> {
  const [nova, sela] = [await signIn(origin, 'nova'), await signIn(origin, 'sela')];
  const { body: webhooks } = await nova.call<unknown[]>('GET', '/api/webhooks');
  if (webhooks.length > 0) return;
  const maker = await controlSandbox(sandboxUrl).makeAccount('WeeklyBuilder', 0);
  const pass = await controlSandbox(sandboxUrl).makePass(maker.id, 1_000, 'Weekly pass');
  await make(nova, '/api/standing-orders', {
    robuxAmount: 1_000,
    ratePerThousand: '2.50',
    gamepassUrl: pass.url,
    weekday: 1,
    hour: 18,
    tz: 'UTC',
  });
  await fillSeller(sela, sandboxUrl);
  await fillTrades(nova, sela);
  await addFactor(await signIn(origin, 'guarded'));
  const hook = { url: `${sandboxUrl}/receiver/nova`, kinds: ['orders', 'withdrawals'] };
  const { webhook } = await make<{ webhook: Made }>(nova, '/api/webhooks', hook);
  await make(nova, `/api/webhooks/${webhook.id}/test`);
}

/** A price rule, an address, a proxy, an import with a refused line, and a Discord webhook. */
async function fillSeller(sela: Person, sandboxUrl: string): Promise<void> {
  await make(sela, '/api/price-rules', RULE);
  await make(sela, '/api/withdrawal-addresses', ADDRESS);
  const { hostname, port } = new URL(sandboxUrl);
  await make(sela, '/api/proxies', { host: hostname, port, username: 'sela', password: 'secret' });
  const lines = { lines: ['not a cookie'], ratePerThousand: '4.00', ownershipConfirmed: true };
  await make(sela, '/api/roblox-accounts/imports', lines);
  const webhookUrl = `https://discord.com/api/webhooks/77001/${'a'.repeat(68)}`;
  await sela.call('PUT', '/api/notifications', { webhookUrl, kinds: ['sales'] });
}

/** A listing without a buyer, a trade that waits for delivery, a delivered trade, and a dispute with a picture. */
async function fillTrades(nova: Person, sela: Person): Promise<void> {
  await list(sela, 'Copper Ring');
  await trade(nova, sela, 'Paper Crown');
  const sword = await trade(nova, sela, 'Glass Sword');
  await make(sela, `/api/transactions/${sword.id}/deliver`, {});
  const amulet = await trade(nova, sela, 'Lost Amulet');
  await make(sela, `/api/transactions/${amulet.id}/deliver`, { note: 'It is in your inventory.' });
  const picture = readFileSync(PICTURE).toString('base64');
  await make(nova, `/api/transactions/${amulet.id}/pictures`, { picture });
  await make(nova, `/api/transactions/${amulet.id}/dispute`, { reason: 'It is another amulet.' });
}

const PICTURE = join(import.meta.dirname, '../docs/pictures/seller.png');

const list = (seller: Person, title: string): Promise<Made & { readonly sellerId: string }> =>
  make(seller, '/api/listings', {
    title,
    itemType: 'limited_items',
    quantity: 1,
    pricePerUnit: 6,
    deliveryTime: '1 hour',
  });

async function trade(buyer: Person, seller: Person, title: string): Promise<Made> {
  const listing = await list(seller, title);
  return make(buyer, '/api/transactions', {
    listingId: listing.id,
    sellerId: listing.sellerId,
    quantity: 1,
    pricePerUnit: 6,
    totalAmount: 6,
    platformFee: 0.3,
  });
}

/** Gives the person an authenticator app and a token. */
async function addFactor(person: Person): Promise<void> {
  const { secret } = await make<{ secret: string }>(person, '/api/factors/totp/secret');
  await make(person, '/api/factors/totp', { name: 'Phone', code: totpCode(secret) });
  await make(person, '/api/credentials', {
    name: 'Shop bot',
    scopes: ['read', 'trade'],
    networks: ['203.0.113.0/24'],
  });
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
