import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { REPOSITORY } from '../../../test/repository.ts';
import { setSetting } from '../../../test/settings.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
});
afterAll(() => world.close());

const metrics = async () => (await world.app.inject('/metrics')).payload;
const ready = async () => (await world.app.inject('/readyz')).json();

test('orders are counted by status, and open reviews until staff decide them', async () => {
  const { asOwner } = world.database;
  await world.seller(1_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(500);
  const order = await world.order(nova, pass, 500);
  await world.final(nova, order);
  await asOwner(`insert into reviews (kind, subject_id) values ('withdrawal', new_id())`);
  const first = await metrics();
  expect(first).toMatch(/^sterling_orders_day\{status="completed"\} 1$/m);
  expect(first).toMatch(/^sterling_reviews_open\{kind="withdrawal"\} 1$/m);
  expect(first).toMatch(/^sterling_unclear_age_seconds 0$/m);
  expect(first).toMatch(/^sterling_orders_overdue_seconds 0$/m);
  expect(first).toMatch(/^sterling_price_held 0$/m);

  await asOwner(`update reviews set state = 'overtaken', closed_at = now()`);
  expect(await metrics()).toMatch(/^sterling_reviews_open\{kind="withdrawal"\} 0$/m);
});

test('metrics show for how long the worker has not reached its node, and how many blocks it is behind', async () => {
  const { asOwner } = world.database;
  await asOwner('delete from chain_health');
  await asOwner(`insert into chain_blocks (height, hash, prev, time) values (10, 'ten', 'nine', now())`);
  expect(await metrics()).not.toMatch(/^sterling_node_looked_seconds \d/m);
  await asOwner(`insert into chain_health (looked_at, height, troubles)
    values (now() - interval '5 minutes', 14, '{}')`);
  expect(await metrics()).toMatch(/^sterling_cursor_lag_blocks 4$/m);
  const { groups } = /^sterling_node_looked_seconds (?<seconds>\d+)$/m.exec(await metrics())!;
  expect(Number(groups!.seconds)).toBeGreaterThanOrEqual(300);
});

test('metrics show for how long the signer has been silent, and the rest of its daily limit', async () => {
  const { asOwner } = world.database;
  expect(await metrics()).not.toMatch(/^sterling_signer_age_seconds \d/m);
  expect(await metrics()).toMatch(/^sterling_signer_troubles 1$/m);
  await asOwner(`insert into signer_health (looked_at, troubles, payment_limit, day_limit)
    values (now() - interval '5 minutes', '{}', 1, 250000000)`);
  const { groups } = /^sterling_signer_age_seconds (?<seconds>\d+)$/m.exec(await metrics())!;
  expect(Number(groups!.seconds)).toBeGreaterThanOrEqual(300);
  expect(await metrics()).toMatch(/^sterling_signer_left_ltc 2\.5$/m);
  expect(await metrics()).toMatch(/^sterling_signer_day_limit_ltc 2\.5$/m);
});

test('access 17: /readyz and metrics show the age of the price and the orders that wait', async () => {
  const { asOwner, db } = world.database;
  await asOwner('delete from prices where not exists (select from deposits)');
  // the alert PriceMissing waits for the absence of this metric
  expect((await ready()).price).toEqual({ ageSeconds: null });
  expect(await metrics()).not.toMatch(/^sterling_price_age_seconds \d/m);
  expect(await ready()).toMatchObject({ orders: { waiting: 0, oldestSeconds: 0 } });
  await asOwner(`insert into prices (price, sources, first_at, as_of)
    values (8500, '[]', now() - interval '20 minutes', now() - interval '20 minutes')`);
  await world.control('POST', '/faults', {
    service: 'game-platform',
    path: '/purchase',
    times: 5,
    kind: 'slow',
    seconds: 5,
  });
  await world.seller(1_000, 3);
  await world.order(await world.buyer(1_000), await world.pass(500), 500);
  await expect
    .poll(async () => (await ready()).orders)
    .toEqual({ waiting: 1, oldestSeconds: expect.any(Number) });
  // the database's clock was set back
  await asOwner(
    `set session_replication_role = replica; update orders set created_at = now() + interval '1 hour' where ended_at is null`,
  );
  expect((await ready()).orders.oldestSeconds).toBeGreaterThan(3_500);
  const shown = await metrics();
  expect(shown).toMatch(/^sterling_orders_waiting 1$/m);
  expect(shown).toMatch(/^sterling_orders_waiting_seconds \d+$/m);
  const { groups } = /^sterling_price_age_seconds (?<seconds>\d+)$/m.exec(shown)!;
  expect(Number(groups!.seconds)).toBeGreaterThanOrEqual(1_200);
  expect((await ready()).price.ageSeconds).toBeGreaterThanOrEqual(1_200);
  await db.updateTable('chainHealth').set({ nodeVersion: '/LitecoinCore:0.21.5.5/' }).execute();
  expect((await ready()).node).toEqual({ version: expect.any(String) });
});

test('rare day 11: after the database’s clock was set back, /readyz warns and no age hides it', async () => {
  const { asOwner } = world.database;
  await asOwner(`insert into heartbeats (minute) values (date_trunc('minute', now()) + interval '2 days')`);
  await asOwner(
    `insert into book_proofs (at, took_ms, differences) values (now() + interval '2 days', 1, '[]')`,
  );
  await world.seller(1_000, 3);
  await world.fault({ path: '/purchase', kind: 'slow', seconds: 5, times: 1 });
  await world.order(await world.buyer(1_000), await world.pass(500), 500);
  await asOwner(`update orders set next_check_at = now() + interval '2 days' where ended_at is null`);
  const [{ warnings }, shown] = [await ready(), await metrics()];
  await asOwner(`delete from heartbeats where minute > now()`);
  expect(warnings).toEqual([
    expect.stringMatching(/^the database's clock was set back: it is 1[67]\d{4} seconds behind the last/),
  ]);
  for (const name of ['proof_age', 'orders_overdue'])
    expect(shown).toMatch(new RegExp(`^sterling_${name}_seconds 17\\d{4}$`, 'm'));
  expect((await ready()).warnings).toEqual([]);
});

test('/readyz and metrics show a lost worker, the emergency stop and maintenance mode', async () => {
  const { asOwner } = world.database;
  await asOwner('delete from chain_health');
  await asOwner(`insert into chain_health (looked_at, height, troubles) values (now(), 0, '{}')`);
  expect(await ready()).toMatchObject({
    checks: { worker: 'ok' },
    switches: { emergencyStop: false, maintenance: false },
  });
  expect(await metrics()).toMatch(/^sterling_emergency_stop 0$/m);
  await asOwner(`update chain_health set looked_at = now() + interval '1 minute'`);
  expect(await metrics()).toMatch(/^sterling_node_looked_seconds (59|60)$/m);
  await asOwner(`update chain_health set looked_at = now() - interval '5 minutes'`);
  await setSetting(world.database, 'emergency_shutdown', { enabled: true });
  await setSetting(world.database, 'maintenance_mode', { enabled: true });
  expect(await ready()).toMatchObject({
    ready: false,
    checks: { worker: 'has not reached the Litecoin node for minutes' },
    switches: { emergencyStop: true, maintenance: true },
  });
  const stopped = await metrics();
  expect(stopped).toMatch(/^sterling_emergency_stop 1$/m);
  expect(stopped).toMatch(/^sterling_maintenance 1$/m);
});

test('rare day 11: a clock that differs from the database’s is a warning and a metric', async () => {
  expect(await metrics()).toMatch(/^sterling_clock_difference_seconds 0$/m);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const { warnings } = await ready();
  const ahead = await metrics();
  vi.useRealTimers();
  expect(warnings).toEqual([expect.stringMatching(/^the clock of this process is 3\d{3} seconds ahead of/)]);
  expect(ahead).toMatch(/^sterling_clock_difference_seconds 3\d{3}/m);
});

const fileOf = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

/** The metrics that a file of `deploy/` names, each of which must exist. */
async function expectMetrics(text: string): Promise<void> {
  const described = await metrics();
  const named = new Set([...text.matchAll(/(?:sterling|nodejs|process)_\w+/g)].map(([name]) => name));
  expect(named.size).toBeGreaterThan(5);
  for (const name of named) expect(described).toMatch(new RegExp(`^# TYPE ${name} (gauge|counter)$`, 'm'));
}

test('every metric and every runbook that an alert names exists', async () => {
  const alerts = fileOf('deploy/alerts.yml');
  const headings = [...fileOf('docs/guide/operations.md').matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^a-z -]/g, '')
      .replaceAll(' ', '-'),
  );
  await expectMetrics(alerts);
  for (const [, anchor] of alerts.matchAll(/operations\.md#([\w-]+)/g)) expect(headings).toContain(anchor);
});

test.each(['money', 'health'])('every metric of the dashboard %s exists', async (name) => {
  const dashboard = JSON.parse(fileOf(`deploy/grafana/${name}.json`)) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const exprs = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(exprs.length).toBeGreaterThan(10);
  await expectMetrics(exprs.join('\n'));
});
