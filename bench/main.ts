import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchMatching } from './matching.ts';
import { benchScan } from './scan.ts';

/** One line of a bench's table: what was measured, and how it stands against what it is measured by. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  /** Median of the rounds. */
  readonly ours: number;
  readonly reference: number;
  /** ours / reference, median of the rounds. */
  readonly ratio: number;
  /** The least that the ratio should be; null where a figure stands beside it only for comparison. */
  readonly target: number | null;
}

/** Every bench, one line each. */
const BENCHES: Readonly<Record<string, () => Promise<Row[]>>> = {
  scan: benchScan,
  matching: benchMatching,
};

/** `npm run bench [name]`: prints a table and writes bench/results/<name>.json; what a row means is in bench/README.md. */
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  const rows = await BENCHES[name]!();
  console.table(
    rows.map(({ what, unit, ours, reference, ratio, target }) => ({
      [name]: what,
      ours: `${ours.toFixed(0)} ${unit}`,
      reference: `${reference.toFixed(0)} ${unit}`,
      ratio: ratio.toFixed(2),
      target: target ?? '',
    })),
  );
  const results = join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  writeFileSync(
    join(results, `${name}.json`),
    `${JSON.stringify({ name, at: new Date(), rows }, null, 2)}\n`,
  );
}
