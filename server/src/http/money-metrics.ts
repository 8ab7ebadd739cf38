import client, { type Registry } from 'prom-client';
import type { Db } from '../db/pool.ts';
import { readTreasury } from '../treasury/overview.reads.ts';

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
    troubles: gauge('node_troubles', 'Reasons for which nothing is credited or paid'),
  };
  return async () => {
    const treasury = await readTreasury(db, { hotAddress: '', coldAddress: null });
    const figures: Record<keyof typeof gauges, number | null> = {
      reserves: treasury.reserves.totalLtc,
      liabilities: treasury.liabilitiesUsd,
      exposure: treasury.exposureUsd,
      tip: treasury.tip.ageSeconds,
      price: treasury.price.ageSeconds,
      proof: treasury.proof?.ageSeconds ?? null,
      differences: treasury.proof?.differences ?? null,
      troubles: treasury.guards.troubles.length,
    };
    for (const [name, figure] of Object.entries(figures)) {
      const each = gauges[name as keyof typeof gauges];
      if (figure === null) each.remove();
      else each.set(figure);
    }
  };
}
