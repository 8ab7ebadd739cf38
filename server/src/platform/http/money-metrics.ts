import { sql } from 'kysely';
import client, { type Registry } from 'prom-client';
import { readTreasury } from '../../money/treasury/overview.reads.ts';
import type { Db } from '../db/pool.ts';

/** Gauges of money and what it rests on; the answer reads them anew. One without a figure is absent. */
export function addMoneyMetrics(registry: Registry, db: Db): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new client.Gauge({ name: `sterling_${name}`, help, registers: [registry] });
  const gauges = {
    reserves: gauge('reserves_ltc', 'LTC in hot, deposit and cold addresses'),
    liabilities: gauge('liabilities_usd', 'Dollars owed to people'),
    exposure: gauge('exposure_usd', 'Reserves at the present price less liabilities'),
    tip: gauge('tip_age_seconds', 'Age of the newest applied block'),
    price: gauge('price_age_seconds', 'Age of the price in use'),
    proof: gauge('proof_age_seconds', 'Age of the last proof of the books'),
    differences: gauge('proof_differences', 'Differences that it found'),
    counted: gauge('coin_count_age_seconds', 'Age of the node’s last count of the coins'),
    odd: gauge('coin_count_differences', 'Coins that only the node or only the books had in it'),
    troubles: gauge('node_troubles', 'Reasons for which nothing is credited or paid'),
    looked: gauge('node_looked_seconds', 'Since the worker last saw its node'),
    signer: gauge('signer_age_seconds', 'Since the signer last looked at what waits'),
    signerTroubles: gauge('signer_troubles', 'Reasons for which it does not sign something'),
    left: gauge('signer_left_ltc', 'LTC that it still lets out of its 24 hours'),
    lag: gauge('cursor_lag_blocks', 'Blocks that the node had then and we have not applied'),
    unclear: gauge(
      'unclear_age_seconds',
      'Age of the oldest purchase whose outcome is not known; 0 without one',
    ),
    overdue: gauge('orders_overdue_seconds', 'How long the longest overdue order waits to be looked at'),
    held: gauge('price_held', '1 while a jump of the price waits for rounds that agree'),
  };
  const readGroups = addGroups(registry, db);
  return async () => {
    await readGroups();
    const waiting = await readWaiting(db);
    const treasury = await readTreasury(db, { hotAddress: '', coldAddress: null });
    const figures: Record<keyof typeof gauges, number | null> = {
      reserves: treasury.reserves.totalLtc,
      liabilities: treasury.liabilitiesUsd,
      exposure: treasury.exposureUsd,
      tip: treasury.tip.ageSeconds,
      price: treasury.price.ageSeconds,
      proof: treasury.proof?.ageSeconds ?? null,
      differences: treasury.proof?.differences ?? null,
      counted: treasury.coins?.ageSeconds ?? null,
      odd: treasury.coins?.differences ?? null,
      troubles: treasury.guards.troubles.length,
      signer: treasury.signer.ageSeconds,
      signerTroubles: treasury.signer.troubles.length,
      left: treasury.signer.leftLtc,
      ...waiting,
      held: treasury.price.held ? 1 : 0,
    };
    for (const [name, figure] of Object.entries(figures)) {
      const each = gauges[name as keyof typeof gauges];
      if (figure === null) each.remove();
      else each.set(figure);
    }
  };
}

interface Waiting {
  readonly looked: number | null;
  readonly lag: number | null;
  readonly unclear: number;
  readonly overdue: number;
}

async function readWaiting(db: Db): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select
      (select extract(epoch from now() - looked_at)::int from chain_health) as looked,
      (select greatest(0, h.height - (select coalesce(max(height), -1) from chain_blocks)) from chain_health h) as lag,
      (select coalesce(extract(epoch from now() - min(marked_at)), 0)::int from purchase_attempts
        where state = 'unclear') as unclear,
      (select greatest(0, coalesce(extract(epoch from now() - min(next_check_at)), 0))::int from orders
        where next_check_at is not null) as overdue`.execute(db);
  return rows[0]!;
}

/** What is counted, and the label of its groups. */
const GROUPS = {
  orders_day: ['Orders of the last 24 hours', 'status'],
  withdrawals_open: ['Withdrawals that are neither confirmed nor failed', 'state'],
  reviews_open: ['What waits for a decision of staff', 'kind'],
} as const;

/** Counts by group. One that has become empty is 0 from then on, and not absent. */
function addGroups(registry: Registry, db: Db): () => Promise<void> {
  const made = Object.entries(GROUPS).map(([name, [help, label]]) => {
    const options = { name: `sterling_${name}`, help, labelNames: [label], registers: [registry] };
    return { name, label, gauge: new client.Gauge(options), seen: new Set<string>() };
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

/** Ids of orders begin with their time: the primary key finds the last day's. */
async function readGroups(db: Db): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select 'orders_day' as what, status as "group", count(*) as count from orders
      where id > (lpad(to_hex((extract(epoch from now() - interval '24 hours') * 1000)::bigint), 12, '0')
        || '70008000000000000000')::uuid group by status
    union all select 'withdrawals_open', state, count(*) from withdrawals
      where state not in ('confirmed', 'failed') group by state
    union all select 'reviews_open', kind, count(*) from reviews where state = 'open' group by kind`.execute(
    db,
  );
  return rows;
}
