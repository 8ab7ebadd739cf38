import { randomUUID } from 'node:crypto';
import { cents } from '@sterling/contract/money.ts';
import { describe, expect, test } from 'vitest';
import { caller } from '../../../test/app.ts';
import { loseDeposit } from '../../../test/reversed-deposit.ts';
import { useStaffWorld } from '../../../test/staff-world.ts';
import { credit } from '../../../test/wallets.ts';

const world = useStaffWorld();

describe('S7.03 the user table', () => {
  test('can be searched by name, email, Discord id and id, sorted and paged', async () => {
    const people = [];
    for (const name of ['zoe-one', 'Zoe-two', 'zoe-three']) people.push(await world.signIn(name));
    await credit(world.services.db, people[1]!.id, 500);
    const names = async (query: string) => {
      const { body, headers } = await world.ada.call('GET', `/api/admin/users?${query}`);
      const rows = body as unknown as { username: string }[];
      return { names: rows.map(({ username }) => username), total: Number(headers['x-total-count']) };
    };
    expect(await names('search=ZOE-')).toEqual({ names: ['zoe-three', 'Zoe-two', 'zoe-one'], total: 3 });
    expect(await names('search=zoe-&sort=username&dir=asc&page=2&pageSize=2')).toEqual({
      names: ['Zoe-two'],
      total: 3,
    });
    expect((await names('search=zoe-&sort=walletBalance&dir=desc')).names[0]).toBe('Zoe-two');
    expect((await names('search=zoe-two@example')).names).toEqual(['Zoe-two']);
    expect((await names(`search=${people[2]!.id}`)).names).toEqual(['zoe-three']);
    expect((await names('search=%25')).names).toEqual([]);
    expect((await world.ada.call('GET', '/api/admin/users?sort=email')).status).toBe(400);
  });

  test('shows the balances of both wallets', async () => {
    const nova = await world.buyer(1_250);
    await credit(world.services.db, nova.id, 300, { wallet: 'seller' });
    const { body } = await world.ada.call('GET', `/api/admin/users?search=${nova.id}`);
    expect(body).toMatchObject([
      { walletBalance: 12.5, buyerBalance: 12.5, sellerBalance: 3, isFrozen: false },
    ]);
  });

  test('can show only owners, or only users whose wallet is below zero', async () => {
    const [owing, paid] = [await world.signIn('wallet-owing'), await world.signIn('wallet-paid')];
    await loseDeposit(world.services.db, owing.id, cents(500));
    await credit(world.services.db, paid.id, 500);
    const names = async (query: string) => {
      const { body } = await world.ada.call('GET', `/api/admin/users?${query}`);
      return (body as unknown as { username: string }[]).map(({ username }) => username);
    };
    expect(await names('state=frozen&search=wallet-')).toEqual(['wallet-owing']);
    expect(await names('state=owner')).toEqual(['otto']);
  });

  test('is sorted by the money in both wallets', async () => {
    const [poor, rich] = [await world.signIn('sum-poor'), await world.signIn('sum-rich')];
    await credit(world.services.db, poor.id, 500);
    await credit(world.services.db, rich.id, 900, { wallet: 'seller' });
    const { body } = await world.ada.call('GET', '/api/admin/users?search=sum-&sort=walletBalance&dir=desc');
    expect(body).toMatchObject([
      { username: 'sum-rich', walletBalance: 0 },
      { username: 'sum-poor', walletBalance: 5 },
    ]);
  });
});

describe('S7.03 the edit dialog', () => {
  test('sets all four fields and writes an audit entry', async () => {
    const nova = await world.signIn('nova');
    const after = { role: 'seller', isOwner: false, isVerified: true, isBanned: false };
    const { status, body } = await world.edit(nova, after);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...after, deleted: false });
    const { body: entries } = await world.ada.call(
      'GET',
      `/api/admin/audit?action=users.edited&actor=${world.otto.id}&search=${nova.id}`,
    );
    const before = { role: 'buyer', isOwner: false, isVerified: false, isBanned: false };
    expect(entries).toMatchObject([
      { actor: 'otto', subjectId: nova.id, subject: 'nova', before, after, ip: '127.0.0.1' },
    ]);
  });

  test('changes only what was edited if someone else has changed the user meanwhile', async () => {
    const nova = await world.signIn('nova');
    const before = { role: 'buyer', isOwner: false, isVerified: false, isBanned: false };
    expect((await world.edit(nova, { role: 'seller', isBanned: true, isVerified: false })).status).toBe(200);
    const { body } = await world.edit(nova, { ...before, isVerified: true, before });
    expect(body).toMatchObject({ role: 'seller', isBanned: true, isVerified: true, deleted: false });
    expect((await world.edit(nova, { before })).status).toBe(400);
  });

  test('deletes nothing of a user whose ban someone else has lifted meanwhile', async () => {
    const nova = await world.signIn('nova');
    const before = { role: 'buyer', isOwner: false, isVerified: false, isBanned: true };
    expect((await world.edit(nova, { isBanned: true, before })).body).toMatchObject({
      isBanned: false,
      deleted: false,
    });
  });

  test('is for owners only, refuses unknown fields, and answers 404 for an unknown user', async () => {
    const nova = await world.signIn('nova');
    expect((await world.edit(nova, { role: 'admin' }, world.ada)).body.message).toBe('Owner access required');
    expect((await world.edit(nova, { role: 'king' })).status).toBe(400);
    expect((await world.edit(nova, {})).status).toBe(400);
    expect((await world.edit({ id: randomUUID() }, { isVerified: true })).body.message).toBe(
      'User not found',
    );
    expect((await world.userRow(nova)).role).toBe('buyer');
  });

  test('a new role applies immediately, and the session continues with a new token', async () => {
    const nova = await world.signIn('nova');
    const inFlight = caller(world.app, nova.cookie);
    await world.edit(nova, { role: 'admin' });
    const first = await nova.call('GET', '/api/admin/stats');
    expect(first.status).toBe(200);
    expect(nova.cookie).not.toBe(inFlight.cookie);
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/);
    // a request in flight with the old token is accepted and gets no second token
    const late = await inFlight.call('GET', '/api/auth/user');
    expect([late.status, late.headers['set-cookie']]).toEqual([200, undefined]);
    await world.services.db
      .updateTable('sessions')
      .set({ previousUntil: new Date() })
      .where('userId', '=', nova.id)
      .execute();
    expect((await inFlight.call('GET', '/api/auth/user')).status).toBe(401);
    expect(await world.sessionStatus(nova)).toBe(200);
  });

  test('can ban a user without deleting their data, until the flag is removed', async () => {
    const sela = await world.seller(1_000, 3.5);
    const flags = { role: 'seller', isOwner: false, isVerified: false };
    expect((await world.edit(sela, { ...flags, isBanned: true })).body).toMatchObject({
      isBanned: true,
      deleted: false,
    });
    expect(await world.sessionStatus(sela)).toBe(401);
    const kept = world.services.db.selectFrom('robloxAccounts').where('id', '=', sela.accountId);
    expect(await kept.select(['removedAt', 'isActive']).executeTakeFirst()).toEqual({
      removedAt: null,
      isActive: true,
    });
    const market = async () => (await world.ada.call('GET', '/api/roblox-accounts/aggregated')).body;
    await expect.poll(market).toEqual([]);
    await world.edit(sela, { ...flags, isBanned: false });
    await expect.poll(market).toMatchObject([{ ratePerThousand: '3.50', totalRobux: 1_000 }]);
  });
});
