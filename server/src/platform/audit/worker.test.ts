import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { eventually, makeLogin, type ProductProcess, startProcess } from '../../../test/processes.ts';
import { APP_ROLE, WORKER_ROLE } from '../db/pool.ts';

let world: TestApp;
const started: ProductProcess[] = [];
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(async () => {
  await Promise.all(started.map((each) => each.kill()));
  await world.close();
});

/** Lets a worker with a login of some role carry out a reset of a second factor. Returns the role that its audit entry names. */
async function roleInEntry(login: string): Promise<string> {
  const [staff, nova] = [await world.signIn('ada', 'admin'), await world.signIn('nova')];
  await enrolApp(nova);
  await staff.call('POST', `/api/admin/users/${nova.id}/factor-reset`, { reason: 'Lost their phone' });
  await world.database.asOwner(`update factor_resets set due_at = now()`);
  const { sandboxUrl } = world;
  const databaseUrl = await makeLogin(world.database, login);
  const directory = world.services.config.dataDir;
  const worker = await startProcess('worker', { databaseUrl, sandboxUrl, directory });
  started.push(worker);
  const entry = await eventually(async () => {
    const { rows } = await world.database.asOwner(
      `select actor_id, by_role from audit_log where action = 'factors.reset' and subject_id = $1`,
      [nova.id],
    );
    return rows[0];
  });
  await worker.stop();
  expect(entry.actor_id).toBeNull();
  return entry.by_role;
}

test('access 13: the worker is named by its own login, and with the login of web it still runs', async () => {
  expect(await roleInEntry(WORKER_ROLE)).toBe('sterling_worker');
  expect(await roleInEntry(APP_ROLE)).toBe('sterling_app');
});
