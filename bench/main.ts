import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchGrowth } from './growth.ts';
import { benchHttp } from './http.ts';
import { benchInteraction } from './interaction.ts';
import { benchMatching } from './matching.ts';
import { benchMemory } from './memory.ts';
import { benchOrders } from './orders.ts';
import { benchPurchases } from './purchases.ts';
import { benchReads } from './reads.ts';
import { benchReadsGrowth } from './reads-growth.ts';
import type { Row, Target } from './row.ts';
import { benchScan } from './scan.ts';
import { benchStandby } from './standby.ts';
import { benchStart } from './start.ts';

const BENCHES: Readonly<Record<string, () => Promise<Row[]>>> = {
  scan: benchScan,
  matching: benchMatching,
  reads: benchReads,
  orders: benchOrders,
  http: benchHttp,
  purchases: benchPurchases,
  growth: benchGrowth,
  'reads-growth': benchReadsGrowth,
  start: benchStart,
  standby: benchStandby,
  memory: benchMemory,
  interaction: benchInteraction,
};

/** `npm run bench [name]` prints a table and writes bench/results/<name>.json. bench/README.md explains the rows. */
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Known: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  const rows = await BENCHES[name]!();
  console.table(
    rows.map(({ what, unit, ours, reference, ratio, target }) => ({
      [name]: what,
      ours: `${shown(ours)} ${unit}`,
      reference: `${shown(reference)} ${unit}`,
      ratio: ratio.toFixed(2),
      target: target ? shownTarget(target) : '',
    })),
  );
  const results = join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  writeFileSync(
    join(results, `${name}.json`),
    `${JSON.stringify({ name, at: new Date(), rows }, null, 2)}\n`,
  );
}

function shownTarget(target: Target): string {
  return 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
}

function shown(figure: number): string {
  return figure >= 100 ? figure.toFixed(0) : figure.toPrecision(3);
}
