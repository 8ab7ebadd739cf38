import { expect, test } from 'vitest';
import { openDyingPool } from '../../../test/dying-pool.ts';
import { useSellerWorld } from '../../../test/seller.ts';
import { APP_ROLE } from '../../platform/db/pool.ts';
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
