import type { Status } from '@sterling/contract/platform.ts';
import type { SettingKey, Settings } from '@sterling/contract/settings.ts';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { SETTINGS } from './settings.rules.ts';

/** The present values of all settings. */
export async function readSettings(db: Db | Tx): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  return settingsOf(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}

/** SQL expression: all settings as JSON text, for use inside another query. Read it with `settingsIn`. */
export const SETTINGS_TEXT = '(select json_object_agg(key, value)::text from settings)';

export const settingsIn = (text: string): Settings => settingsOf(JSON.parse(text));

function settingsOf(stored: Readonly<Record<string, unknown>>): Settings {
  const entries = Object.entries(SETTINGS).map(([key, { production }]) => [key, stored[key] ?? production]);
  return Object.fromEntries(entries) as Settings;
}

/** The present value of one setting. */
export async function readSetting<Key extends SettingKey>(db: Db | Tx, key: Key): Promise<Settings[Key]> {
  const row = await db.selectFrom('settings').where('key', '=', key).select('value').executeTakeFirst();
  return (row?.value ?? SETTINGS[key].production) as Settings[Key];
}

/** The state of the site that everyone may know. */
export async function publicStatus(
  db: Db | Tx,
  config: Pick<Config, 'mode' | 'discord' | 'litecoin' | 'sandboxUrl'>,
): Promise<Status> {
  const settings = await readSettings(db);
  const { text, until } = settings.announcement;
  return {
    mode: config.mode,
    maintenance: settings.maintenance_mode.enabled,
    stopped: settings.emergency_shutdown.enabled,
    announcement: text === null ? undefined : { text, until: until ? new Date(until) : null },
    marketplaceFeePercent: settings.marketplace_fee.percent,
    manualDeadlineMinutes: settings.manual_deadline.minutes,
    discordInviteUrl: config.discord.inviteUrl ?? undefined,
    litecoinExplorerUrl: config.litecoin.explorerUrl ?? undefined,
    sandboxUrl: config.sandboxUrl ?? undefined,
    publishesReserves: settings.proof_of_reserves.published,
  };
}

/** Whether the owner has stopped all movements of money. */
export async function isEmergencyStopped(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`select emergency_stopped() as stopped`.execute(db);
  return rows[0]!.stopped;
}

/** Whether buyers and sellers can take no steps now: during an emergency stop or maintenance. */
export async function isStoppedOrInMaintenance(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`select trades_paused() as stopped`.execute(db);
  return rows[0]!.stopped;
}
