import { expect, test } from 'vitest';
import { openDyingPool } from '../../../test/dying-pool.ts';
import { useSellerWorld } from '../../../test/seller.ts';
import { APP_ROLE, openPool } from '../../platform/db/pool.ts';
import { checkDueLines } from './account-imports.jobs.ts';

const world = useSellerWorld();

test('S9.07 a worker that is killed at any statement of a line adds its account exactly once', async () => {
  const { services, database } = world.app;
  // the limit of actions is not part of this test
  const config = { ...services.config, actionLimit: false };
  let isKilled = true;
  for (let statements = 0; isKilled; statements += 1) {
    const { cookie } = await world.gameAccount(100);
    const body = { lines: [cookie], ratePerThousand: 3.5, ownershipConfirmed: true };
    const sela = await world.app.signIn('sela', 'seller');
    const { id } = (await sela.call('POST', '/api/roblox-accounts/imports', body)).body;
    const dying = openDyingPool(database.url, APP_ROLE, statements);
    await checkDueLines({ ...services, config, db: dying.db }).catch(() => undefined);
    isKilled = await dying.pg.query('select 1').then(
      () => false,
      () => true,
    );
    await dying.close().catch(() => undefined);
    await database.asOwner(`update account_imports set due_at = now() where id = $1 and state = 'running'`, [
      id,
    ]);
    await expect
      .poll(async () => {
        await checkDueLines({ ...services, config });
        return (await sela.call('GET', `/api/roblox-accounts/imports/${id}`)).body;
      })
      .toMatchObject({ state: 'done', counts: { added: 1 } });
    const accounts = await database.asOwner('select from roblox_accounts where user_id = $1', [sela.id]);
    expect(accounts.rows).toHaveLength(1);
  }
});

test('S9.07 two workers together check each line of an import once', async () => {
  const { services, database } = world.app;
  const cookies: string[] = [];
  for (let made = 0; made < 6; made += 1) cookies.push((await world.gameAccount(100)).cookie);
  const body = { lines: cookies, ratePerThousand: 3.5, ownershipConfirmed: true };
  const { id } = (await world.sela.call('POST', '/api/roblox-accounts/imports', body)).body;
  const other = openPool(database.url, { max: 4, role: APP_ROLE });
  const checks: string[] = [];
  const game = {
    ...services.game,
    whoAmI: (session: Parameters<typeof services.game.whoAmI>[0]) => {
      checks.push(session.cookie);
      return services.game.whoAmI(session);
    },
  };
  const read = async () => (await world.sela.call('GET', `/api/roblox-accounts/imports/${id}`)).body;
  const work = async (db: typeof services.db) => {
    while ((await read()).state === 'running') await checkDueLines({ ...services, db, game });
  };
  await Promise.all([work(services.db), work(other.db)]);
  await other.close();
  expect(await read()).toMatchObject({ state: 'done', counts: { added: 6 } });
  expect(checks).toHaveLength(6);
  expect(new Set(checks).size).toBe(6);
});

test('S9.07 a cookie that Roblox rotated during a check that failed is used by the next check', async () => {
  const { services, database } = world.app;
  const body = { lines: [world.game.cookie], ratePerThousand: 3.5, ownershipConfirmed: true };
  const { id } = (await world.sela.call('POST', '/api/roblox-accounts/imports', body)).body;
  const headers = { 'set-cookie': `.ROBLOSECURITY=${world.game.cookie}1; path=/` };
  await world.fault({ kind: 'slow', seconds: 0, path: '/users/authenticated', headers });
  await world.fault({ kind: 'status', status: 500, path: '/currency' });
  await checkDueLines(services);
  await database.asOwner('update account_imports set due_at = now() where id = $1', [id]);
  await checkDueLines(services);
  const { lines } = (await world.sela.call('GET', `/api/roblox-accounts/imports/${id}`)).body;
  expect(lines).toMatchObject([{ state: 'added', ending: world.game.cookie.slice(-4) }]);
});
