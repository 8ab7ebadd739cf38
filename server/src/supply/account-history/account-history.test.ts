import type { HealthEvent } from '@sterling/contract/account-history.ts';
import { describe, expect, test } from 'vitest';
import { newsOf } from '../../../test/news.ts';
import { useSellerWorld } from '../../../test/seller.ts';
import type { OnWire } from '../../../test/wire.ts';
import { deleteExpiredData } from '../../people/retention/retention.jobs.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { PROXY_DOWN } from '../proxies/proxies.rules.ts';
import type { OffSale } from '../roblox-accounts/off-sale.rules.ts';
import { takeOffSale } from '../roblox-accounts/off-sale.ts';
import { openRobloxSession } from '../roblox-accounts/session.ts';

const world = useSellerWorld();

const put = (id: string, body: object) => world.sela.call('PUT', `/api/roblox-accounts/${id}`, body);
const readBalance = (id: string) => world.sela.call('POST', `/api/roblox-accounts/${id}/balance`);
const health = async (id: string, query = '') => {
  const answer = await world.sela.call('GET', `/api/roblox-accounts/${id}/health-events${query}`);
  return {
    events: answer.body as unknown as OnWire<typeof HealthEvent>[],
    total: Number(answer.headers['x-total-count']),
  };
};
/** Oldest first. */
const codes = async (id: string) => (await health(id)).events.map(({ code }) => code).toReversed();
const takeOff = (id: string, off: OffSale) =>
  inTransaction(world.app.services.db, (tx) => takeOffSale(tx, id, off));
/** Texts of the inbox, oldest first. */
const news = async () => (await newsOf(world.sela)).toReversed();

describe('S9.08 the health history of an account', () => {
  test('has each change once, newest first', async () => {
    const id = await world.added();
    await world.change({ robux: 777 });
    await readBalance(id);
    await readBalance(id);
    await put(id, { status: 'offline' });
    await put(id, { status: 'online' });
    await world.change({ cookieValid: false });
    await readBalance(id);
    await readBalance(id);
    await world.change({ cookieValid: true });
    await world.sela.call('PATCH', `/api/roblox-accounts/${id}/cookie`, { cookie: world.game.cookie });
    await put(id, { fulfilment: 'manual' });
    await put(id, { fulfilment: 'auto' });
    await put(id, { ratePerThousand: 2 });
    expect(await codes(id)).toEqual([
      ...['added', 'balance_read', 'deactivated', 'activated', 'cookie_ended', 'cookie_renewed', 'on_sale'],
      ...['automatic_stopped', 'automatic_started'],
    ]);
    const { events, total } = await health(id, '?page=2&pageSize=7');
    expect([total, events]).toEqual([
      9,
      [
        {
          id: expect.any(String),
          at: expect.any(String),
          code: 'balance_read',
          title: 'Balance changed at Roblox',
          text: '5,000 → 777 Robux',
          isTrouble: false,
        },
        expect.objectContaining({ code: 'added', text: '5,000 Robux' }),
      ],
    ]);
  });

  test('a cookie that Roblox rotated is no event', async () => {
    const id = await world.added();
    await (await openRobloxSession(world.app.services, id)).rotated('ROTATED');
    expect(await codes(id)).toEqual(['added']);
  });

  test('says why an account went off sale, and a repeat adds nothing', async () => {
    const id = await world.added();
    await takeOff(id, { status: 'offline', reason: PROXY_DOWN });
    await takeOff(id, { status: 'offline', reason: PROXY_DOWN });
    await takeOff(id, { status: '2fa_required', reason: 'Captcha' });
    const { events } = await health(id);
    expect(events.map(({ title, text, isTrouble }) => [title, text, isTrouble])).toEqual([
      ['Verification required', 'Captcha', true],
      ['Proxy down', PROXY_DOWN, true],
      ['Added', '5,000 Robux', false],
    ]);
  });

  test('belongs to the transaction of the change', async () => {
    const id = await world.added();
    const undone = inTransaction(world.app.services.db, async (tx) => {
      await takeOffSale(tx, id, { status: 'offline', reason: 'x' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await codes(id), await news()]).toEqual([['added'], []]);
  });

  test('is deleted after 90 days and with the account, and cannot be changed', async () => {
    const [id, { asOwner }] = [await world.added(), world.app.database];
    await put(id, { status: 'offline' });
    await asOwner(
      `update account_events set at = now() - interval '91 days' where account_id = $1 and code = 'added'`,
      [id],
    );
    await deleteExpiredData(world.app.services.db);
    expect(await codes(id)).toEqual(['deactivated']);
    await expect(
      world.app.services.db.updateTable('accountEvents').set({ code: 'added' }).execute(),
    ).rejects.toThrow('permission denied');
    await world.sela.call('DELETE', `/api/roblox-accounts/${id}`);
    expect((await asOwner('select from account_events where account_id = $1', [id])).rows).toEqual([]);
  });

  test('of another seller is missing', async () => {
    const id = await world.added();
    const sam = await world.app.signIn('sam', 'seller');
    for (const path of ['health-events', 'earnings']) {
      const { status, body } = await sam.call('GET', `/api/roblox-accounts/${id}/${path}`);
      expect([status, body.code]).toEqual([404, 'account_not_found']);
    }
  });
});

describe('S9.08 news about trouble', () => {
  test('comes once for each way into it', async () => {
    const id = await world.added();
    await world.change({ cookieValid: false });
    await readBalance(id);
    await readBalance(id);
    await world.change({ cookieValid: true, moderated: true });
    await put(id, { status: 'online' });
    await world.change({ moderated: false });
    await put(id, { status: 'online' });
    await world.change({ moderated: true });
    await readBalance(id);
    await readBalance(id);
    const name = world.game.username;
    expect(await news()).toEqual([
      `Account off sale: The cookie of ${name} no longer works. Update it to sell again.`,
      `Account off sale: ${name}: Roblox has moderated this account.`,
    ]);
  });

  test('does not come while a proxy is down, because its accounts return automatically', async () => {
    const id = await world.added();
    await takeOff(id, { status: 'offline', reason: PROXY_DOWN });
    expect([await news(), (await codes(id)).at(-1)]).toEqual([[], 'off_sale']);
  });

  test('about a pause of all accounts comes once', async () => {
    await world.added();
    await world.app.database.asOwner('select pause_seller($1), pause_seller($1)', [world.sela.id]);
    expect(await news()).toEqual([expect.stringMatching(/^Selling paused: Roblox objected to trades/)]);
  });
});
