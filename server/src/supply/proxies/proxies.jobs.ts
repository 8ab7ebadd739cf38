import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { returnBehind } from '../roblox-accounts/roblox-accounts.jobs.ts';
import { takeOffSaleBehind } from '../roblox-accounts/stock.ts';
import { PROXY_DOWN, urlOf } from './proxies.rules.ts';
import { recordTrial } from './proxies.ts';
import { openPassword } from './proxy-route.ts';

type Needed = Pick<Services, 'config' | 'db' | 'vault' | 'game' | 'log'>;

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 8;

/** Tries proxies that are due: new ones immediately, those that failed a call immediately, the others every few minutes. */
export async function followProxies(services: Needed, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const tried = await tryDue(services).catch((err) => {
      services.log.error({ err }, 'proxies could not be tried');
      return 0;
    });
    if (tried === 0) await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Tries the proxies that are due the longest, a few immediately; answers how many. */
export async function tryDue(services: Needed): Promise<number> {
  const due = await claimDue(services.db);
  await Promise.all(due.map((proxy) => tryOne(services, proxy)));
  return due.length;
}

/** What fails now takes the accounts behind it off sale, for nothing of theirs goes another way; what works brings them back. */
async function tryOne(services: Needed, proxy: DueProxy): Promise<void> {
  const { db, vault, game, log } = services;
  const proxyUrl = urlOf({ ...proxy, password: openPassword(vault, proxy.id, proxy.sealedPassword) });
  let problem = await game.whyUnreachable(proxyUrl);
  // one lost connection is not an outage
  if (problem !== null && proxy.status === 'active') problem = await game.whyUnreachable(proxyUrl);
  await inTransaction(db, async (tx) => {
    await recordTrial(tx, proxy.id, { problem });
    if (problem !== null) await takeOffSaleBehind(tx, proxy.id, PROXY_DOWN);
  });
  if (problem === null) await returnBehind(services, proxy.id);
  if (problem !== null && proxy.status === 'active')
    log.info({ proxyId: proxy.id, problem }, 'a proxy fails');
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
 * What accounts depend on comes first, then what was never tried, so that nobody's heap of dead proxies keeps the others
 * waiting. Due again in a while, should this process die meanwhile; two workers never claim the same.
 */
async function claimDue(db: Db): Promise<DueProxy[]> {
  const due = db
    .selectFrom('proxies')
    .where('checkDueAt', '<=', sql<Date>`now()`)
    .select('id')
    .orderBy(sql`exists (select from roblox_accounts a where a.proxy_id = proxies.id)`, 'desc')
    .orderBy(sql`status = 'unchecked'`, 'desc')
    .orderBy('checkDueAt')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('proxies')
    .set({ checkDueAt: sql`now() + interval '1 minute'` })
    .where('id', 'in', due)
    .returning(['id', 'host', 'port', 'username', 'sealedPassword', 'status'])
    .execute();
}
