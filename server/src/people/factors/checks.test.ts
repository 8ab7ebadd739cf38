import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { ageChecks, checkByCode, enrolApp, enrolPasskey, forgetSteps } from '../../../test/factors.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { endSessionsOf } from '../sessions/sessions.ts';

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
