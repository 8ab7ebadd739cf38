import { dollarsOf, ltcOf } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import client, { type Registry } from 'prom-client';
import { freshMarketPrice, isPriceHeld, priceAge } from '../../money/prices/prices.reads.ts';
import { readTreasury } from '../../money/treasury/overview.reads.ts';
import { readSettings } from '../../people/settings/settings.reads.ts';
import { readLastBackup } from '../../tools/backups/backups.reads.ts';
import { orderBacklog } from '../../trade/orders/backlog.reads.ts';
import { ageSecondsOf } from '../clock/ages.ts';
import { clockDifference } from '../clock/clock.reads.ts';
import { MAX_ORDER_PAUSE } from '../clock/future-times.ts';
import type { Db } from '../db/pool.ts';

/** Metric name, without `sterling_`, → help text. */
const GAUGES = {
  reserves_ltc: 'LTC in hot, deposit and cold addresses',
  liabilities_usd: 'Dollars owed to people',
  exposure_usd: 'Reserves at the present price less liabilities',
  tip_age_seconds: 'Age of the newest applied block',
  price_age_seconds: 'Age of the last price, even when it is too old to be used',
  proof_age_seconds: 'Age of the last proof of the books',
  proof_differences: 'Differences that it found',
  coin_count_age_seconds: 'Age of the node’s last count of the coins',
  coin_count_differences: 'Coins that only the node or only the books had in that count',
  backup_age_seconds: 'Age of the last backup of the owner panel; absent before the first',
  clock_difference_seconds:
    'How far the clock of this process is ahead of the database’s; negative when it is behind',
  node_troubles: 'Reasons why deposits and withdrawals are paused',
  node_warnings: 'Outdated Litecoin nodes; nothing waits for them',
  payout_stops: 'Open kinds of reviews that stop payouts',
  node_looked_seconds: 'Seconds since the worker last reached its node',
  signer_age_seconds: 'Seconds since the signer last checked for pending transactions',
  signer_troubles: 'Reasons why the signer does not sign',
  signer_day_limit_ltc: 'LTC that the signer may sign in 24 hours',
  signer_left_ltc: 'LTC that the signer may still sign within its 24-hour limit',
  cursor_lag_blocks: 'Blocks of the node that are not applied yet',
  unclear_age_seconds: 'Age of the oldest purchase with an unknown outcome; 0 without one',
  orders_overdue_seconds: 'How long the next check of the oldest overdue order is late',
  orders_waiting: 'Orders that the worker has not finished',
  orders_waiting_seconds: 'Age of the oldest of them; 0 without one',
  emergency_stop: '1 while the emergency stop is on',
  maintenance: '1 while maintenance mode is on',
  price_held:
    '1 while a price jump waits for confirmation by further rounds, or the market is far from a price by hand',
  price_sources: 'Sources of the fresh market price; absent without one',
} as const;
type Figures = Readonly<Record<keyof typeof GAUGES, number | null>>;

/** Registers gauges of money and its dependencies. The returned function updates them. A gauge without a value is absent. */
export function addMoneyMetrics(registry: Registry, db: Db): () => Promise<void> {
  const gauges = Object.entries(GAUGES).map(([name, help]) => ({
    name: name as keyof Figures,
    gauge: new client.Gauge({ name: `sterling_${name}`, help, registers: [registry] }),
  }));
  const readGroups = addGroups(registry, db);
  return async () => {
    await readGroups();
    const figures = await readGauges(db);
    for (const { name, gauge } of gauges) {
      const value = figures[name];
      if (value === null) gauge.remove();
      else gauge.set(value);
    }
  };
}

async function readGauges(db: Db): Promise<Figures> {
  const waiting = await readWaiting(db);
  const settings = await readSettings(db);
  const treasury = await readTreasury(db, { hotAddress: '', coldAddress: null });
  return {
    reserves_ltc: ltcOf(treasury.reserves.totalLtc),
    liabilities_usd: dollarsOf(treasury.liabilitiesUsd),
    exposure_usd: treasury.exposureUsd && dollarsOf(treasury.exposureUsd),
    tip_age_seconds: treasury.tip.ageSeconds,
    proof_age_seconds: treasury.proof?.ageSeconds ?? null,
    proof_differences: treasury.proof?.differences ?? null,
    coin_count_age_seconds: treasury.coins?.ageSeconds ?? null,
    coin_count_differences: treasury.coins?.differences ?? null,
    backup_age_seconds: (await readLastBackup(db))?.ageSeconds ?? null,
    clock_difference_seconds: await clockDifference(db),
    node_troubles: treasury.guards.troubles.length,
    node_warnings: treasury.node.warnings.length,
    payout_stops: treasury.stops.length,
    signer_age_seconds: treasury.signer.ageSeconds,
    signer_troubles: treasury.signer.troubles.length,
    signer_day_limit_ltc: treasury.signer.dayLimitLtc && ltcOf(treasury.signer.dayLimitLtc),
    signer_left_ltc: treasury.signer.leftLtc && ltcOf(treasury.signer.leftLtc),
    ...waiting,
    emergency_stop: settings.emergency_shutdown.enabled ? 1 : 0,
    maintenance: settings.maintenance_mode.enabled ? 1 : 0,
    price_held: (await isPriceHeld(db)) ? 1 : 0,
    price_sources: (await freshMarketPrice(db))?.sources.length ?? null,
  };
}

type Waiting = Pick<
  Figures,
  | 'node_looked_seconds'
  | 'cursor_lag_blocks'
  | 'unclear_age_seconds'
  | 'orders_overdue_seconds'
  | 'price_age_seconds'
  | 'orders_waiting'
  | 'orders_waiting_seconds'
>;

async function readWaiting(db: Db): Promise<Waiting> {
  const [price, backlog] = await Promise.all([priceAge(db), orderBacklog(db)]);
  const { rows } = await sql<{ looked: number | null; lag: number | null; unclear: number; overdue: number }>`
    select
      (select ${ageSecondsOf('looked_at')}::int from chain_health) as looked,
      (select greatest(0, h.height - (select coalesce(max(height), -1) from chain_blocks)) from chain_health h) as lag,
      (select coalesce(max(${ageSecondsOf('marked_at')}), 0)::int from purchase_attempts
        where state = 'unclear') as unclear,
      (select greatest(0, extract(epoch from now() - min(next_check_at)),
        extract(epoch from max(next_check_at) - now() - ${MAX_ORDER_PAUSE}::interval))::int from orders
        where next_check_at is not null) as overdue`.execute(db);
  const { looked, lag, unclear, overdue } = rows[0]!;
  return {
    node_looked_seconds: looked,
    cursor_lag_blocks: lag,
    unclear_age_seconds: unclear,
    orders_overdue_seconds: overdue,
    price_age_seconds: price,
    orders_waiting: backlog.waiting,
    orders_waiting_seconds: backlog.oldestSeconds,
  };
}

/** Metric name → help text, label, and groups that are 0 from the beginning, because alerts compare them. */
const GROUPS = {
  orders_day: ['Orders of the last 24 hours', 'status', ['completed', 'failed']],
  withdrawals_open: ['Withdrawals that are neither confirmed nor failed', 'state', []],
  webhook_events_day: ['Events of the last 24 hours for people’s webhooks', 'state', []],
  reviews_open: ['Reviews that wait for a decision of staff', 'kind', []],
} as const;

/** Registers counts by group. A group that becomes empty is 0 from then on, so that alerts see it. */
function addGroups(registry: Registry, db: Db): () => Promise<void> {
  const made = Object.entries(GROUPS).map(([name, [help, label, known]]) => {
    const options = { name: `sterling_${name}`, help, labelNames: [label], registers: [registry] };
    return { name, label, gauge: new client.Gauge(options), seen: new Set<string>(known) };
  });
  return async () => {
    const rows = await readGroups(db);
    for (const { name, label, gauge, seen } of made) {
      for (const group of seen) gauge.set({ [label]: group }, 0);
      for (const { what, group, count } of rows) {
        if (what !== name) continue;
        gauge.set({ [label]: group }, count);
        seen.add(group);
      }
    }
  };
}

interface Group {
  readonly what: keyof typeof GROUPS;
  readonly group: string;
  readonly count: number;
}

/** Order ids begin with their creation time, so the primary key finds the orders of the last day. */
async function readGroups(db: Db): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select 'orders_day' as what, status as "group", count(*) as count from orders
      where id > (lpad(to_hex((extract(epoch from now() - interval '24 hours') * 1000)::bigint), 12, '0')
        || '70008000000000000000')::uuid group by status
    union all select 'withdrawals_open', state, count(*) from withdrawals
      where state not in ('confirmed', 'failed') group by state
    union all select 'webhook_events_day', state, count(*) from webhook_deliveries
      where at > now() - interval '24 hours' group by state
    union all select 'reviews_open', kind, count(*) from reviews where state = 'open' group by kind`.execute(
    db,
  );
  return rows;
}
