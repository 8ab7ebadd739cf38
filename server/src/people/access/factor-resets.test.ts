import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { ageChecks, enrolApp } from '../../../test/factors.ts';
import { runScript } from '../../../test/scripts.ts';
import { endRestoredAccess } from '../../money/restores/access.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { applyDueResets } from './factor-resets.ts';

let world: TestApp;
let otto: Caller;
let ada: Caller;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  otto = await world.signIn('otto', 'admin', true);
  ada = await world.signIn('ada', 'admin');
});
afterAll(() => world.close());
beforeEach(async () => {
  nova = await world.signIn('nova');
});

const reset = (who: Caller, of: Caller, reason = 'Lost their phone') =>
  who.call('POST', `/api/admin/users/${of.id}/factor-reset`, { reason });
const withdraw = (who: Caller, of: Caller) => who.call('DELETE', `/api/admin/users/${of.id}/factor-reset`);
const factorsOf = async (who: Caller) => (await who.call('GET', '/api/factors')).body;
const passTime = (hours: number) =>
  world.database.asOwner(
    `update factor_resets set due_at = due_at - $1 * interval '1 hour' where state = 'waiting'`,
    [hours],
  );

test('access 3: a lost factor is removed by staff after the waiting time, and the sessions end', async () => {
  await enrolApp(nova);
  const { status, body } = await reset(ada, nova);
  expect(status).toBe(201);
  expect(Math.round((new Date(String(body.dueAt)).getTime() - Date.now()) / 3_600_000)).toBe(72);
  expect(await reset(otto, nova)).toMatchObject({ status: 409, body: { code: 'reset_waiting' } });
  const [entry] = (await nova.call('GET', '/api/inbox')).body.entries as object[];
  expect(entry).toMatchObject({ kind: 'security', isTrouble: true });
  await passTime(71);
  expect(await applyDueResets(world.services)).toBe(0);
  expect(await factorsOf(nova)).toMatchObject({ factors: [{}], reset: { reason: 'Lost their phone' } });
  await passTime(1);
  await Promise.all([applyDueResets(world.services), applyDueResets(world.services)]);
  expect((await nova.call('GET', '/api/auth/user')).status).toBe(401);
  const { rows } = await world.database.asOwner(
    `select has_factor, (select count(*)::int from recovery_codes where user_id = u.id) as codes from users u where id = $1`,
    [nova.id],
  );
  expect(rows).toEqual([{ has_factor: false, codes: 0 }]);
  const { rows: audited } = await world.database.asOwner(
    'select action, actor_id from audit_log where subject_id = $1 order by id',
    [nova.id],
  );
  expect(audited).toEqual([
    { action: 'factors.added', actor_id: nova.id },
    { action: 'factors.reset_requested', actor_id: ada.id },
    { action: 'factors.reset', actor_id: null },
  ]);
});

test('access 3: a reset that fails is tried again and delays no other', async () => {
  const mira = await world.signIn('mira');
  for (const person of [nova, mira]) {
    await enrolApp(person);
    await reset(ada, person);
  }
  await passTime(72);
  await world.database.asOwner(
    `alter table factor_resets add constraint broken check (user_id <> '${nova.id}' or state = 'waiting')`,
  );
  await applyDueResets(world.services);
  const signedIn = () =>
    Promise.all([nova, mira].map(async (who) => (await who.call('GET', '/api/auth/user')).status));
  expect(await signedIn()).toEqual([200, 401]);
  await world.database.asOwner('alter table factor_resets drop constraint broken');
  await applyDueResets(world.services);
  expect(await signedIn()).toEqual([401, 401]);
});

test('access 3: the person cancels a reset that they did not ask for, without a check', async () => {
  await enrolApp(nova);
  await reset(ada, nova);
  await ageChecks(world, nova);
  expect((await nova.call('DELETE', '/api/factors/reset')).body).toMatchObject({ reset: null });
  expect((await nova.call('DELETE', '/api/factors/reset')).status).toBe(404);
  await passTime(100);
  await applyDueResets(world.services);
  expect(await factorsOf(nova)).toMatchObject({ factors: [{}] });
  expect((await reset(ada, nova)).status).toBe(201);
  expect((await withdraw(otto, nova)).status).toBe(200);
  expect(await factorsOf(nova)).toMatchObject({ factors: [{}], reset: null });
});

test('access 3: nobody resets their own factor, and only owners reset those of staff', async () => {
  const mara = await world.signIn('mara', 'admin');
  await enrolApp(mara);
  expect(await reset(mara, mara)).toMatchObject({ status: 403, body: { code: 'unauthorized' } });
  expect(await reset(ada, mara)).toMatchObject({ status: 403, body: { code: 'owner_required' } });
  expect((await reset(otto, mara)).status).toBe(201);
  expect(await reset(ada, nova)).toMatchObject({ status: 409, body: { code: 'no_factor' } });
  expect((await reset(nova, mara)).status).toBe(403);
  await ageChecks(world, mara);
  expect(await reset(mara, nova)).toMatchObject({ body: { code: 'step_up_required' } });
});

test('access 3: a restore cancels the resets that wait, because some may have been cancelled since the backup', async () => {
  await passTime(100);
  await applyDueResets(world.services);
  const mira = await world.signIn('mira');
  for (const person of [nova, mira]) {
    await enrolApp(person);
    expect((await reset(ada, person)).status).toBe(201);
  }
  await withdraw(otto, mira);
  const { cancelledResets } = await inTransaction(world.services.db, endRestoredAccess);
  expect(cancelledResets).toBe(1);
  await passTime(100);
  await applyDueResets(world.services);
  expect(await hasFactor(nova)).toBe(true);
  const [last] = await audited(nova);
  expect(last).toMatchObject({
    action: 'factors.reset_cancelled',
    actor_id: null,
    reason: expect.stringContaining('restored'),
  });
  [otto, ada] = [await world.signIn('otto', 'admin', true), await world.signIn('ada', 'admin')];
});

test.each(['admin', 'owner'])(
  'access 3: a reset that an admin requested does not reach someone who became %s',
  async (rank) => {
    const risen = await world.signIn(`later-${rank}`);
    await enrolApp(risen);
    expect((await reset(ada, risen)).status).toBe(201);
    await setRank(risen, rank);
    await passTime(72);
    await applyDueResets(world.services);
    expect(await hasFactor(risen)).toBe(true);
    expect((await audited(risen))[0]).toMatchObject({ action: 'factors.reset_cancelled', actor_id: null });
    expect((await reset(otto, risen)).status).toBe(201);
    await passTime(72);
    await applyDueResets(world.services);
    expect(await hasFactor(risen)).toBe(false);
  },
);

async function hasFactor({ id }: Caller): Promise<boolean> {
  const { rows } = await world.database.asOwner('select has_factor from users where id = $1', [id]);
  return rows[0].has_factor;
}
/** The newest first. */
const audited = async ({ id }: Caller) =>
  (
    await world.database.asOwner(
      'select action, actor_id, reason from audit_log where subject_id = $1 order by id desc',
      [id],
    )
  ).rows;
const setRank = ({ id }: Caller, rank: string) =>
  world.database.asOwner(`update users set role = 'admin', is_owner = $1 where id = $2`, [
    rank === 'owner',
    id,
  ]);

test('access 3: a command on the server resets the factor of the only owner immediately', async () => {
  await enrolApp(nova);
  const { discordId } = (await nova.call('GET', '/api/auth/user')).body;
  const run = (id: unknown) =>
    runScript('reset-factor.ts', {
      args: ['--discord-id', String(id)],
      env: { DATABASE_URL: world.database.url },
    });
  expect(await run('1')).toEqual({ code: 1, printed: 'No user has this Discord id.\n' });
  expect(await run(discordId)).toEqual({ code: 0, printed: expect.stringContaining('were removed') });
  expect((await nova.call('GET', '/api/auth/user')).status).toBe(401);
  expect(await run(discordId)).toEqual({ code: 1, printed: 'This user has no second factor.\n' });
});
