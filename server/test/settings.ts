import type { TestDatabase } from './database.ts';

/** Changes a setting directly in the database, without the checks of its route. */
export async function setSetting(
  { asOwner }: Pick<TestDatabase, 'asOwner'>,
  key: string,
  value: object,
): Promise<void> {
  const { rowCount } = await asOwner('update settings set value = $2 where key = $1', [
    key,
    JSON.stringify(value),
  ]);
  if (rowCount !== 1) throw new Error(`there is no setting ${key}`);
}

/** Begins or ends the emergency stop. */
export const setEmergencyStop = (database: Pick<TestDatabase, 'asOwner'>, enabled: boolean): Promise<void> =>
  setSetting(database, 'emergency_shutdown', { enabled });
