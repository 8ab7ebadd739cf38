import type { Changes } from '../../platform/live/changes.ts';
import { type CurrentUser, isDueToBeSeen } from './sessions.reads.ts';

/** Sessions held in memory for polled reads, which are the same for everybody who may ask: writes and one's own things look anew. */
export interface SessionCache {
  /** Who is behind a token, as of at most two seconds ago; null: nobody that is known. */
  find(token: string): CurrentUser | null | Promise<CurrentUser | null>;
  /** Whether somebody is known behind a token without looking. */
  holds(token: string): boolean;
}

/** quality.md, polled reads: held for two seconds at most, dropped when the person or the session changes. */
const HELD_MS = 2_000;
/** Whoever keeps asking is looked up again meanwhile, and does not wait for it. */
const RENEWED_AFTER_MS = 1_000;

interface Holding {
  readonly asOf: number;
  readonly user: CurrentUser | Promise<CurrentUser | null>;
  isRenewed: boolean;
}

/** `ask` tells who is behind a token. */
export function openSessionCache(
  ask: (token: string) => Promise<CurrentUser | null>,
  changes: Changes,
): SessionCache {
  const held = new Map<string, Holding>();
  let sweptAt = 0;
  changes.watch({
    // an answer that is on its way may be from before the change: it is not held
    changed({ topic, people }) {
      if (topic !== 'users' && topic !== 'sessions') return;
      for (const [token, { user }] of held) {
        if (user instanceof Promise || people.includes(user.id)) held.delete(token);
      }
    },
    missed: () => held.clear(),
  });

  function lookUp(token: string, asOf: number): Promise<CurrentUser | null> {
    sweep(asOf);
    const looking = ask(token);
    const holding = { asOf, user: looking, isRenewed: true };
    held.set(token, holding);
    take(token, looking, asOf, holding);
    return looking;
  }

  /** Holds what was found, unless what was held before it is gone: then something has changed since. */
  function take(token: string, looking: Promise<CurrentUser | null>, asOf: number, before: Holding): void {
    const put = (user: CurrentUser | null) => {
      if (held.get(token) !== before) return;
      if (user) held.set(token, { asOf, user, isRenewed: false });
      else held.delete(token);
    };
    looking.then(put, () => put(null));
  }

  /** One that is to be noted as seen, or to get a new token, lapses: the request that finds it so sees to it. */
  function renew(token: string, holding: Holding, user: CurrentUser, now: number): void {
    if (holding.isRenewed || now - holding.asOf < RENEWED_AFTER_MS) return;
    if (user.rotationDue || isDueToBeSeen(user)) return;
    holding.isRenewed = true;
    take(token, ask(token), now, holding);
  }

  /** Tokens stay no longer in memory than they are of use. */
  function sweep(now: number): void {
    if (now - sweptAt < HELD_MS) return;
    sweptAt = now;
    for (const [token, { asOf }] of held) if (now - asOf >= HELD_MS) held.delete(token);
  }

  function present(token: string, now: number): Holding | null {
    const holding = held.get(token);
    return holding && now - holding.asOf < HELD_MS ? holding : null;
  }

  return {
    find(token) {
      const now = performance.now();
      return present(token, now)?.user ?? lookUp(token, now);
    },
    holds(token) {
      const now = performance.now();
      const holding = present(token, now);
      if (!holding || holding.user instanceof Promise) return false;
      renew(token, holding, holding.user, now);
      return true;
    },
  };
}
