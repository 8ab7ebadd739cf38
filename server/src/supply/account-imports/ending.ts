import { notify, type Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';

/** Ends a running import of a person and deletes the cookies that were not checked. Refuses with not_found. */
export async function cancelImport(tx: Tx, userId: string, importId: string): Promise<void> {
  const found = await tx
    .selectFrom('accountImports')
    .where('id', '=', importId)
    .where('userId', '=', userId)
    .select('state')
    .forUpdate()
    .executeTakeFirst();
  if (!found) refuse('not_found');
  if (found.state === 'running') await end(tx, importId, 'cancelled');
}

/** Stops a running import and deletes the cookies that were not checked. */
export async function stopImport(tx: Tx, importId: string, reason: string): Promise<void> {
  if (await lockRunning(tx, importId)) await end(tx, importId, 'stopped', reason);
}

/**
 * Stops the running imports of a person, or only those that one of their API tokens started. Returns how many. A line that is being
 * checked is not added.
 */
export async function stopImportsOf(
  tx: Tx,
  userId: string,
  reason: string,
  credentialId: string | null = null,
): Promise<number> {
  const running = await tx
    .selectFrom('accountImports')
    .where('userId', '=', userId)
    .where('state', '=', 'running')
    .$if(credentialId !== null, (some) => some.where('credentialId', '=', credentialId))
    .select('id')
    .forUpdate()
    .execute();
  for (const { id } of running) await end(tx, id, 'stopped', reason);
  return running.length;
}

/** Locks an import. False if it has ended. */
export async function lockRunning(tx: Tx, importId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('accountImports')
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends an import whose lines are all decided. */
export async function finishIfDone(tx: Tx, importId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('accountImportLines')
    .where('importId', '=', importId)
    .where('state', '=', 'waiting')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!waiting) await end(tx, importId, 'done');
}

/** Ends an import. Lines that were not checked are skipped, without their cookies. */
export async function end(
  tx: Tx,
  importId: string,
  state: 'done' | 'cancelled' | 'stopped',
  stopReason: string | null = null,
): Promise<void> {
  await tx
    .updateTable('accountImportLines')
    .set({ state: 'skipped', sealedCookie: null })
    .where('importId', '=', importId)
    .where('state', '=', 'waiting')
    .execute();
  const { userId } = await tx
    .updateTable('accountImports')
    .set({ state, stopReason, dueAt: null, waits: false })
    .where('id', '=', importId)
    .returning('userId')
    .executeTakeFirstOrThrow();
  await announce(tx, importId, userId);
}

/** Open pages read the import again. */
export const announce = (tx: Tx, id: string, userId: string): Promise<void> =>
  notify(tx, 'roblox-accounts', JSON.stringify({ id, userId, state: 'import' }));
