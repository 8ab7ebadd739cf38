import type { Db } from '../db/pool.ts';
import type { StoredAnswer } from '../idempotency/answers.ts';
import { CURRENT_USER, type CurrentUser, currentUser, sessionOf } from '../sessions/sessions.reads.ts';
import { SETTINGS_TEXT, settingsIn } from '../settings/settings.reads.ts';
import type { Settings } from '../settings/settings.rules.ts';

/** What the database says of a call before its input is looked at. */
export interface Asking {
  /** Who asks; null: nobody that is known. */
  readonly visitor: CurrentUser | null;
  /** The settings as they stand; null for reads, and where nobody is known: he may be refused without them. */
  readonly settings: Settings | null;
  /** What is stored under the call's key. */
  readonly stored: StoredAnswer | null;
}

/** Who reads. */
export const askingToRead = async (db: Db, token: string | null): Promise<Asking> => ({
  visitor: token ? await currentUser(db, token) : null,
  settings: null,
  stored: null,
});

/** Who writes, under which settings, and what his key (null: none) has got already: one question instead of three. */
export async function askingToWrite(db: Db, token: string | null, key: string | null): Promise<Asking> {
  const row =
    token &&
    (await sessionOf(db, token)
      .leftJoin('idempotencyKeys as k', (join) => join.onRef('k.userId', '=', 'u.id').on('k.key', '=', key))
      .select([...CURRENT_USER, 'k.requestHash', 'k.status', 'k.reply', SETTINGS_TEXT.as('settings')])
      .executeTakeFirst());
  if (!row) return { visitor: null, settings: null, stored: null };
  const { requestHash, status, reply, settings, role, ...user } = row;
  return {
    visitor: { ...user, role: role as CurrentUser['role'] },
    settings: settingsIn(settings),
    stored: requestHash && status !== null ? { requestHash, status, reply } : null,
  };
}
