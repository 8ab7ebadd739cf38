import * as z from 'zod/mini';
import { type Deed, record } from '../../platform/audit/audit.ts';
import { type Db, notify, type Tx } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { refuse } from '../../refusal.ts';
import { readSetting } from './settings.reads.ts';
import { isSetting, SETTINGS, type SettingKey, type Settings } from './settings.rules.ts';

/** Stores the defaults of a mode for every setting that nobody has set yet; the strict ones of production hold without. */
export async function installSettings(db: Db, mode: 'sandbox' | 'production'): Promise<void> {
  const values = Object.entries(SETTINGS).map(([key, setting]) => ({ key, value: asJson(setting[mode]) }));
  await db
    .insertInto('settings')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export interface Changer {
  readonly id: string;
  readonly isOwner: boolean;
  readonly ip: string;
}

/**
 * Changes a setting, with a record of who, before and after. Refuses with not_found for an unknown key, owner_required
 * for a setting that is the owner's, and invalid_input for a value of another shape. Anybody of the staff may stop
 * everything in an emergency; only an owner lifts that.
 */
export async function changeSetting(
  tx: Tx,
  changer: Changer,
  key: string,
  value: unknown,
): Promise<Settings[SettingKey]> {
  if (!isSetting(key)) return refuse('not_found');
  const setting = SETTINGS[key];
  const decoded = z.safeParse(setting.schema as z.ZodMiniType<Settings[SettingKey]>, value);
  if (!decoded.success) {
    const details = decoded.error.issues.map((issue) => [['value', ...issue.path].join('.'), issue.message]);
    return refuse('invalid_input', { details: Object.fromEntries(details) });
  }
  if (!changer.isOwner && setting.changer === 'owner' && !isStop(key, decoded.data)) refuse('owner_required');
  await store(tx, key, decoded.data, { actorId: changer.id, ip: changer.ip });
  return decoded.data;
}

/** The emergency stop set by the system itself, with its reason, until an owner lifts it. One that is set stays as it is. */
export async function stopEverything(tx: Tx, reason: string): Promise<void> {
  const key = 'emergency_shutdown';
  if ((await readSetting(tx, key)).enabled) return;
  await store(tx, key, { enabled: true, reason }, { actorId: null, reason });
}

async function store(
  tx: Tx,
  key: SettingKey,
  value: Settings[SettingKey],
  by: Pick<Deed, 'actorId' | 'ip' | 'reason'>,
): Promise<void> {
  const before = await readSetting(tx, key);
  const text = asJson(value);
  await tx
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updatedAt: new Date() }))
    .execute();
  await record(tx, { ...by, action: 'settings.changed', subjectId: key, before, after: value });
  await notify(tx, 'settings', key);
}

function isStop(key: SettingKey, value: unknown): boolean {
  return key === 'emergency_shutdown' && (value as Settings['emergency_shutdown']).enabled;
}

/** As JSON text, which is what the driver passes on as it is. */
const asJson = (value: unknown) => JSON.stringify(value) as unknown as Json;
