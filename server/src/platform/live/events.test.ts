import type { LiveEvent } from '@sterling/contract/events.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { insertAccount } from '../../../test/stock.ts';
import { openTwoWebs, type TwoWebs } from '../../../test/two-webs.ts';
import { notifyParties } from '../../trade/orders/timeline.ts';
import { inTransaction, notify } from '../db/pool.ts';

/** Server-sent events over real connections, on two web processes with one database. */
let world: TwoWebs;
let nova: Caller;
let sela: Caller;
let pages: Page[];

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

interface Page {
  readonly status: number;
  readonly headers: Headers;
  /** What came, in order. */
  readonly heard: LiveEvent[];
  readonly text: () => string;
  /** Resolves when the server ended it. */
  readonly ended: Promise<void>;
  leave(): void;
}

async function open({ cookie }: Pick<Caller, 'cookie'>, origin = world.other.origin): Promise<Page> {
  const leaving = new AbortController();
  const answer = await fetch(`${origin}/api/events`, { headers: { cookie }, signal: leaving.signal });
  const heard: LiveEvent[] = [];
  let text = '';
  const read = async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      for (const [, data] of part.matchAll(/^data: (.*)$/gm)) heard.push(...JSON.parse(data!));
    }
  };
  const page: Page = {
    status: answer.status,
    headers: answer.headers,
    heard,
    text: () => text,
    ended: read().catch(() => undefined),
    leave: () => leaving.abort(),
  };
  pages.push(page);
  return page;
}

const within = async (ms: number, what: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    what.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms)),
  ]);
const say = (topic: string, payload: string) =>
  inTransaction(world.services.db, (tx) => notify(tx, topic, payload));

describe('S4.10 server-sent events', () => {
  test('are a stream that says how soon to come back, for anyone who is signed in', async () => {
    const page = await open(nova);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    await expect.poll(page.text).toBe('retry: 2000\n\n');
    expect((await open({ cookie: '' })).status).toBe(401);
  });

  test('tell of an order on every process to its buyer and its seller, and to nobody else', async () => {
    const mira = await world.signIn('mira');
    const [hers, his, nobodys] = [await open(nova), await open(sela, world.origin), await open(mira)];
    await notifyParties(world.services.db, { id: 'o1', buyerId: nova.id, sellerId: sela.id }, 'manual');
    // in the required words
    const order = { topic: 'orders', id: 'o1', state: 'processing' };
    await expect.poll(() => [hers.heard, his.heard]).toEqual([[order], [order]]);
    expect(nobodys.heard).toEqual([]);
  });

  test('tell of money, of accounts anyone who changes them, and of settings', async () => {
    const page = await open(sela);
    await say('wallet', sela.id);
    await expect.poll(() => page.heard).toContainEqual({ topic: 'wallet', id: null, state: null });
    const id = await insertAccount(world.database, { owner: sela.id, rateCents: 300, robux: 1_000 });
    await expect.poll(() => page.heard).toContainEqual({ topic: 'roblox-accounts', id, state: 'online' });
    await world.database.asOwner("update roblox_accounts set status = 'invalid_cookie' where id = $1", [id]);
    await expect
      .poll(() => page.heard)
      .toContainEqual({ topic: 'roblox-accounts', id, state: 'invalid_cookie' });
    await say('settings', 'maintenance_mode');
    await expect
      .poll(() => page.heard)
      .toContainEqual({ topic: 'settings', id: 'maintenance_mode', state: null });
  });

  test('of a transaction that did not commit are not told', async () => {
    const page = await open(nova);
    const failing = inTransaction(world.services.db, async (tx) => {
      await notify(tx, 'wallet', nova.id);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await say('settings', 'affiliate');
    // what an earlier test said may still be on its way
    await expect.poll(() => page.heard).toContainEqual({ topic: 'settings', id: 'affiliate', state: null });
    expect(page.heard).not.toContainEqual(expect.objectContaining({ topic: 'wallet' }));
  });

  test('of decisions that wait are for staff alone', async () => {
    const ada = await world.signIn('ada', 'admin');
    const [hers, his] = [await open(ada), await open(nova)];
    await say('reviews', 'r1');
    const review = { topic: 'reviews', id: 'r1', state: null };
    await expect.poll(() => hers.heard).toContainEqual(review);
    expect(his.heard).not.toContainEqual(review);
  });

  test('are read anew after the connection was lost by which the process hears', async () => {
    const page = await open(nova);
    await expect.poll(page.text).toContain('retry');
    await world.deafen();
    await expect.poll(page.text).toContain('event: missed\ndata: []\n\n');
  });
});

describe('a stream ends within two seconds', () => {
  test.each([
    ['logs out', (who: Caller) => who.call('POST', '/api/auth/logout')],
    [
      'is barred',
      (who: Caller) => world.database.asOwner('update users set is_banned = true where id = $1', [who.id]),
    ],
    ['is deleted', (who: Caller) => who.call('POST', '/api/reset/delete-me')],
  ])('when its person %s', async (_what, end) => {
    const [page, others] = [await open(nova), await open(sela)];
    await end(nova);
    expect(await within(2_000, page.ended)).toBe(true);
    expect(await within(50, others.ended)).toBe(false);
  });

  test('when the session comes to its end, of which nobody tells', async () => {
    await world.database.asOwner(
      "update sessions set expires_at = now() + interval '1 second' where user_id = $1",
      [nova.id],
    );
    const page = await open(nova);
    expect(page.status).toBe(200);
    expect(await within(3_000, page.ended)).toBe(true);
  });

  test('when someone is staff no longer', async () => {
    const page = await open(await world.signIn('ada', 'admin'));
    await world.database.asOwner("update users set role = 'buyer' where username = 'ada'");
    expect(await within(2_000, page.ended)).toBe(true);
  });

  test('and one person has ten at most', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, () => open(nova)));
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
    expect((await open(nova)).status).toBe(429);
    expect((await open(sela)).status).toBe(200);
    many[0]!.leave();
    await expect.poll(async () => (await open(nova)).status).toBe(200);
  });

  test('and the server does not wait for open ones when it stops', async () => {
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
