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
import { clockDifference, secondsSetBack } from '../clock/clock.reads.ts';
import { refuseReadOnly, schemaDifference } from '../db/migrate.ts';
import type { Db } from '../db/pool.ts';
import { isSameSecret } from '../same-secret.ts';
import { addFailureMetrics } from './failure-metrics.ts';
import { addLiveMetrics } from './live-metrics.ts';
import { addMoneyMetrics } from './money-metrics.ts';

const MAX_BLOCKS_BEHIND = 3;
const MAX_CLOCK_SECONDS = 10;
/** A monitor must read the reason before it gives up itself. */
const MAX_CHECK_SECONDS = 4;

/** Servers that still answer everything and are about to close. */
const draining = new WeakSet<FastifyInstance>();

/** Adds `/healthz`: the process is alive, and a proxy may send requests. */
export function addHealth(app: FastifyInstance): void {
  // proxies ask every second, which the log need not say
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
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

/** Adds `/readyz` (database, migrations, writes, chain, node, worker, signer, payouts, coins, books; switches, the price's age and the backlog of orders) and `/metrics`. */
export function addOperations(app: FastifyInstance, services: Services): void {
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  addLiveMetrics(registry, services);
  addFailureMetrics(registry, services);
  const readMoney = addMoneyMetrics(registry, services.db);

  app.get('/readyz', async (_request, reply) => {
    const checks = await readiness(services);
    const ready = Object.values(checks).every((check) => check === 'ok');
    const figures = checks.migrations === 'ok' ? await readWarnings(services.db) : { warnings: [] };
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

async function readiness(services: Services): Promise<Record<string, string>> {
  const { db } = services;
  const database = await statusOf(refuseReadOnly(db).then(() => null));
  if (database !== 'ok') return { database };
  const migrations = await statusOf(schemaDifference(db));
  // the queries of the other checks may not fit another schema
  if (migrations !== 'ok') return { database, migrations };
  const checks = await Promise.all(
    Object.entries(startChecks(services)).map(
      async ([name, check]) => [name, await statusOf(check)] as const,
    ),
  );
  return { database, migrations, ...Object.fromEntries(checks) };
}

/** Starts all checks together. Each finds a problem, or null. A check that throws has found one too. */
function startChecks({ db, node, refusedWrites }: Services): Record<string, Promise<string | null>> {
  const follower = chainHealth(db);
  return {
    writes: Promise.resolve(refusedWrites.recent()),
    chain: chainLag(db, node).then((blocks) =>
      blocks > MAX_BLOCKS_BEHIND ? `${blocks} blocks behind` : null,
    ),
    node: follower.then(({ troubles }) => joined(troubles)),
    worker: follower.then(({ isSilent }) =>
      isSilent ? 'has not reached the Litecoin node for minutes' : null,
    ),
    signer: signerHealth(db).then(({ troubles }) => joined(troubles)),
    payouts: readPayoutStops(db).then(joined),
    coins: lastCount(db).then((count) => {
      const odd = count?.differences.length ?? 0;
      return odd > 0 ? `${odd} coin(s) are not what was booked` : null;
    }),
    books: lastProof(db).then((proof) =>
      proof && proof.differences > 0 ? `${proof.differences} difference(s)` : null,
    ),
  };
}

const joined = (troubles: readonly string[]): string | null =>
  troubles.length > 0 ? troubles.join('; ') : null;

/** 'ok', or the problem that a check has found. No answer in time is a problem too. */
async function statusOf(check: Promise<string | null>): Promise<string> {
  const late = sleep(1_000 * MAX_CHECK_SECONDS, `no answer within ${MAX_CHECK_SECONDS} seconds`, {
    ref: false,
  });
  const problem = await Promise.race([check, late]).catch((error: Error) => error.message);
  return problem?.slice(0, 200) ?? 'ok';
}

/** What the operator wants to see although it stops nothing. */
async function readWarnings(db: Db) {
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
