import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useSellerWorld } from '../../../test/seller.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { forgetAccountsOf } from './removal.ts';
import { checkAccount } from './roblox-accounts.lookups.ts';
import { openRobloxSession } from './session.ts';

const world = useSellerWorld();

describe('S6.02 changing an account', () => {
  const put = (id: string, body: object) => world.sela.call('PUT', `/api/roblox-accounts/${id}`, body);

  it('takes it off sale, and puts it on sale again with the current balance', async () => {
    const id = await world.added();
    expect((await put(id, { status: 'offline' })).body).toMatchObject({ status: 'offline', isActive: false });
    await world.change({ robux: 777 });
    const { status, body } = await put(id, { status: 'online' });
    expect([status, body.status, body.isActive, body.robuxBalance]).toEqual([200, 'online', true, 777]);
  });

  it('changes the rate within the limits', async () => {
    const id = await world.added();
    expect((await put(id, { ratePerThousand: '2.25' })).body).toMatchObject({ ratePerThousand: 2.25 });
    for (const ratePerThousand of [0.5, 7, -3, 'x']) {
      expect((await put(id, { ratePerThousand })).body).toMatchObject({ code: 'invalid_amount' });
    }
    expect((await put(id, {})).body).toMatchObject({ code: 'invalid_input' });
    expect((await world.list()).rows[0]).toMatchObject({ ratePerThousand: 2.25 });
  });

  it('refuses to activate it with a dead cookie, and shows this status', async () => {
    const id = await world.added();
    await put(id, { status: 'offline' });
    await world.change({ cookieValid: false });
    expect((await put(id, { status: 'online' })).body).toMatchObject({ code: 'invalid_cookie' });
    expect((await world.list()).rows[0]).toMatchObject({ status: 'invalid_cookie', isActive: false });
    await world.change({ cookieValid: true });
    expect((await put(id, { status: 'online' })).body).toMatchObject({
      status: 'online',
      statusReason: null,
    });
  });

  it('takes it off sale after a challenge, with the type as the reason', async () => {
    const id = await world.added();
    await world.change({ challenge: 'twostepverification', challengeOn: 'all' });
    expect((await put(id, { status: 'online' })).body).toMatchObject({ code: 'two_factor_required' });
    const [row] = (await world.list()).rows;
    expect(row).toMatchObject({
      status: '2fa_required',
      statusReason: expect.stringContaining('(two-step verification)'),
    });
  });

  it('changes nothing if Roblox does not answer', async () => {
    const id = await world.added();
    await put(id, { status: 'offline' });
    await world.fault({ kind: 'status', status: 503 });
    expect((await put(id, { status: 'online' })).status).toBe(502);
    expect((await world.list()).rows[0]).toMatchObject({ status: 'offline', isActive: false });
  });
});

describe('S6.05 a fresh cookie', () => {
  const patch = (id: string, cookie: string) =>
    world.sela.call('PATCH', `/api/roblox-accounts/${id}/cookie`, { cookie });

  it('clears the status of the old cookie', async () => {
    const id = await world.added();
    await world.change({ cookieValid: false });
    await world.sela.call('POST', `/api/roblox-accounts/${id}/balance`);
    await world.change({ cookieValid: true });
    expect((await patch(id, world.game.cookie)).body).toMatchObject({ status: 'online', statusReason: null });
  });

  it('is refused if it is invalid or belongs to another Roblox user, and the old cookie stays', async () => {
    const id = await world.added();
    const before = await world.rowOf(id);
    const other = await world.gameAccount(1);
    expect(await patch(id, other.cookie)).toMatchObject({ status: 409, body: { code: 'cookie_of_another' } });
    expect(await patch(id, 'NOBODY')).toMatchObject({ status: 400, body: { code: 'invalid_cookie' } });
    expect(await world.rowOf(id)).toEqual(before);
  });

  it('does not put an account on sale that its seller took off sale', async () => {
    const id = await world.added();
    await world.sela.call('PUT', `/api/roblox-accounts/${id}`, { status: 'offline' });
    expect((await patch(id, world.game.cookie)).body).toMatchObject({ status: 'offline', isActive: false });
  });
});

describe('S6.02 a balance refresh', () => {
  const refresh = (id: string) => world.sela.call('POST', `/api/roblox-accounts/${id}/balance`);

  it('reads the current balance', async () => {
    const id = await world.added();
    await world.change({ robux: 123 });
    expect((await refresh(id)).body).toMatchObject({ robuxBalance: 123, status: 'online' });
  });

  it('answers 200 with the status if the cookie is dead', async () => {
    const id = await world.added();
    await world.change({ cookieValid: false });
    expect(await refresh(id)).toMatchObject({
      status: 200,
      body: { status: 'invalid_cookie', robuxBalance: 5_000 },
    });
  });

  it('of an account that is removed meanwhile says so', async () => {
    const id = await world.added();
    await world.change({ cookieValid: false });
    await world.fault({ kind: 'slow', seconds: 1.5, times: 1 });
    const refreshing = refresh(id);
    await sleep(300);
    expect((await world.sela.call('DELETE', `/api/roblox-accounts/${id}`)).status).toBe(200);
    expect(await refreshing).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
  });

  it('stores a rotated cookie, so that the next call works', async () => {
    const id = await world.added();
    await world.fault({
      kind: 'slow',
      seconds: 0,
      headers: { 'set-cookie': `.ROBLOSECURITY=TURN${world.game.id}; path=/` },
    });
    expect((await refresh(id)).status).toBe(200);
    expect((await openRobloxSession(world.app.services, id)).cookie).toBe(`TURN${world.game.id}`);
    expect((await refresh(id)).body).toMatchObject({ status: 'online' });
  });

  it('does not overwrite a newer cookie of the seller with a rotated one', async () => {
    const id = await world.added();
    const old = await openRobloxSession(world.app.services, id);
    await world.sela.call('PATCH', `/api/roblox-accounts/${id}/cookie`, { cookie: world.game.cookie });
    await old.rotated('ROTATED-FROM-THE-OLD-ONE');
    expect((await openRobloxSession(world.app.services, id)).cookie).toBe(world.game.cookie);
  });

  it('retries with the cookie that a concurrent call rotated', async () => {
    const id = await world.added();
    const rotate = async () => {
      const session = await openRobloxSession(world.app.services, id);
      await world.fault({
        kind: 'slow',
        seconds: 0,
        path: '/users',
        headers: { 'set-cookie': `.ROBLOSECURITY=TWICE${world.game.id}; path=/` },
      });
      await world.app.services.game.whoAmI(session);
    };
    // the first call is in progress with the old cookie while a second call rotates it
    await world.fault({ kind: 'slow', seconds: 0.4, path: '/users' });
    const [answer] = await Promise.all([
      refresh(id),
      new Promise((done) => setTimeout(done, 150)).then(rotate),
    ]);
    expect(answer.body).toMatchObject({ status: 'online' });
  });
});

describe('removing an account', () => {
  const remove = (id: string) => world.sela.call('DELETE', `/api/roblox-accounts/${id}`);

  it('wipes the cookie, and the Roblox account can be added again', async () => {
    const id = await world.added();
    expect(await remove(id)).toMatchObject({ status: 200, body: { success: true } });
    expect(await world.rowOf(id)).toMatchObject({
      sealed_cookie: null,
      is_active: false,
      removed_at: expect.any(Date),
    });
    expect((await remove(id)).status).toBe(404);
    expect((await world.add()).status).toBe(201);
  });

  it('is refused while orders are open', async () => {
    const id = await world.added();
    await world.app.database.asOwner('update roblox_accounts set reserved_robux = 100 where id = $1', [id]);
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'open_orders' } });
    expect((await world.list()).rows).toHaveLength(1);
  });

  it('is final: the database refuses to restore it', async () => {
    const id = await world.added();
    await remove(id);
    for (const set of ['removed_at = null', "sealed_cookie = 'x'", 'is_active = true']) {
      const revived = world.app.database.asOwner(`update roblox_accounts set ${set} where id = $1`, [id]);
      await expect(revived).rejects.toThrow(/is removed/);
    }
  });

  it('makes a call that read the account before it a refusal, not an error', async () => {
    const id = await world.added();
    await remove(id);
    await expect(checkAccount(world.app.services, id)).rejects.toMatchObject({ code: 'account_not_found' });
  });

  it('leaves rows without personal data when a person is deleted', async () => {
    const first = await world.added();
    await remove(first);
    const id = await world.added();
    await inTransaction(world.app.services.db, (tx) => forgetAccountsOf(tx, [world.sela.id]));
    for (const one of [first, id]) {
      const bare = { username: 'deleted', profile_picture: null, ownership_ip: '', sealed_cookie: null };
      expect(await world.rowOf(one)).toMatchObject({ ...bare, roblox_user_id: 0 });
    }
  });
});

it('no cookie appears in a log', () => {
  expect(world.app.log()).toContain('/api/roblox-accounts');
  expect(world.app.log()).not.toContain('WARNING:-DO-NOT-SHARE');
  expect(world.app.log()).not.toContain(world.game.cookie.slice(-60));
});
