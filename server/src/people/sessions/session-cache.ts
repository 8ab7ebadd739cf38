import type { Changes } from '../../platform/live/changes.ts';
import type { CurrentUser } from './sessions.reads.ts';

/** Sessions cached in memory for polled reads. Writes and private reads use the database. */
export interface SessionCache {
  /** The user of a token, at most two seconds old. Null when the token is unknown. */
  find(token: string): CurrentUser | null | Promise<CurrentUser | null>;
}

const MAX_AGE_MS = 2_000;
/** An older entry is read again in the background while it is still used. */
const RENEWED_AFTER_MS = 1_000;

interface Entry {
  readonly asOf: number;
  readonly user: CurrentUser | Promise<CurrentUser | null>;
  isRenewed: boolean;
}

/** `ask` reads the user of a token. An entry is dropped when its user or session changes. */
export function openSessionCache(
  ask: (token: string) => Promise<CurrentUser | null>,
  changes: Changes,
): SessionCache {
  const entries = new Map<string, Entry>();
  let sweptAt = 0;
  changes.watch({
    // a pending read may be older than the change, so it is not cached
    changed({ topic, people }) {
      if (topic !== 'users' && topic !== 'sessions') return;
      for (const [token, { user }] of entries) {
        if (user instanceof Promise || people.includes(user.id)) entries.delete(token);
      }
    },
    missed: () => entries.clear(),
  });

  function read(token: string, asOf: number): Promise<CurrentUser | null> {
    if (asOf - sweptAt >= MAX_AGE_MS) {
      sweptAt = asOf;
      deleteExpired(entries, asOf);
    }
    const reading = ask(token);
    const entry = { asOf, user: reading, isRenewed: true };
    entries.set(token, entry);
    store(token, reading, asOf, entry);
    return reading;
  }

  /** Caches the result, unless the previous entry was dropped in the meantime because of a change. */
  function store(token: string, reading: Promise<CurrentUser | null>, asOf: number, before: Entry): void {
    const put = (user: CurrentUser | null) => {
      if (entries.get(token) !== before) return;
      if (user) entries.set(token, { asOf, user, isRenewed: false });
      else entries.delete(token);
    };
    reading.then(put, () => put(null));
  }

  /** Entries that need a write (last seen, new token) are not renewed. They expire, and the next request writes. */
  function renew(token: string, entry: Entry, now: number): void {
    if (entry.user instanceof Promise || entry.isRenewed || now - entry.asOf < RENEWED_AFTER_MS) return;
    if (entry.user.rotationDue || entry.user.isSeenDue) return;
    entry.isRenewed = true;
    store(token, ask(token), now, entry);
  }

  return {
    find(token) {
      const now = performance.now();
      const entry = entries.get(token);
      if (!entry || now - entry.asOf >= MAX_AGE_MS) return read(token, now);
      renew(token, entry, now);
      return entry.user;
    },
  };
}

/** Tokens stay in memory only while their entries are valid. */
function deleteExpired(entries: Map<string, Entry>, now: number): void {
  for (const [token, { asOf }] of entries) if (now - asOf >= MAX_AGE_MS) entries.delete(token);
}
