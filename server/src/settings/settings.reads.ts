import type { Db, Tx } from '../db/pool.ts';

/** Every setting with the value that holds while nobody has changed it (wire.md, Settings). */
const DEFAULTS = {
  maintenance_mode: { enabled: false, updatedAt: null as string | null },
  marketplace_fee: { percent: 5 },
  emergency_shutdown: { enabled: false },
};

export type Settings = typeof DEFAULTS;

/** All settings as they stand. */
export async function readSettings(db: Db | Tx): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  const stored = Object.fromEntries(rows.map((row) => [row.key, row.value]));
  return { ...DEFAULTS, ...(stored as Partial<Settings>) };
}
