import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { freshAddress } from '../../../test/payer.ts';
import { setSetting } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { approveDue } from '../../money/withdrawals/approving.ts';
import { applyDueResets } from './factor-resets.ts';

/** Maintenance refuses everything that a person could do against a thief. So what the waits protect from must not happen meanwhile. */
let world: TestApp;
let otto: Caller;
beforeAll(async () => {
  world = await openTestApp();
  await pollPrices(world.services);
  otto = await world.signIn('otto', 'admin', true);
});
afterEach(() => maintain(false));
afterAll(() => world.close());

const maintain = (enabled: boolean) => setSetting(world.database, 'maintenance_mode', { enabled });

test('during maintenance a person can still sign out everywhere else', async () => {
  const nova = await world.signIn('nova', 'seller');
  await maintain(true);
  expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
});

test('during maintenance the wait of a new address does not end', async () => {
  await setSetting(world.database, 'new_address_wait', { hours: 24 });
  const nova = await world.signIn('nova', 'seller');
  await credit(world.services.db, nova.id, 100_000, { wallet: 'seller' });
  const asked = await nova.call('POST', '/api/wallet/withdraw', {
    amount: 500,
    ltcAddress: freshAddress(),
    walletType: 'seller',
  });
  expect(asked.status).toBe(201);
  await maintain(true);
  await world.database.asOwner(
    `set session_replication_role = replica; update withdrawals set waits_until = now() where user_id = $1`.replace(
      '$1',
      `'${nova.id}'`,
    ),
  );
  await approveDue(world.services.db);
  const { rows } = await world.database.asOwner('select state from withdrawals where user_id = $1', [
    nova.id,
  ]);
  expect(rows).toEqual([{ state: 'requested' }]);
});

test('staff do not shorten the wait of a new address by the maintenance that was in it', async () => {
  await setSetting(world.database, 'new_address_wait', { hours: 24 });
  await setSetting(world.database, 'withdrawal_review', { overUsd: null, newAddress: true });
  const nova = await world.signIn('nova', 'seller');
  await credit(world.services.db, nova.id, 100_000, { wallet: 'seller' });
  const wish = { amount: 500, ltcAddress: freshAddress(), walletType: 'seller' };
  expect((await nova.call('POST', '/api/wallet/withdraw', wish)).status).toBe(201);
  // requested 25 hours ago; for ten of them Sterling was in maintenance
  await world.database.asOwner(`set session_replication_role = replica;
    update withdrawals set created_at = now() - interval '25 hours', waits_until = now() - interval '1 hour' where user_id = '${nova.id}';
    insert into trade_pauses (started_at, ended_at) values (now() - interval '20 hours', now() - interval '10 hours')`);
  const { id } = await world.services.db
    .selectFrom('reviews')
    .where('userId', '=', nova.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const decision = { decision: 'approve', reason: 'They called' };
  expect((await otto.call('POST', `/api/admin/reviews/${id}`, decision)).status).toBe(200);
  await approveDue(world.services.db);
  const { rows } = await world.database.asOwner('select state, reason from withdrawals where user_id = $1', [
    nova.id,
  ]);
  expect(rows).toEqual([{ state: 'requested', reason: expect.stringContaining('new address') }]);
});

test('during maintenance nobody loses their second factor, because they cannot cancel the reset', async () => {
  const nova = await world.signIn('nova', 'seller');
  await enrolApp(nova);
  const path = `/api/admin/users/${nova.id}/factor-reset`;
  expect((await otto.call('POST', path, { reason: 'A caller said that it is lost' })).status).toBe(201);
  await maintain(true);
  expect((await nova.call('DELETE', '/api/factors/reset')).status).toBe(503);
  await world.database.asOwner('update factor_resets set due_at = now()');
  await applyDueResets(world.services);
  const { rows } = await world.database.asOwner('select has_factor from users where id = $1', [nova.id]);
  expect(rows).toEqual([{ has_factor: true }]);
});
