import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { inParallel, repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { takeOffSaleForProxy } from '../roblox-accounts/off-sale.ts';
import { PROXY_DOWN, urlOf } from './proxies.rules.ts';
import { recordProxyCheck } from './proxies.ts';
import { openPassword } from './proxy-route.ts';

type Needed = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

const POLL_EVERY_MS = 1_000;
const MAX_CONCURRENT_CHECKS = 8;

/** Checks due proxies until the signal. New proxies and proxies that failed a call are due immediately, others every few minutes. */
export async function followProxies(services: Needed, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'could not check the proxies';
  await repeat(async () => (await checkDueProxies(services)) > 0, {
    everyMs: POLL_EVERY_MS,
    failed,
    log,
    signal,
  });
}

/** Checks the proxies that have been due the longest, at most 8 concurrently. Returns how many were checked. */
export async function checkDueProxies(services: Needed): Promise<number> {
  const due = await claimDue(services.db);
  await inParallel(due, (proxy) => checkProxy(services, proxy));
  return due.length;
}

/** Takes the accounts of a failing proxy off sale, because they have no other route. `followReturns` puts them on sale again. */
async function checkProxy(services: Needed, proxy: DueProxy): Promise<void> {
  const { db, vault, game, log } = services;
  const proxyUrl = urlOf({ ...proxy, password: openPassword(vault, proxy.id, proxy.sealedPassword) });
  let problem = await game.whyUnreachable(proxyUrl);
  if (problem !== null && !(await game.isAnswering())) return checkAgainSoon(db, proxy.id);
  // A single lost connection is not an outage.
  if (problem !== null && proxy.status === 'active') problem = await game.whyUnreachable(proxyUrl);
  await inTransaction(db, async (tx) => {
    await recordProxyCheck(tx, proxy.id, { problem });
    if (problem !== null) await takeOffSaleForProxy(tx, proxy.id, PROXY_DOWN);
  });
  if (problem !== null && proxy.status === 'active')
    log.info({ proxyId: proxy.id, problem }, 'a proxy is failing');
}

/** While Roblox answers nobody, a check says nothing about the proxy, so its status stays. */
async function checkAgainSoon(db: Db, proxyId: string): Promise<void> {
  await db
    .updateTable('proxies')
    .set({ checkDueAt: sql<Date>`now() + interval '15 seconds'` })
    .where('id', '=', proxyId)
    .execute();
}

interface DueProxy {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly username: string | null;
  readonly sealedPassword: Buffer | null;
  readonly status: string;
}

/**
 * Claims due proxies for one minute, so a crash only delays them. Proxies with accounts come first, then unchecked ones:
 * one seller's many dead proxies must not delay the others. Two workers never claim the same proxy.
 */
async function claimDue(db: Db): Promise<DueProxy[]> {
  const due = db
    .selectFrom('proxies')
    .where('checkDueAt', '<=', sql<Date>`now()`)
    .select('id')
    .orderBy(sql`exists (select from roblox_accounts a where a.proxy_id = proxies.id)`, 'desc')
    .orderBy(sql`status = 'unchecked'`, 'desc')
    .orderBy('checkDueAt')
    .limit(MAX_CONCURRENT_CHECKS)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('proxies')
    .set({ checkDueAt: sql`now() + interval '1 minute'` })
    .where('id', 'in', due)
    .returning(['id', 'host', 'port', 'username', 'sealedPassword', 'status'])
    .execute();
}
