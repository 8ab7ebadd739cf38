import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { openVisitor } from '../../../test/visitor.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { buildServer } from '../../platform/http/server.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';
import { followConfiguredOwners } from './owners.ts';

/** Owners by OWNER_DISCORD_IDS, and owners by the panel. */
let world: TestApp;
let otto: Caller;
let ada: Caller;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.services.db.updateTable('users').set({ isOwner: false, isOwnerGranted: false }).execute();
  otto = await world.signIn('otto', 'admin', true);
  ada = await world.signIn('ada', 'admin');
});

const start = (...owners: string[]) =>
  inTransaction(world.services.db, (tx) => followConfiguredOwners(tx, owners));
const rowOf = ({ id }: Pick<Caller, 'id'>) =>
  world.services.db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['isOwner', 'isOwnerGranted', 'discordId'])
    .executeTakeFirstOrThrow();
const discordIdOf = async (who: Caller) => String((await rowOf(who)).discordId);
const entriesOf = ({ id }: Pick<Caller, 'id'>) =>
  world.services.db
    .selectFrom('auditLog')
    .where('subjectId', '=', id)
    .orderBy('id')
    .select(['actorId', 'action', 'before', 'after', 'reason'])
    .execute();
const seesTreasury = async (who: Caller) => (await who.call('GET', '/api/admin/treasury')).status;
const edit = (who: Caller, by: Caller, isOwner: boolean) =>
  by.call('PATCH', `/api/admin/users/${who.id}`, { isOwner });

test('access 5: an id that is removed from the configuration loses the rights at the next start', async () => {
  const ottos = await discordIdOf(otto);
  expect(await start(ottos)).toBe(0);
  expect(await seesTreasury(otto)).toBe(200);
  expect(await start(await discordIdOf(ada))).toBe(2);
  expect(await seesTreasury(otto)).toBe(403);
  expect(await seesTreasury(ada)).toBe(200);
  const removed = { actorId: null, action: 'owners.removed', reason: 'OWNER_DISCORD_IDS' };
  expect((await entriesOf(otto)).at(-1)).toMatchObject({
    ...removed,
    before: { isOwner: true },
    after: { isOwner: false },
  });
  expect((await entriesOf(ada)).at(-1)).toMatchObject({ action: 'owners.named', after: { isOwner: true } });
  expect(await start(ottos)).toBe(2);
  expect([await seesTreasury(otto), await seesTreasury(ada)]).toEqual([200, 403]);
});

test('access 5: every session of someone who becomes or stops being an owner gets a new token', async () => {
  await start(await discordIdOf(ada));
  for (const who of [otto, ada]) {
    const { headers } = await who.call('GET', '/api/auth/user');
    expect(String(headers['set-cookie'])).toMatch(/^sterling=[\w-]{43};/);
  }
});

test('access 5: the configuration is followed at each sign-in, in both directions', async () => {
  const serverFor = (ownerDiscordIds: string[]) => {
    const config = { ...world.services.config, ownerDiscordIds };
    return buildServer({ ...world.services, config }, { maxLoopDelayMs: 0 });
  };
  const visitor = openVisitor(world);
  await visitor.signIn('ursula');
  const session = caller(world.app, `${SESSION_COOKIES.plain}=${visitor.cookie(SESSION_COOKIES.plain)}`);
  const id = String((await session.call('GET', '/api/auth/user')).body.id);
  const ursula = { id, ...session };
  const named = await serverFor([await discordIdOf(ursula)]);
  const unnamed = await serverFor([]);
  for (const [app, isOwner] of [
    [named, true],
    [named, true],
    [unnamed, false],
    [unnamed, false],
  ] as const) {
    await openVisitor({ app }).signIn('ursula');
    expect((await rowOf(ursula)).isOwner).toBe(isOwner);
  }
  const changes = (await entriesOf(ursula)).map(({ action }) => action);
  expect(changes.filter((action) => action !== 'sessions.started')).toEqual([
    'owners.named',
    'owners.removed',
  ]);
  await named.close();
  await unnamed.close();
});

test('access 5: what the panel grants stays, whatever the configuration says, until the panel takes it', async () => {
  const ottos = await discordIdOf(otto);
  await start(ottos);
  expect((await edit(ada, otto, true)).status).toBe(200);
  const adas = await discordIdOf(ada);
  for (const owners of [[ottos], [ottos, adas], [ottos]]) {
    await start(...owners);
    expect(await rowOf(ada)).toMatchObject({ isOwner: true, isOwnerGranted: true });
  }
  expect((await edit(ada, otto, false)).status).toBe(200);
  expect(await rowOf(ada)).toMatchObject({ isOwner: false, isOwnerGranted: false });
  expect(await seesTreasury(ada)).toBe(403);
});

test('access 5: the panel cannot take the rights from an owner whom the configuration names', async () => {
  const config = { ...world.services.config, ownerDiscordIds: [await discordIdOf(otto)] };
  const app = await buildServer({ ...world.services, config }, { maxLoopDelayMs: 0 });
  await edit(ada, otto, true);
  const { status, body } = await caller(app, ada.cookie).call('PATCH', `/api/admin/users/${otto.id}`, {
    isOwner: false,
  });
  expect([status, body.code]).toEqual([409, 'owner_configured']);
  expect((await rowOf(otto)).isOwner).toBe(true);
  await app.close();
});

test('access 5: a banned or deleted user does not become an owner', async () => {
  const adas = await discordIdOf(ada);
  await edit(ada, otto, false);
  await otto.call('PATCH', `/api/admin/users/${ada.id}`, { isBanned: true });
  await start(await discordIdOf(otto), adas);
  expect((await rowOf(ada)).isOwner).toBe(false);
});

test('access 5: the last owner can neither give the rights away nor delete the account', async () => {
  const given = await edit(otto, otto, false);
  const kept = await otto.call('POST', '/api/reset/delete-me', {});
  for (const { status, body } of [given, kept])
    expect([status, body.code, body.message]).toEqual([409, 'owner_protected', 'There must be an owner']);
  expect(await rowOf(otto)).toMatchObject({ isOwner: true, discordId: expect.any(String) });
});

test('access 5: of two owners who delete their accounts at the same time, one stays', async () => {
  await edit(ada, otto, true);
  const answers = await Promise.all([otto, ada].map((who) => who.call('POST', '/api/reset/delete-me', {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const owners = [await rowOf(otto), await rowOf(ada)].filter(({ isOwner }) => isOwner);
  expect(owners).toHaveLength(1);
});
