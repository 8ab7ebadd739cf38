import { describe, expect, test } from 'vitest';
import { type ShownRow, useProxyWorld } from '../../../test/proxy-world.ts';
import { forgetBelongings, forgetPeople } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { addProxy } from './proxies.ts';

const world = useProxyWorld();

describe('S6.08 the list', () => {
  test('is paged, searched and sorted, and has only the seller’s own proxies', async () => {
    await world.add({}, await world.app.signIn('mira', 'seller'));
    await world.bulk(...Array.from({ length: 60 }, (_x, n) => `h${n}.example:${1_000 + n}:user${n % 3}:x`));
    const first = await world.sela.call('GET', '/api/proxies?page=1&pageSize=50&sort=port');
    const second = await world.sela.call('GET', '/api/proxies?page=2&pageSize=50&sort=port');
    expect([first, second].map(({ body, headers }) => [headers['x-total-count'], body.length])).toEqual([
      ['60', 50],
      ['60', 10],
    ]);
    expect((second.body as unknown as ShownRow[])[0]!.port).toBe(1_050);
    expect(await world.list('?search=USER2')).toHaveLength(20);
    expect((await world.list('?search=1007'))[0]!.host).toBe('h7.example');
    expect(await world.list('?search=%25')).toEqual([]);
    expect((await world.list('?sort=host&dir=desc'))[0]!.host).toBe('h9.example');
    expect(await world.figures()).toEqual({ total: 60, active: 0, failing: 0, inUse: 0 });
  });

  test('counts active proxies, failing proxies and proxies in use', async () => {
    const { body } = await world.add({ username: 'ann' });
    await world.add({ username: 'ben' });
    await world.add({ host: 'dead.example' });
    await world.bulk('later.example:1');
    await world.sellThrough(body.id);
    await world.sellThrough(body.id);
    expect(await world.figures()).toEqual({ total: 4, active: 2, failing: 1, inUse: 1 });
    expect((await world.list('?search=ann'))[0]).toMatchObject({ accountCount: 2 });
  });
});

describe('S6.07 deleting a proxy', () => {
  test('works once, and only for the seller’s own proxies', async () => {
    const { body } = await world.add();
    expect((await world.remove(body.id, await world.app.signIn('mira', 'seller'))).status).toBe(404);
    expect((await world.remove(body.id)).body).toEqual({ success: true });
    expect((await world.remove(body.id)).body).toMatchObject({ code: 'proxy_not_found' });
    expect(await world.list()).toEqual([]);
  });

  test('is refused while accounts use it, and the refusal names them', async () => {
    const { body } = await world.add();
    const name = await world.sellThrough(body.id);
    const refused = await world.remove(body.id);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'proxy_in_use', message: 'This proxy is in use', hint: `Used by ${name}.` },
    ]);
    const [account] = (await world.sela.call('GET', '/api/roblox-accounts')).body as unknown as ShownRow[];
    await world.sela.call('DELETE', `/api/roblox-accounts/${account!.id}`);
    expect((await world.remove(body.id)).status).toBe(200);
  });

  test('cannot race with an account that starts to use it', async () => {
    const { body } = await world.add();
    const [account] = await Promise.all([
      world.sellThrough(null).then(async () => {
        const [{ id }] = (await world.sela.call('GET', '/api/roblox-accounts')).body as unknown as [ShownRow];
        return world.sela.call('PUT', `/api/roblox-accounts/${id}`, { proxyId: body.id });
      }),
      world.remove(body.id),
    ]);
    expect([200, 400]).toContain(account.status);
    const [held] = (await world.sela.call('GET', '/api/roblox-accounts')).body as unknown as ShownRow[];
    expect((await world.list()).map(({ id }) => id)).toEqual(held!.proxyId ? [held!.proxyId] : []);
  });
});

describe('S6.07 a proxy belongs to its seller', () => {
  test('the database refuses another seller’s account and a change of the address', async () => {
    const mira = await world.app.signIn('mira', 'seller');
    const foreign = await world.add({}, mira);
    await world.sellThrough(null);
    const steal = world.app.database.asOwner('update roblox_accounts set proxy_id = $1 where user_id = $2', [
      foreign.body.id,
      world.sela.id,
    ]);
    await expect(steal).rejects.toThrow(/foreign key/);
    for (const set of [
      `host = 'other.example'`,
      'port = 1',
      `username = 'x'`,
      `status = 'unchecked', checked_at = null`,
    ]) {
      const change = world.app.database.asOwner(`update proxies set ${set} where id = $1`, [foreign.body.id]);
      await expect(change).rejects.toThrow(/keeps its address/);
    }
  });

  test('it is not added if the seller was deleted during the check', async () => {
    await inTransaction(world.app.services.db, (tx) => forgetPeople(tx, [world.sela.id]));
    const { db, vault } = world.app.services;
    const wanted = { host: 'good.example', port: 1, username: 'ann', password: 'x' };
    const late = inTransaction(db, (tx) => addProxy(tx, vault, world.sela.id, wanted, { problem: null }));
    await expect(late).rejects.toMatchObject({ code: 'authentication_required' });
  });

  test('it is deleted with the seller, or when the last open order that uses it ends', async () => {
    const { body: used } = await world.add({ username: 'used' });
    await world.add({ username: 'idle' });
    await world.sellThrough(used.id);
    await world.app.database.asOwner('update roblox_accounts set reserved_robux = 100 where user_id = $1', [
      world.sela.id,
    ]);
    await inTransaction(world.app.services.db, (tx) => forgetBelongings(tx, [world.sela.id]));
    const left = async () =>
      (await world.app.database.asOwner('select username from proxies where user_id = $1', [world.sela.id]))
        .rows;
    expect(await left()).toEqual([{ username: 'used' }]);
    await world.app.database.asOwner('update roblox_accounts set reserved_robux = 0 where user_id = $1', [
      world.sela.id,
    ]);
    expect(await left()).toEqual([]);
  });
});
