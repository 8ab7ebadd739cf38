import { beforeEach, describe, expect, test } from 'vitest';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { type ShownRow, useProxyWorld } from '../../../test/proxy-world.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { returnAccounts } from '../roblox-accounts/returning.jobs.ts';
import { checkDueProxies } from './proxies.jobs.ts';
import { PROXY_DOWN } from './proxies.rules.ts';

const world = useProxyWorld();
beforeEach(async () => {
  await world.app.database.asOwner(`update roblox_accounts set proxy_id = null; delete from proxies`);
  await world.control('DELETE', '/faults');
});

const due = () => world.app.database.asOwner(`update proxies set check_due_at = now()`);
const statuses = async () =>
  (await world.list('?sort=createdAt&dir=asc')).map(({ status, statusReason }) => [status, statusReason]);
const proxyFault = (times: number) =>
  world.control('POST', '/faults', { service: 'proxy', kind: 'status', status: 407, times });

describe('S6.07 automatic proxy checks', () => {
  test('check new proxies immediately with a real connection, and not again before they are due', async () => {
    await world.bulk(`127.0.0.1:${world.own.port}:ann:x`, 'dead.example:3128', 'nowhere.example:3128');
    expect(await checkDueProxies(world.app.services)).toBe(3);
    expect(await statuses()).toEqual([
      ['active', null],
      ['failing', 'No response.'],
      ['failing', 'The hostname has no address.'],
    ]);
    expect(await checkDueProxies(world.app.services)).toBe(0);
  });

  test('are not repeated by a second worker', async () => {
    await world.bulk(...Array.from({ length: 8 }, (_x, n) => `127.0.0.1:${world.own.port}:ann${n}:x`));
    await world.control('DELETE', '/requests');
    await Promise.all([checkDueProxies(world.app.services), checkDueProxies(world.app.services)]);
    expect(await world.control<unknown[]>('GET', '/requests?service=proxy')).toHaveLength(8);
  });

  test('start with the proxies that accounts use', async () => {
    await world.bulk(...Array.from({ length: 9 }, (_x, n) => `127.0.0.1:${world.own.port}:eve${n}:x`));
    const [last] = await world.list();
    await world.app.database.asOwner(
      `update proxies set status = 'active', checked_at = now(), check_due_at = now() - interval '1 second' where id = $1`,
      [last!.id],
    );
    await world.sellThrough(last!.id);
    await world.app.database.asOwner(
      `update proxies set check_due_at = now() - interval '1 hour' where id <> $1`,
      [last!.id],
    );
    expect(await checkDueProxies(world.app.services)).toBe(8);
    expect((await statuses()).filter(([status]) => status === 'unchecked')).toHaveLength(1);
    const [tried] = (
      await world.app.database.asOwner('select check_due_at > now() as tried from proxies where id = $1', [
        last!.id,
      ])
    ).rows;
    expect(tried).toEqual({ tried: true });
  });

  test('do not connect to a host whose name now resolves to a private address', async () => {
    world.app.internet.names.set('turning.example', ['203.0.113.10']);
    expect((await world.add({ host: 'turning.example' })).body).toMatchObject({ status: 'active' });
    world.app.internet.names.set('turning.example', ['127.0.0.1']);
    await due();
    await world.control('DELETE', '/requests');
    await checkDueProxies(world.app.services);
    expect(await statuses()).toEqual([['failing', "Private addresses aren't allowed."]]);
    expect(await world.control<unknown[]>('GET', '/requests?service=proxy')).toEqual([]);
  });
});

describe('S6.07 a failing proxy', () => {
  test('takes its accounts off sale after two failures, and returns them when it works', async () => {
    const { body } = await world.add({ username: 'ann' });
    await world.sellThrough(body.id);
    await world.sellThrough(null);
    await due();
    await proxyFault(2);
    await checkDueProxies(world.app.services);
    expect(await statuses()).toEqual([['failing', 'The proxy rejected the username and password.']]);
    const [direct, behind] = await world.accounts();
    expect(direct).toMatchObject({ status: 'online', statusReason: null });
    expect(behind).toMatchObject({
      status: 'offline',
      isActive: true,
      statusReason: PROXY_DOWN,
      proxy: { ...world.own, status: 'failing' },
    });
    await due();
    await checkDueProxies(world.app.services);
    expect(await statuses()).toEqual([['active', null]]);
    await returnAccounts(world.app.services);
    expect((await world.accounts())[1]).toMatchObject({ status: 'online', statusReason: null });
  });

  test('takes an account off sale that goes on sale in this moment', async () => {
    const { body } = await world.add({ username: 'hal' });
    await world.sellThrough(body.id);
    const [account] = await world.accounts();
    const { db } = world.app.services;
    const update = (tx: Db | Tx, status: string) =>
      tx.updateTable('robloxAccounts').set({ status }).where('id', '=', account!.id).execute();
    await update(db, 'offline');
    const activating = await openTransaction(db, async (tx) => void (await update(tx, 'online')));
    await due();
    await proxyFault(2);
    const checking = checkDueProxies(world.app.services);
    await Promise.race([checking, lockIsAwaited(world.app.database)]);
    activating.release();
    await Promise.all([activating.finished, checking]);
    expect(await world.accounts()).toMatchObject([{ status: 'offline', statusReason: PROXY_DOWN }]);
  });

  test('returns only the accounts that it took off sale and whose cookies work', async () => {
    const { body } = await world.add({ username: 'dora' });
    for (let made = 0; made < 3; made += 1) await world.sellThrough(body.id);
    const [, deactivated, dead] = await world.accounts();
    await due();
    await proxyFault(2);
    await checkDueProxies(world.app.services);
    await world.sela.call('PUT', `/api/roblox-accounts/${deactivated!.id}`, { status: 'offline' });
    await world.control('PATCH', `/game/accounts/${dead!.robloxUserId}`, { cookieValid: false });
    await due();
    await checkDueProxies(world.app.services);
    await returnAccounts(world.app.services);
    expect((await world.accounts()).map(({ status }) => status)).toEqual([
      'online',
      'offline',
      'invalid_cookie',
    ]);
  });

  test('gives no reason for an account that its seller deactivated, because it does not return', async () => {
    const { body } = await world.add({ username: 'eva' });
    for (let made = 0; made < 2; made += 1) await world.sellThrough(body.id);
    const [first, second] = await world.accounts();
    await due();
    await proxyFault(2);
    await checkDueProxies(world.app.services);
    const off = { status: 'offline', isActive: false, statusReason: null };
    const deactivating = world.sela.call('PUT', `/api/roblox-accounts/${first!.id}`, { status: 'offline' });
    expect((await deactivating).body).toMatchObject(off);
    // an open order meets the proxy after the deactivation
    await world.app.database.asOwner(
      'update roblox_accounts set is_active = false, status_reason = $1 where id = $2',
      [PROXY_DOWN, second!.id],
    );
    await returnAccounts(world.app.services);
    expect((await world.accounts())[1]).toMatchObject(off);
  });

  test('can be replaced by another proxy, which returns the account', async () => {
    const down = await world.add({ username: 'flo' });
    await world.sellThrough(down.body.id);
    await due();
    await proxyFault(2);
    await checkDueProxies(world.app.services);
    const { body } = await world.add({ username: 'gus' });
    expect(await checkDueProxies(world.app.services)).toBe(0);
    const [{ id }] = (await world.accounts()) as [ShownRow];
    await world.sela.call('PUT', `/api/roblox-accounts/${id}`, { proxyId: body.id });
    expect(await checkDueProxies(world.app.services)).toBe(1);
    await returnAccounts(world.app.services);
    expect((await world.accounts())[0]).toMatchObject({ status: 'online', proxyId: body.id });
  });

  test('returns accounts of each seller in turn, because those behind a stalling proxy take long', async () => {
    const { body } = await world.add({ username: 'ida' });
    for (let made = 0; made < 9; made += 1) await world.sellThrough(body.id);
    const other = await world.app.signIn('oskar', 'seller');
    await world.app.database.asOwner(
      `update roblox_accounts set status = 'offline', status_reason = $1, return_due_at = null where removed_at is null`,
      [PROXY_DOWN],
    );
    const [last] = (await world.accounts()).toReversed();
    await world.app.database.asOwner(
      'update roblox_accounts set user_id = $1, proxy_id = null where id = $2',
      [other.id, last!.id],
    );
    expect(await returnAccounts(world.app.services)).toBe(8);
    const { rows } = await world.app.database.asOwner('select status from roblox_accounts where id = $1', [
      last!.id,
    ]);
    expect(rows).toEqual([{ status: 'online' }]);
  });

  test('stays active if the second try works', async () => {
    const { body } = await world.add({ username: 'ben' });
    await world.sellThrough(body.id);
    await due();
    await proxyFault(1);
    await checkDueProxies(world.app.services);
    expect(await statuses()).toEqual([['active', null]]);
    expect((await world.accounts())[0]).toMatchObject({ status: 'online' });
  });

  test('is checked immediately after it fails in an account’s call', async () => {
    const { body } = await world.add({ username: 'cleo' });
    await world.sellThrough(body.id);
    const [account] = await world.accounts();
    await world.app.database.asOwner(`update proxies set check_due_at = now() + interval '1 hour'`);
    expect(await checkDueProxies(world.app.services)).toBe(0);
    // an open tunnel does not check the password again
    await world.control('POST', '/faults', { service: 'game-platform', kind: 'reset-before', times: 1 });
    const refused = await world.sela.call('POST', `/api/roblox-accounts/${account!.id}/balance`);
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'invalid_proxy' }]);
    expect(await checkDueProxies(world.app.services)).toBe(1);
  });
});
