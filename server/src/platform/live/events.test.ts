import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type EventPage, openEventPage } from '../../../test/event-page.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { insertAccount } from '../../../test/stock.ts';
import { openTwoWebs, type TwoWebs } from '../../../test/two-webs.ts';
import { notifyParties } from '../../trade/orders/timeline.ts';
import { inTransaction, notify } from '../db/pool.ts';

/** Server-sent events over real connections, on two web processes with one database. */
let world: TwoWebs;
let nova: Caller;
let sela: Caller;
let pages: EventPage[];

beforeAll(async () => {
  world = await openTwoWebs();
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const page of pages ?? []) page.leave();
  pages = [];
  nova = await world.signIn('nova');
  sela = await world.signIn('sela', 'seller');
});

async function open(who: Pick<Caller, 'cookie'>, origin = world.other.origin): Promise<EventPage> {
  const page = await openEventPage(who, origin);
  pages.push(page);
  return page;
}

const within = async (ms: number, what: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    what.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms)),
  ]);
const announce = (topic: string, payload: string) =>
  inTransaction(world.services.db, (tx) => notify(tx, topic, payload));

/** Waits until the open pages have received the events of the sign-ins, and clears them. */
async function forgetEarlierEvents(): Promise<void> {
  await announce('settings', 'affiliate');
  for (const { received } of pages) {
    await expect.poll(() => received.map(({ topic }) => topic)).toContain('settings');
    received.length = 0;
  }
}

describe('server-sent events', () => {
  test('are a stream with a reconnect delay, for signed-in users only', async () => {
    const page = await open(nova);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    await expect.poll(page.text).toBe('retry: 2000\n\n');
    expect((await open({ cookie: '' })).status).toBe(401);
  });

  test('of an order reach its buyer and its seller on every process, and no other user', async () => {
    const mira = await world.signIn('mira');
    const [hers, his, strangers] = [await open(nova), await open(sela, world.origin), await open(mira)];
    await forgetEarlierEvents();
    await notifyParties(world.services.db, { id: 'o1', buyerId: nova.id, sellerId: sela.id }, 'manual');
    // the state is the one of the contract ('manual' is internal)
    const order = { topic: 'orders', id: 'o1', state: 'processing' };
    await expect.poll(() => [hers.received, his.received]).toEqual([[order], [order]]);
    expect(strangers.received).toEqual([]);
  });

  test('report changes of the wallet, of accounts and of settings', async () => {
    const page = await open(sela);
    await announce('wallet', sela.id);
    await expect.poll(() => page.received).toContainEqual({ topic: 'wallet', id: null, state: null });
    const id = await insertAccount(world.database, { owner: sela.id, rateCents: 300, robux: 1_000 });
    await expect.poll(() => page.received).toContainEqual({ topic: 'roblox-accounts', id, state: 'online' });
    await world.database.asOwner("update roblox_accounts set status = 'invalid_cookie' where id = $1", [id]);
    await expect
      .poll(() => page.received)
      .toContainEqual({ topic: 'roblox-accounts', id, state: 'invalid_cookie' });
    await announce('settings', 'maintenance_mode');
    await expect.poll(() => page.received).toContainEqual({ topic: 'settings', id: null, state: null });
  });

  test('are not sent for a transaction that was rolled back', async () => {
    const page = await open(nova);
    const failing = inTransaction(world.services.db, async (tx) => {
      await notify(tx, 'wallet', nova.id);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await announce('settings', 'affiliate');
    // events of earlier tests may still arrive
    await expect.poll(() => page.received).toContainEqual({ topic: 'settings', id: null, state: null });
    expect(page.received).not.toContainEqual(expect.objectContaining({ topic: 'wallet' }));
  });

  test('about open reviews are sent to staff only', async () => {
    const ada = await world.signIn('ada', 'admin');
    const [hers, his] = [await open(ada), await open(nova)];
    await announce('reviews', 'r1');
    const review = { topic: 'reviews', id: 'r1', state: null };
    await expect.poll(() => hers.received).toContainEqual(review);
    expect(his.received).not.toContainEqual(review);
  });

  test('include `missed` after the process lost its listening connection', async () => {
    const page = await open(nova);
    await expect.poll(page.text).toContain('retry');
    await world.breakListeners();
    await expect.poll(page.text).toContain('event: missed\ndata: []\n\n');
  });
});

describe('a stream is closed within two seconds', () => {
  test.each([
    ['logs out', (who: Caller) => who.call('POST', '/api/auth/logout')],
    [
      'is banned',
      (who: Caller) => world.database.asOwner('update users set is_banned = true where id = $1', [who.id]),
    ],
    ['is deleted', (who: Caller) => who.call('POST', '/api/reset/delete-me')],
  ])('when its user %s', async (_what, end) => {
    const [page, others] = [await open(nova), await open(sela)];
    await end(nova);
    expect(await within(2_000, page.ended)).toBe(true);
    expect(await within(50, others.ended)).toBe(false);
  });

  test('when the session expires, which sends no notification', async () => {
    await world.database.asOwner(
      "update sessions set expires_at = now() + interval '1 second' where user_id = $1",
      [nova.id],
    );
    const page = await open(nova);
    expect(page.status).toBe(200);
    expect(await within(3_000, page.ended)).toBe(true);
  });

  test('when its token ends, although the session has a new one', async () => {
    const copy = { cookie: nova.cookie };
    expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
    const [thief, page] = [await open(copy), await open(nova)];
    expect([thief.status, page.status]).toEqual([200, 200]);
    await world.database.asOwner('update sessions set previous_until = now() where user_id = $1', [nova.id]);
    expect(await within(2_000, thief.ended)).toBe(true);
    expect(await within(50, page.ended)).toBe(false);
  });

  test('when a staff member loses the role', async () => {
    const page = await open(await world.signIn('ada', 'admin'));
    await world.database.asOwner("update users set role = 'buyer' where username = 'ada'");
    expect(await within(2_000, page.ended)).toBe(true);
  });
});

describe('open streams', () => {
  test('of pages that left while their session was read do not count', async () => {
    const lock = await openTransaction(world.services.db, async (tx) => {
      await sql`lock table sessions in access exclusive mode`.execute(tx);
    });
    const leaving = new AbortController();
    const gone = Array.from({ length: 10 }, () =>
      fetch(`${world.other.origin}/api/events`, { headers: { cookie: nova.cookie }, signal: leaving.signal }),
    );
    await lockIsAwaited(world.database);
    leaving.abort();
    await Promise.allSettled(gone);
    lock.release();
    await lock.finished;
    // their sessions are read before those of these pages
    const present = await Promise.all(Array.from({ length: 10 }, () => open(nova)));
    expect(present.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  test('are limited to ten per user', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, () => open(nova)));
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
    expect((await open(nova)).status).toBe(429);
    expect((await open(sela)).status).toBe(200);
    many[0]!.leave();
    await expect.poll(async () => (await open(nova)).status).toBe(200);
  });

  test('do not delay the server when it stops', async () => {
    const third = await openTwoWebs();
    const { cookie } = await third.signIn('otto');
    const page = await open({ cookie }, third.origin);
    expect(page.status).toBe(200);
    const begun = performance.now();
    await third.close();
    await page.ended;
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});
