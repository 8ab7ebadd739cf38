import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { useStaffWorld } from '../../../test/staff-world.ts';

const world = useStaffWorld();

const put = (who: Caller, key: string, value: unknown) =>
  who.call('PUT', `/api/admin/settings/${key}`, { value });

describe('S7.07 settings', () => {
  test('are all listed with their values, and each change has an audit entry', async () => {
    const rows = (await world.ada.call('GET', '/api/admin/settings')).body as unknown as {
      key: string;
      value: unknown;
    }[];
    expect(rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['maintenance_mode', 'action_limit', 'marketplace_fee', 'emergency_shutdown']),
    );
    const value = { enabled: true, updatedAt: '2026-11-21T16:00:00.000Z' };
    expect((await put(world.ada, 'maintenance_mode', value)).body).toEqual({
      key: 'maintenance_mode',
      value,
    });
    const { body } = await world.ada.call('GET', '/api/admin/audit?action=settings.changed&pageSize=1');
    expect(body).toMatchObject([
      { actor: 'ada', subjectId: 'maintenance_mode', before: { enabled: false }, after: value },
    ]);
    const { body: off } = await put(world.ada, 'maintenance_mode', { enabled: false });
    expect(off.value).toEqual({ enabled: false, updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  test('that are changed at the same moment have audit entries that follow each other', async () => {
    const percents = [1, 2, 3, 4];
    const answers = await Promise.all(
      percents.map((percent) => put(world.ada, 'marketplace_fee', { percent })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await world.ada.call('GET', '/api/admin/audit?action=settings.changed&pageSize=4');
    const entries = body as unknown as { before: object; after: object }[];
    for (const [index, { before }] of entries.slice(0, -1).entries())
      expect(before).toEqual(entries[index + 1]!.after);
    await put(world.ada, 'marketplace_fee', { percent: 5 });
  });

  test('refuse a change that is based on a value that someone else has replaced; its repeat is no conflict', async () => {
    const change = (who: Caller, percent: number, before: number) =>
      who.call('PUT', '/api/admin/settings/marketplace_fee', {
        value: { percent },
        before: { percent: before },
      });
    expect((await change(world.ada, 3, 5)).status).toBe(200);
    expect(await change(world.otto, 2, 5)).toMatchObject({ status: 409, body: { code: 'setting_changed' } });
    expect((await change(world.ada, 3, 5)).status).toBe(200);
    expect((await change(world.otto, 5, 3)).status).toBe(200);
    const [on, off] = [{ enabled: true }, { enabled: false }];
    const { body: started } = await put(world.ada, 'maintenance_mode', on);
    const end = { value: off, before: started.value };
    for (const time of ['first', 'repeat']) {
      const answer = await world.ada.call('PUT', '/api/admin/settings/maintenance_mode', end);
      expect([time, answer.status]).toEqual([time, 200]);
    }
  });

  test('S7.09 maintenance refuses writes of users who are not staff, and allows reads', async () => {
    const nova = await world.signIn('nova');
    const write = (who: Caller) => who.call('PUT', `/api/users/${who.id}`, { role: 'seller' });
    await put(world.ada, 'maintenance_mode', { enabled: true });
    expect((await write(nova)).body.message).toBe('Service unavailable');
    expect((await nova.call('GET', '/api/auth/user')).status).toBe(200);
    expect((await nova.call('POST', '/api/auth/logout')).status).toBe(200);
    await put(world.ada, 'maintenance_mode', { enabled: false });
    expect((await write(await world.signIn('nick'))).status).toBe(200);
  });

  test.each([
    ['action_limit', { perHour: 300 }],
    ['marketplace_fee', { percent: 0.15 }],
    ['marketplace_fee', { percent: 5.0000001 }],
    ['marketplace_fee', { percent: 1e-9 }],
    ['marketplace_fee', { percent: 10.1 }],
    ['marketplace_fee', { percent: -1 }],
    ['maintenance_mode', { enabled: 'yes' }],
    ['maintenance_mode', { enabled: true, more: 1 }],
    ['maintenance_mode', { enabled: true, updatedAt: 'now' }],
    ['maintenance_mode', null],
  ])('%s refuses %j', async (key, value) => {
    expect((await put(world.otto, key, value)).status).toBe(400);
    expect((await world.otto.call('PUT', `/api/admin/settings/${key}`, {})).status).toBe(400);
  });

  test('of an owner refuse an admin before their value is checked, except for the start of the emergency stop', async () => {
    const refused = async (key: string, value: unknown) => (await put(world.ada, key, value)).body.code;
    expect(await refused('payout_hold', { days: 'many' })).toBe('owner_required');
    expect(await refused('emergency_shutdown', { enabled: 'yes' })).toBe('invalid_input');
    expect(await refused('emergency_shutdown', { enabled: false })).toBe('owner_required');
    expect((await put(world.otto, 'payout_hold', { days: 'many' })).body.code).toBe('invalid_input');
  });

  test('admins change three settings and start the emergency stop; only owners change the rest and lift the stop', async () => {
    expect((await put(world.ada, 'action_limit', { perHour: 200 })).status).toBe(200);
    expect((await put(world.ada, 'marketplace_fee', { percent: 4.5 })).status).toBe(200);
    expect((await put(world.ada, 'payout_hold', { days: 0 })).body.message).toBe('Owner access required');
    expect((await put(world.ada, 'nothing', {})).status).toBe(404);
    expect((await world.ada.call('POST', '/api/admin/emergency-shutdown')).body).toMatchObject({
      success: true,
      enabled: true,
    });
    expect(
      (await world.ada.call('POST', '/api/admin/emergency-shutdown', { enabled: false })).body.message,
    ).toBe('Owner access required');
    const nova = await world.buyer(1_000);
    expect((await world.order(nova, await world.pass(500), 500)).status).toBe(503);
    expect((await world.otto.call('POST', '/api/admin/emergency-shutdown', { enabled: false })).status).toBe(
      200,
    );
    expect((await world.order(nova, await world.pass(500), 500)).status).not.toBe(503);
  });
});

describe('corrections', () => {
  const give = (to: Caller, amount: unknown, more: object = {}, key?: string) =>
    world.otto.call(
      'POST',
      '/api/admin/corrections',
      { userId: to.id, walletType: 'buyer', amount, reason: 'goodwill', ...more },
      key ? { 'idempotency-key': key } : {},
    );

  test('add or remove money once per key, with an audit entry', async () => {
    const nova = await world.signIn('nova');
    expect(await give(nova, '12.34', {}, 'gift')).toMatchObject({
      status: 201,
      body: { success: true, balance: 12.34 },
    });
    expect((await give(nova, '12.34', {}, 'gift')).headers['idempotency-replayed']).toBe('true');
    expect((await give(nova, -2.34, { reason: 'too much' })).body).toMatchObject({ balance: 10 });
    expect(await world.wallet(nova)).toMatchObject({ posted: 1_000 });
    const { body } = await world.ada.call(
      'GET',
      `/api/admin/audit?action=wallets.corrected&search=${nova.id}`,
    );
    expect(body).toMatchObject([
      { reason: 'too much', before: { walletType: 'buyer', cents: 1_234 }, after: { cents: 1_000 } },
      { reason: 'goodwill', before: { cents: 0 }, after: { cents: 1_234 } },
    ]);
  });

  test.each([
    [{ amount: 0 }, 400, 'Invalid amount'],
    [{ amount: 1.234 }, 400, 'Invalid amount'],
    [{ reason: '  ' }, 400, /reason must/],
    [{ walletType: 'house' }, 400, /walletType/],
    [{ userId: 'nobody' }, 404, 'User not found'],
    [{ amount: -0.01 }, 409, 'Insufficient balance'],
  ])('refuse %j with %i', async (wrong, status, message) => {
    const nova = await world.signIn('nova');
    const refused = await give(nova, 1, wrong);
    expect([refused.status, refused.body.message]).toEqual([status, expect.stringMatching(message)]);
    expect(await world.wallet(nova)).toMatchObject({ posted: 0 });
  });
});

describe('the audit log', () => {
  test('can be searched, filtered and paged', async () => {
    const pages = await Promise.all(
      [1, 2].map((page) =>
        world.ada.call('GET', `/api/admin/audit?action=settings.changed&pageSize=2&page=${page}`),
      ),
    );
    const ids = pages.flatMap(({ body }) =>
      (body as unknown as { id: string }[]).map(({ id }) => Number(id)),
    );
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(4);
    const total = Number(pages[0]!.headers['x-total-count']);
    const day = new Date().toISOString().slice(0, 10);
    const of = async (query: string) =>
      Number(
        (await world.ada.call('GET', `/api/admin/audit?action=settings.changed&${query}`)).headers[
          'x-total-count'
        ],
      );
    expect(await of(`from=${day}`)).toBe(total);
    expect(await of(`to=${day}`)).toBe(0);
    expect(await of(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toBe(0);
    expect((await of(`actor=${world.ada.id}`)) + (await of(`actor=${world.otto.id}`))).toBe(total);
    expect(await of('search=EMERGENCY')).toBe(3 - 1);
    expect((await world.ada.call('GET', '/api/admin/audit?from=yesterday')).status).toBe(400);
  });

  test('cannot be changed or deleted, not even by the database owner', async () => {
    const { services, database } = world;
    await expect(services.db.deleteFrom('auditLog').execute()).rejects.toThrow(/permission denied/);
    await expect(services.db.updateTable('auditLog').set({ action: 'x' }).execute()).rejects.toThrow(
      /permission denied/,
    );
    for (const change of [
      'update audit_log set reason = null',
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(database.asOwner(change)).rejects.toThrow(/append-only/);
    }
  });
});
