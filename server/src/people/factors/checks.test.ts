import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, caller, openTestApp, type TestApp } from '../../../test/app.ts';
import {
  ageChecks,
  checkByCode,
  enrolApp,
  enrolPasskey,
  forgetSteps,
  secondSession,
} from '../../../test/factors.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { softPasskey } from '../../../test/passkey.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { createSession, endSessionsOf, rotateSessionsOf } from '../sessions/sessions.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  nova = await world.signIn('nova');
});

test('access 3: a passkey that is removed during a check does not pass it', async () => {
  const passkey = await enrolPasskey(nova);
  await ageChecks(world, nova);
  const options = (await nova.call('POST', '/api/factors/check/options')).body.passkey;
  const answer = passkey.answer(options as Record<string, unknown>);
  const removal = await openTransaction(world.services.db, async (tx) => {
    await tx.deleteFrom('factors').where('userId', '=', nova.id).execute();
  });
  const checked = nova.call('POST', '/api/factors/check', { kind: 'passkey', answer });
  await lockIsAwaited(world.database);
  removal.release();
  await removal.finished;
  expect(await checked).toMatchObject({ status: 400, body: { code: 'check_failed' } });
  const { rows } = await world.database.asOwner(
    'select is_fresh_check(checked_at) as fresh from sessions where user_id = $1',
    [nova.id],
  );
  expect(rows).toEqual([{ fresh: false }]);
});

test('access 3: of two devices with the same passkey that answer at the same time, one passes, and the person is told', async () => {
  const passkey = await enrolPasskey(nova);
  const phone = await secondSession(world, nova);
  await ageChecks(world, nova);
  const checkBy = async (who: Pick<Caller, 'call'>) => {
    const options = (await who.call('POST', '/api/factors/check/options')).body.passkey;
    const answer = passkey.answer(options as Record<string, unknown>, { counter: 50 });
    return who.call('POST', '/api/factors/check', { kind: 'passkey', answer });
  };
  const lock = await openTransaction(world.services.db, async (tx) => {
    await tx.selectFrom('factors').where('userId', '=', nova.id).select('id').forUpdate().execute();
  });
  const both = [checkBy(nova), checkBy(phone)];
  await lockIsAwaited(world.database, null, 2);
  lock.release();
  await lock.finished;
  const answers = (await Promise.all(both)).map(({ status }) => status).toSorted();
  expect(answers).toEqual([200, 400]);
  const { body } = await nova.call('GET', '/api/inbox');
  expect(body).toMatchObject({ entries: [{ title: 'A passkey may have been copied' }, {}] });
});

test('access 3: a passkey without a counter passes every check', async () => {
  const passkey = await enrolPasskey(nova);
  await world.database.asOwner('update factors set counter = 0 where user_id = $1', [nova.id]);
  for (const status of [200, 200]) {
    const options = (await nova.call('POST', '/api/factors/check/options')).body.passkey;
    const answer = passkey.answer(options as Record<string, unknown>, { counter: 0 });
    expect((await nova.call('POST', '/api/factors/check', { kind: 'passkey', answer })).status).toBe(status);
  }
});

test('access 3: an owner who clears the rate limits gives nobody more guesses', async () => {
  const app = await enrolApp(nova);
  await forgetSteps(world);
  for (let tries = 0; tries < 5; tries += 1) await checkByCode(nova, '000000');
  const otto = await world.signIn('otto', 'admin', true);
  expect((await otto.call('POST', '/api/admin/clear-rate-limits')).status).toBe(200);
  expect(await checkByCode(nova, app.code())).toMatchObject({ status: 429 });
});

test('access 3: an error of the database does not count as a wrong code', async () => {
  const app = await enrolApp(nova);
  await forgetSteps(world);
  await world.database.asOwner(`
    create function refuse_write() returns trigger language plpgsql as $$ begin raise exception 'cannot write'; end $$;
    create trigger refuse_write before update on factors for each row execute function refuse_write()`);
  for (let tries = 0; tries < 10; tries += 1)
    expect((await checkByCode(nova, app.code())).body.code).toBe('server_error');
  await world.database.asOwner('drop function refuse_write cascade');
  expect(await checkByCode(nova, app.code())).toMatchObject({ status: 200 });
});

test('access 3: a session that ends during a check passes nothing and is refused as signed out', async () => {
  const app = await enrolApp(nova);
  await forgetSteps(world);
  const logout = await openTransaction(world.services.db, async (tx) => {
    await endSessionsOf(tx, [nova.id]);
  });
  const checked = checkByCode(nova, app.code());
  await lockIsAwaited(world.database);
  logout.release();
  await logout.finished;
  expect(await checked).toMatchObject({ status: 401, body: { code: 'authentication_required' } });
});

test('access 3: the new token of a check is in its own answer, so a copy of the old token gets none', async () => {
  const app = await enrolApp(nova);
  await ageChecks(world, nova);
  await forgetSteps(world);
  const token = await inTransaction(world.services.db, (tx) =>
    createSession(tx, nova.id, { ip: '10.0.0.8', userAgent: 'laptop' }),
  );
  const laptop = caller(world.app, `sterling=${token}`);
  const thief = caller(world.app, `sterling=${token}`);
  expect((await checkByCode(laptop, app.code())).status).toBe(200);
  const copied = await thief.call('GET', '/api/auth/user');
  expect([copied.status, copied.headers['set-cookie']]).toEqual([200, undefined]);
  // the old token is valid for requests in flight, and the check does not count for it
  const protectedCall = (who: Pick<Caller, 'call'>) => who.call('POST', '/api/factors/recovery-codes');
  expect((await protectedCall(thief)).body.code).toBe('step_up_required');
  expect((await protectedCall(laptop)).status).toBe(200);
  await endOldTokens();
  expect((await thief.call('GET', '/api/auth/user')).status).toBe(401);
  expect((await laptop.call('GET', '/api/auth/user')).status).toBe(200);
});

test('access 3: a check does not count for a copy of the token that was renewed first', async () => {
  const app = await enrolApp(nova);
  await ageChecks(world, nova);
  await forgetSteps(world);
  const thief = caller(world.app, nova.cookie);
  await inTransaction(world.services.db, (tx) => rotateSessionsOf(tx, nova.id));
  expect((await thief.call('GET', '/api/auth/user')).headers['set-cookie']).toBeDefined();
  expect((await checkByCode(nova, app.code())).status).toBe(200);
  const protectedCall = (who: Pick<Caller, 'call'>) => who.call('POST', '/api/factors/recovery-codes');
  expect((await protectedCall(thief)).body.code).toBe('step_up_required');
  expect((await protectedCall(nova)).status).toBe(200);
  // the person, whose token the thief has replaced, gets the session back
  expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  expect((await thief.call('GET', '/api/auth/user')).status).toBe(401);
});

test('access 3: a copy of the old token does not get the session by signing out everywhere else', async () => {
  const app = await enrolApp(nova);
  await ageChecks(world, nova);
  await forgetSteps(world);
  const thief = caller(world.app, nova.cookie);
  expect((await checkByCode(nova, app.code())).status).toBe(200);
  const signOut = await thief.call('DELETE', '/api/auth/sessions');
  expect([signOut.body.code, signOut.headers['set-cookie']]).toEqual(['step_up_required', undefined]);
  await endOldTokens();
  expect((await nova.call('POST', '/api/factors/recovery-codes')).status).toBe(200);
  expect((await thief.call('GET', '/api/auth/user')).status).toBe(401);
});

test('access 3: a browser that lost the answer of a check signs out everywhere else after one more check', async () => {
  const app = await enrolApp(nova);
  const phone = await secondSession(world, nova);
  await forgetSteps(world);
  const lost = caller(world.app, nova.cookie);
  expect((await checkByCode(lost, app.code())).status).toBe(200);
  const signOut = () => nova.call('DELETE', '/api/auth/sessions');
  expect(await signOut()).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
  await forgetSteps(world);
  expect((await checkByCode(nova, app.code())).status).toBe(200);
  expect(await signOut()).toMatchObject({ status: 200, body: { ended: 1 } });
  expect((await phone.call('GET', '/api/auth/user')).status).toBe(401);
  expect((await nova.call('GET', '/api/auth/user')).status).toBe(200);
});

test('access 3: an unchecked session with its present token still signs out everywhere else', async () => {
  await enrolApp(nova);
  await ageChecks(world, nova);
  expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
});

test('access 3: a copy of the token that was used before the first factor adds no factor of its own', async () => {
  const thief = caller(world.app, nova.cookie);
  const { body } = await thief.call('POST', '/api/factors/totp/secret');
  const code = new TOTP({ secret: Secret.fromBase32(String(body.secret)) }).generate();
  const passkey = softPasskey();
  const { body: options } = await nova.call('POST', '/api/factors/passkeys/options');
  const lock = await openTransaction(world.services.db, async (tx) => {
    await tx.selectFrom('users').where('id', '=', nova.id).select('id').forUpdate().execute();
  });
  const added = nova.call('POST', '/api/factors/passkeys', {
    name: 'Laptop',
    answer: passkey.enrol(options),
  });
  await lockIsAwaited(world.database);
  // admitted before there is a factor, so nothing was asked of it
  const stolen = thief.call('POST', '/api/factors/totp', { name: 'Phone', code });
  await lockIsAwaited(world.database, null, 2);
  lock.release();
  expect((await added).status).toBe(201);
  expect(await stolen).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
  expect((await nova.call('GET', '/api/factors')).body.factors).toMatchObject([{ name: 'Laptop' }]);
});

/** Old tokens of a session are valid for a few minutes. */
const endOldTokens = () =>
  world.database.asOwner(`update sessions set previous_until = now() where user_id = $1`, [nova.id]);
