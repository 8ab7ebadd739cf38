import { isDeepStrictEqual } from 'node:util';
import { SETTING_VALUES, type SettingKey, type Settings } from '@sterling/contract/settings.ts';
import { phrase } from '@sterling/contract/texts.ts';
import type * as z from 'zod/mini';
import { type NewAuditEntry, record } from '../../platform/audit/audit.ts';
import { type Db, moment, notify, type Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { decode } from '../../platform/input.ts';
import { refuse } from '../../refusal.ts';
import { readSetting } from './settings.reads.ts';
import { isSetting, SETTINGS } from './settings.rules.ts';

/** Stores the mode's default for every setting without a value. Without this, the strict production defaults apply. */
export async function installSettings(db: Db, mode: 'sandbox' | 'production'): Promise<void> {
  const values = Object.entries(SETTINGS).map(([key, setting]) => ({ key, value: asJson(setting[mode]) }));
  await db
    .insertInto('settings')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/**
 * Changes a setting and writes an audit entry. Refuses with not_found for an unknown key, then owner_required for a setting of the
 * owner, invalid_input for an invalid value, and setting_changed if `before` is given and is no longer the setting's value. Every
 * staff member may start the emergency stop; only an owner lifts it.
 */
export async function changeSetting(
  tx: Tx,
  changer: { readonly id: string; readonly isOwner: boolean },
  key: string,
  { value, before }: { readonly value?: unknown; readonly before?: unknown },
): Promise<Settings[SettingKey]> {
  if (!isSetting(key)) return refuse('not_found');
  const needsOwner = SETTINGS[key].changeableBy === 'owner' && !changer.isOwner;
  if (needsOwner && key !== 'emergency_shutdown') refuse('owner_required');
  const schema = SETTING_VALUES[key] as z.ZodMiniType<Settings[SettingKey]>;
  const decoded = decode(schema, value, 'value');
  if (needsOwner && !startsStop(decoded)) refuse('owner_required');
  const present = await lockSetting(tx, key);
  // a repeat after a lost answer finds its own value
  if (before !== undefined && ![before, decoded].some((known) => isSame(known, present)))
    refuse('setting_changed', { hint: phrase('Check the new value, then save again.') });
  await store(tx, key, decoded, { actorId: changer.id });
  return decoded;
}

/** The server may have filled in the time, which a repeat then has anew. */
const isSame = (known: unknown, present: object): boolean =>
  isDeepStrictEqual({ ...(known as object), updatedAt: null }, { ...present, updatedAt: null });

/** Starts the emergency stop on behalf of the system. An owner must lift it. Does nothing if it is already on. */
export async function stopEverything(tx: Tx, reason: string): Promise<void> {
  const key = 'emergency_shutdown';
  if ((await lockSetting(tx, key)).enabled) return;
  await store(tx, key, { enabled: true, reason }, { actorId: null, reason });
}

async function store(
  tx: Tx,
  key: SettingKey,
  value: Settings[SettingKey],
  by: Pick<NewAuditEntry, 'actorId' | 'reason'>,
): Promise<void> {
  const before = await lockSetting(tx, key);
  const text = asJson(value);
  await tx
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updatedAt: moment }))
    .execute();
  await record(tx, { ...by, action: 'settings.changed', subjectId: key, before, after: value });
  await notify(tx, 'settings', key);
}

/** The present value. Two changes at the same moment would both read the value before the first one. */
async function lockSetting<Key extends SettingKey>(tx: Tx, key: Key): Promise<Settings[Key]> {
  await tx.selectFrom('settings').where('key', '=', key).select('key').forUpdate().execute();
  return readSetting(tx, key);
}

const startsStop = (value: unknown): boolean => (value as Settings['emergency_shutdown']).enabled;

/** Encodes a value as JSON text. The driver would encode strings and arrays differently. */
const asJson = (value: unknown) => JSON.stringify(value) as unknown as Json;
