import { describe, expect, it } from 'vitest';
import { useSellerWorld } from '../../../test/seller.ts';

const world = useSellerWorld();

describe('S6.02 the list', () => {
  it('is paged, searched and sorted, newest first, and has only the seller’s own accounts', async () => {
    let last = world.game;
    for (const robux of [300, 100, 200]) {
      last = await world.gameAccount(robux);
      await world.add({ cookie: last.cookie });
    }
    const newest = await world.list();
    expect(newest.rows.map((row) => row.robuxBalance)).toEqual([200, 100, 300]);
    expect(Number(newest.total)).toBe(3);
    const page = await world.list('?sort=robuxBalance&dir=desc&page=2&pageSize=2');
    expect(page.rows.map((row) => row.robuxBalance)).toEqual([100]);
    expect(Number(page.total)).toBe(3);
    const found = await world.list(`?search=${last.username.toUpperCase()}`);
    expect(found.rows.map((row) => row.username)).toEqual([last.username]);
    expect((await world.list(`?search=${last.id}`)).rows).toHaveLength(1);
    expect((await world.list('?search=%25')).rows).toEqual([]);
    expect((await world.list('?page=0')).rows).toMatchObject({ code: 'invalid_input' });
  });

  it('sorts by the status as it is shown, and finds one account by its id', async () => {
    const online = await world.added();
    const offline = await addedWith(1);
    await world.sela.call('PUT', `/api/roblox-accounts/${offline}`, { status: 'offline' });
    const paused = await addedWith(2);
    await world.app.database.asOwner('update roblox_accounts set is_active = false where id = $1', [paused]);
    const { rows } = await world.list('?sort=status&dir=asc');
    expect(rows.map((row) => row.id)).toEqual([paused, offline, online]);
    expect((await world.list(`?id=${offline}`)).rows.map((row) => row.id)).toEqual([offline]);
    const stranger = await world.app.signIn('mira', 'seller');
    expect((await stranger.call('GET', `/api/roblox-accounts?id=${offline}`)).body).toEqual([]);
  });

  it('has figures for all of the seller’s own accounts that are not removed', async () => {
    const figures = async () => (await world.sela.call('GET', '/api/roblox-accounts/figures')).body;
    expect(await figures()).toEqual({ total: 0, forSale: 0, robux: 0, sold: 0 });
    const first = await world.added();
    const second = await addedWith(700);
    const gone = await addedWith(9_000);
    await world.sela.call('DELETE', `/api/roblox-accounts/${gone}`);
    await world.sela.call('PUT', `/api/roblox-accounts/${second}`, { status: 'offline' });
    await world.app.database.asOwner('update roblox_accounts set total_sold = 30 where id = $1', [first]);
    expect(await figures()).toEqual({ total: 2, forSale: 1, robux: 5_700, sold: 30 });
  });

  const addedWith = async (robux: number) => {
    const { cookie } = await world.gameAccount(robux);
    return String((await world.add({ cookie })).body.id);
  };
});
