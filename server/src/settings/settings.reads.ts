import type { Db, Tx } from '../db/pool.ts';
import { SETTINGS, type SettingKey, type Settings } from './settings.rules.ts';

/** All settings as they stand. */
export async function readSettings(db: Db | Tx): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  const stored = new Map<string, unknown>(rows.map(({ key, value }) => [key, value]));
  const entries = Object.entries(SETTINGS).map(([key, { production }]) => [
    key,
    stored.get(key) ?? production,
  ]);
  return Object.fromEntries(entries) as Settings;
}

/** One setting as it stands. */
export async function readSetting<Key extends SettingKey>(db: Db | Tx, key: Key): Promise<Settings[Key]> {
  const row = await db.selectFrom('settings').where('key', '=', key).select('value').executeTakeFirst();
  return (row?.value ?? SETTINGS[key].production) as Settings[Key];
}
