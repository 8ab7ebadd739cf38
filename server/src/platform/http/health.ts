import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import client from 'prom-client';
import { chainHealth, readPayoutStops } from '../../money/litecoin/guards.reads.ts';
import { chainLag } from '../../money/litecoin/litecoin.reads.ts';
import { priceAge } from '../../money/prices/prices.reads.ts';
import { signerHealth } from '../../money/signer/signer.reads.ts';
import { lastCount } from '../../money/treasury/coin-count.ts';
import { lastProof } from '../../money/treasury/treasury.reads.ts';
import { readSettings } from '../../people/settings/settings.reads.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { orderBacklog } from '../../trade/orders/backlog.reads.ts';
import { secondsSetBack } from '../clock/set-back.reads.ts';
import { clockDifference } from '../db/clock-difference.ts';
import { refuseReadOnly, schemaDifference } from '../db/migrate.ts';
import type { Db } from '../db/pool.ts';
import { isSameSecret } from '../same-secret.ts';
import { addLiveMetrics } from './live-metrics.ts';
import { addMoneyMetrics } from './money-metrics.ts';

const MAX_BLOCKS_BEHIND = 3;
const MAX_CLOCK_SECONDS = 10;

/** Servers that still answer everything and are about to close. */
const draining = new WeakSet<FastifyInstance>();

/** Adds `/healthz`: the process is alive, and a proxy may send requests. */
export function addHealth(app: FastifyInstance): void {
  app.get('/healthz', async (_request, reply) => {
    const ok = !draining.has(app);
    return reply.status(ok ? 200 : 503).send({ ok });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining.has(app)) reply.header('connection', 'close');
  });
}

/** `/healthz` answers 503 for `ms`, so that proxies choose another process. Connections close after their next answer. */
export async function drain(app: FastifyInstance, ms: number): Promise<void> {
  draining.add(app);
  await sleep(ms);
}

/** Adds `/readyz` (database, migrations, chain, node, worker, signer, payouts, coins, books; switches, the price's age and the backlog of orders) and `/metrics`. */
export function addOperations(app: FastifyInstance, services: Services): void {
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  addLiveMetrics(registry, services);
  const readMoney = addMoneyMetrics(registry, services.db);

  app.get('/readyz', async (_request, reply) => {
    const checks = await readiness(services);
    const ready = Object.values(checks).every((check) => check === 'ok');
    const figures = checks.migrations === 'ok' ? await readFigures(services.db) : { warnings: [] };
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, checks, ...figures });
  });

  app.get('/metrics', async (request, reply) => {
    refuseMetrics(services.config, request.headers.authorization);
    await readMoney();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function refuseMetrics({ mode, metricsToken }: Services['config'], authorization: string | undefined): void {
  if (mode === 'sandbox') return;
  if (!metricsToken || !isSameSecret(authorization ?? '', `Bearer ${metricsToken}`)) refuse('not_found');
}

async function readiness({ db, node }: Services): Promise<Record<string, string>> {
  const database = await statusOf(refuseReadOnly(db));
  if (database !== 'ok') return { database };
  const migrations = (await schemaDifference(db)) ?? 'ok';
  // the queries below may not fit another schema
  if (migrations !== 'ok') return { database, migrations };
  const follower = chainHealth(db);
  const [nodeStatus, workerStatus] = await Promise.all([
    statusOf(follower.then(refuseTroubles)),
    statusOf(follower.then(refuseSilence)),
  ]);
  return {
    database,
    migrations,
    chain: await statusOf(
      chainLag(db, node).then((blocks) => {
        if (blocks > MAX_BLOCKS_BEHIND) throw new Error(`${blocks} blocks behind`);
      }),
    ),
    node: nodeStatus,
    worker: workerStatus,
    signer: await statusOf(signerHealth(db).then(refuseTroubles)),
    payouts: await statusOf(readPayoutStops(db).then((troubles) => refuseTroubles({ troubles }))),
    coins: await statusOf(
      lastCount(db).then((count) => {
        const odd = count?.differences.length ?? 0;
        if (odd > 0) throw new Error(`${odd} coin(s) are not what was booked`);
      }),
    ),
    books: await statusOf(
      lastProof(db).then((proof) => {
        if (proof && proof.differences > 0) throw new Error(`${proof.differences} difference(s)`);
      }),
    ),
  };
}

/** What the operator wants to see although it stops nothing. */
async function readFigures(db: Db) {
  const [clockSeconds, setBackSeconds, chain, ageSeconds, orders, settings] = await Promise.all([
    clockDifference(db),
    secondsSetBack(db),
    chainHealth(db),
    priceAge(db),
    orderBacklog(db),
    readSettings(db),
  ]);
  const switches = {
    emergencyStop: settings.emergency_shutdown.enabled,
    maintenance: settings.maintenance_mode.enabled,
  };
  const warnings = [...chain.warnings, ...clockWarnings(clockSeconds), ...setBackWarnings(setBackSeconds)];
  return { warnings, switches, node: { version: chain.nodeVersion }, price: { ageSeconds }, orders };
}

function clockWarnings(seconds: number): string[] {
  if (Math.abs(seconds) <= MAX_CLOCK_SECONDS) return [];
  const where = seconds > 0 ? 'ahead of' : 'behind';
  return [`the clock of this process is ${Math.round(Math.abs(seconds))} seconds ${where} the database's`];
}

function setBackWarnings(seconds: number): string[] {
  if (seconds <= MAX_CLOCK_SECONDS) return [];
  return [`the database's clock was set back: it is ${seconds} seconds behind the last recorded minute`];
}

function refuseTroubles({ troubles }: { readonly troubles: readonly string[] }): void {
  if (troubles.length > 0) throw new Error(troubles.join('; '));
}

function refuseSilence({ isSilent }: { readonly isSilent: boolean }): void {
  if (isSilent) throw new Error('has not reached the Litecoin node for minutes');
}

/** 'ok', or the error message of a failed check. */
async function statusOf(check: Promise<unknown>): Promise<string> {
  return check.then(
    () => 'ok',
    (error: Error) => error.message.slice(0, 200),
  );
}
