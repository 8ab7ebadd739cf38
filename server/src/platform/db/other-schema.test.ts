import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { eventually, makeLogin, type ProductProcess, startProcess } from '../../../test/processes.ts';
import { freePort } from './embedded.ts';
import { migrate } from './migrate.ts';
import { APP_ROLE, openPool, SIGNER_ROLE } from './pool.ts';
import { followSchema } from './schema.jobs.ts';

let world: OrderWorld;
const started: ProductProcess[] = [];
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
  await world.close();
});

async function start(role: 'web' | 'worker' | 'signer', of = APP_ROLE): Promise<ProductProcess> {
  const databaseUrl = await makeLogin(world.database, of);
  const { sandboxUrl, services } = world;
  const process = await startProcess(role, { databaseUrl, sandboxUrl, directory: services.config.dataDir });
  started.push(process);
  return process;
}

const readyz = async ({ origin }: ProductProcess) => {
  const answer = await fetch(`${origin}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { checks: Record<string, string> } };
};

test('access 17: a process refuses a schema newer than its code, and a running one says so: web in /readyz, worker and signer in the log', async () => {
  const web = await start('web');
  const silent = [await start('worker'), await start('signer', SIGNER_ROLE)];
  expect((await readyz(web)).body.checks.migrations).toBe('ok');
  await world.database.asOwner(
    `insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')`,
  );
  const newer = 'newer schema than this version of Sterling: it has the migration 9999_later.sql';
  const { status, body } = await readyz(web);
  expect(status).toBe(503);
  expect(body.checks.migrations).toContain(newer);
  for (const each of silent) await eventually(async () => each.log().includes(newer));
  for (const role of ['web', 'worker'] as const) await expect(start(role)).rejects.toThrow(newer);
  await expect(migrate(world.database.url)).rejects.toThrow(/9999_later\.sql.*use the version that made it/);
  await world.database.asOwner(`delete from schema_migrations where name = '9999_later.sql'`);
  expect((await readyz(web)).body.checks.migrations).toBe('ok');
  await web.stop();
  expect(web.log()).toContain('"event":"SIGTERM","msg":"sterling is stopping"');
  expect(web.log()).toContain('"msg":"sterling has stopped"');
});

test('a process whose database does not answer does not claim that its schema is another', async () => {
  const silent = openPool(`postgres://sterling@127.0.0.1:${await freePort()}/sterling`, { max: 1 });
  const [stopped, error] = [new AbortController(), vi.fn()];
  const following = followSchema({ db: silent.db, log: { error } as unknown as Logger }, stopped.signal);
  await vi.waitFor(() => expect(error).toHaveBeenCalled());
  stopped.abort();
  await Promise.all([following, silent.close()]);
  const what = 'cannot see whether another version has migrated the database';
  expect(error.mock.calls).toEqual([[{ err: expect.objectContaining({ code: 'ECONNREFUSED' }) }, what]]);
});
