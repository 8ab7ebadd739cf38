import { NotificationKind } from '@sterling/contract/notifications.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { addNews } from '../../../test/news.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { stepNow } from '../../../test/steps.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { stopWithdrawalsOf } from '../../money/withdrawals/stopping.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { takeOffSale } from '../../supply/roblox-accounts/off-sale.ts';
import { sendDue } from './notifications.jobs.ts';

const TOKEN = 'canary_token_of_a_webhook_0123456789';
/** Without `security`, because to set a webhook is such news itself. */
const KINDS = NotificationKind.options.filter((kind) => kind !== 'security');

let world: OrderWorld;
let nextWebhook = 1_000_000;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await pollPrices(world.services);
});
afterAll(() => world.close());
beforeEach(() => world.clear());

/** Adds a webhook to a user and returns its id. */
async function addWebhook(who: Caller, kinds: string[] = KINDS): Promise<string> {
  nextWebhook += 1;
  const webhookUrl = `https://discord.com/api/webhooks/${nextWebhook}/${TOKEN}`;
  const { status } = await who.call('PUT', '/api/notifications', { webhookUrl, kinds });
  expect(status).toBe(200);
  return String(nextWebhook);
}

/** Sends all due messages and returns those that a webhook received. */
async function receivedBy(webhookId: string): Promise<string[]> {
  while ((await sendDue(world.services)) > 0);
  const messages = await world.control<
    { webhookId: string; body: { content: string; allowed_mentions: object } }[]
  >('GET', '/discord/messages');
  const own = messages.filter((message) => message.webhookId === webhookId);
  expect(own.every(({ body }) => JSON.stringify(body.allowed_mentions) === '{"parse":[]}')).toBe(true);
  return own.map(({ body }) => body.content);
}

const waiting = async (who: Caller) => {
  const { rows } = await world.database.asOwner(
    'select tries from notification_messages where user_id = $1',
    [who.id],
  );
  return rows.length;
};
const makeDue = () => world.database.asOwner('update notification_messages set send_at = now()');

describe('the webhook address', () => {
  test('is shown without its secret, stored sealed, and deleted on request', async () => {
    const nova = await world.signIn('nova');
    expect((await nova.call('GET', '/api/notifications')).body).toEqual({ webhookUrl: null, kinds: [] });
    const id = await addWebhook(nova, ['orders']);
    const shown = { webhookUrl: `https://discord.com/api/webhooks/${id}/••••`, kinds: ['orders'] };
    expect((await nova.call('GET', '/api/notifications')).body).toEqual(shown);
    const stored = await world.database.asOwner('select n::text as row from notifications n');
    expect(stored.rows.map(({ row }) => row).join()).not.toContain(Buffer.from(TOKEN).toString('hex'));
    const kept = await nova.call('PUT', '/api/notifications', { kinds: ['trades', 'trades'] });
    expect(kept.body).toEqual({ ...shown, kinds: ['trades'] });
    const ended = await nova.call('PUT', '/api/notifications', { webhookUrl: null, kinds: ['orders'] });
    expect(ended.body).toEqual({ webhookUrl: null, kinds: [] });
  });

  test.each([
    'https://evil.test/api/webhooks/1/abc',
    'https://discord.com.evil.test/api/webhooks/1/abc',
    'https://discord.com@evil.test/api/webhooks/1/abc',
    'http://169.254.169.254/api/webhooks/1/abc',
    'https://discord.com/api/webhooks/1/../../users/@me',
    'https://discord.com/api/webhooks/1/abc?wait=true',
    'https://discord.com/api/webhooks/x/abc',
    '',
  ])('%s is refused', async (webhookUrl) => {
    const nova = await world.signIn('nova');
    const { status, body } = await nova.call('PUT', '/api/notifications', { webhookUrl, kinds: ['orders'] });
    expect([status, body.details]).toEqual([400, { webhookUrl: 'is not a Discord webhook' }]);
  });

  test('S8.06 a page changes only the kinds that differ from those that it showed', async () => {
    const nova = await world.signIn('nova');
    const before = ['orders', 'trades', 'sales'];
    await addWebhook(nova, before);
    await nova.call('PUT', '/api/notifications', { kinds: ['orders', 'trades'], before });
    // another tab still shows the sales
    const kinds = ['trades', 'sales', 'deposits'];
    const { body } = await nova.call('PUT', '/api/notifications', { kinds, before });
    expect(body).toMatchObject({ kinds: ['trades', 'deposits'] });
  });

  test('is required, and unknown kinds are refused', async () => {
    const nova = await world.signIn('nova');
    expect((await nova.call('PUT', '/api/notifications', { kinds: ['orders'] })).status).toBe(400);
    expect((await nova.call('PUT', '/api/notifications', { kinds: ['gossip'] })).status).toBe(400);
  });
});

describe('messages reach the users concerned', () => {
  test('about orders and sales', async () => {
    const [sela, nova] = [await world.seller(1_000, 3), await world.buyer(1_000)];
    const [seller, buyer] = [await addWebhook(sela), await addWebhook(nova)];
    const done = await world.order(nova, await world.pass(300), 300);
    await stepNow(world.orderServices, String(done.body.id));
    await world.final(nova, done);
    expect(await receivedBy(seller)).toEqual(['Sold: 300 Robux for $0.90.']);
    expect(await receivedBy(buyer)).toEqual(['Order completed: 300 Robux for $0.90.']);
  });

  test('only of the kinds that the user chose', async () => {
    const [sela, nova] = [await world.seller(1_000, 3), await world.buyer(1_000)];
    const [seller, buyer] = [await addWebhook(sela, ['deposits']), await addWebhook(nova, ['sales'])];
    const done = await world.order(nova, await world.pass(300), 300);
    await stepNow(world.orderServices, String(done.body.id));
    await world.final(nova, done);
    expect([await receivedBy(seller), await receivedBy(buyer)]).toEqual([[], []]);
  });

  test('about trades, withdrawals and accounts', async () => {
    const [sela, nova] = [await world.seller(1_000, 3), await world.buyer(1_000)];
    const [seller, buyer] = [await addWebhook(sela), await addWebhook(nova)];
    const terms = { itemType: 'limited_items', quantity: 1, pricePerUnit: 5, deliveryTime: '1 hour' };
    const listing = await sela.call('POST', '/api/listings', { title: '@everyone', ...terms });
    const shown = { sellerId: sela.id, quantity: 1, pricePerUnit: 5, totalAmount: 5, platformFee: '0.25' };
    const trade = await nova.call('POST', '/api/transactions', { listingId: listing.body.id, ...shown });
    await sela.call('POST', `/api/transactions/${trade.body.id}/deliver`);
    await nova.call('POST', `/api/transactions/${trade.body.id}/confirm`);
    await credit(world.services.db, sela.id, 5_000, { wallet: 'seller' });
    await sela.call('POST', '/api/wallet/withdraw', {
      amount: 20,
      ltcAddress: freshAddress(),
      walletType: 'seller',
    });
    await inTransaction(world.services.db, (tx) => stopWithdrawalsOf(tx, sela.id, 'No more of it.'));
    const off = { status: 'invalid_cookie', reason: 'x' } as const;
    await inTransaction(world.services.db, (tx) => takeOffSale(tx, sela.accountId, off));
    expect(await receivedBy(seller)).toEqual([
      'Listing sold: The buyer paid $5.00. Please deliver.',
      'Trade completed: $4.75 is in your seller wallet.',
      'Withdrawal failed: No more of it. $20.00 and its fees are back in your wallet.',
      `Account off sale: The cookie of ${sela.game.username.replace('_', '\\_')} no longer works. Update it to sell again.`,
    ]);
    expect(await receivedBy(buyer)).toEqual([
      'Trade delivered: Check what you received. Then confirm or dispute it.',
    ]);
  });
});

describe('a test message', () => {
  const tryOut = (who: Caller) => who.call('POST', '/api/notifications/test');

  test('S8.06 is sent immediately, whichever kinds the user chose', async () => {
    const nova = await world.signIn('nova');
    expect([(await tryOut(nova)).status, (await tryOut(nova)).body.details]).toEqual([
      400,
      { webhookUrl: 'is missing' },
    ]);
    const webhook = await addWebhook(nova, []);
    expect((await tryOut(nova)).status).toBe(200);
    expect(await receivedBy(webhook)).toEqual(['Hello from Sterling. Your messages will arrive here.']);
  });

  test('reports what is wrong with the webhook, and deletes one that no longer exists', async () => {
    const nova = await world.signIn('nova');
    await addWebhook(nova);
    const fault = { service: 'discord', path: '/webhooks', times: 1, kind: 'status' };
    await world.control('POST', '/faults', { ...fault, status: 429, headers: { 'retry-after': '40' } });
    const busy = await tryOut(nova);
    expect([busy.status, busy.body.hint]).toEqual([
      502,
      'Discord did not accept the message. Try again in 40 seconds.',
    ]);
    await world.control('POST', '/faults', { ...fault, status: 404 });
    const gone = await tryOut(nova);
    expect([gone.status, gone.body.details]).toEqual([400, { webhookUrl: 'is no longer known to Discord' }]);
    expect((await nova.call('GET', '/api/notifications')).body.webhookUrl).toBe(null);
  });
});

describe('sending', () => {
  const fault = (status: number, headers = {}) =>
    world.control('POST', '/faults', {
      service: 'discord',
      path: '/webhooks',
      times: 1,
      kind: 'status',
      status,
      headers,
    });
  async function withMessage() {
    const nova = await world.signIn('nova');
    const webhook = await addWebhook(nova);
    await addNews(world.database, nova, 1);
    return { nova, webhook };
  }
  const message = (robux: number) => `Order completed: ${robux} Robux for $1.00.`;

  test('waits as long as Discord asks, and sends the message once', async () => {
    const { nova, webhook } = await withMessage();
    await fault(429, { 'retry-after': '40' });
    expect(await receivedBy(webhook)).toEqual([]);
    const { rows } = await world.database.asOwner(
      'select extract(epoch from send_at - now()) as wait from notification_messages where user_id = $1',
      [nova.id],
    );
    expect(Number(rows[0].wait)).toBeGreaterThan(35);
    await makeDue();
    expect(await receivedBy(webhook)).toEqual([message(1)]);
    expect(await waiting(nova)).toBe(0);
  });

  test('gives up after six tries', async () => {
    const { nova, webhook } = await withMessage();
    for (let turn = 0; turn < 6; turn += 1) {
      expect(await waiting(nova)).toBe(1);
      await fault(500);
      await makeDue();
      await sendDue(world.services);
    }
    expect(await waiting(nova)).toBe(0);
    expect(await receivedBy(webhook)).toEqual([]);
  });

  test('deletes a webhook that no longer exists', async () => {
    const { nova, webhook } = await withMessage();
    await fault(404);
    expect(await receivedBy(webhook)).toEqual([]);
    expect((await nova.call('GET', '/api/notifications')).body).toEqual({ webhookUrl: null, kinds: [] });
  });

  test('keeps the order of messages, and never logs the token', async () => {
    const { nova, webhook } = await withMessage();
    for (const robux of [2, 3]) await addNews(world.database, nova, robux);
    expect(await receivedBy(webhook)).toEqual([1, 2, 3].map(message));
    expect(world.log()).toContain('/api/notifications');
    expect(world.log()).not.toContain(TOKEN);
  });

  test('stops when the user deletes their account', async () => {
    const { nova } = await withMessage();
    expect((await nova.call('POST', '/api/reset/delete-me')).status).toBe(200);
    expect(await waiting(nova)).toBe(0);
  });
});
