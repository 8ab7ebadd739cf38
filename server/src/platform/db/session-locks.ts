import type { KyselyPlugin } from 'kysely';
import type pg from 'pg';
import { Outage } from '../outage.ts';

/** Named locks that are exclusive across all processes. The database releases them when this process dies. */
export interface SessionLocks {
  /**
   * Runs `work` under a lock. Returns false if the lock is taken, here or in another process. A database with the plugin
   * `fence` refuses queries once the lock is lost.
   */
  run(name: string, work: (fence: KyselyPlugin) => Promise<void>): Promise<boolean>;
}

/**
 * All locks of a process share one connection, which returns to the pool with the last lock. A connection for each lock
 * would need as many connections as there are orders that wait for an answer of Roblox.
 */
export function openSessionLocks(pool: Pick<pg.Pool, 'connect'>): SessionLocks {
  const taken = new Set<string>();
  let current: Session | null = null;

  const join = (): Session => {
    if (!current || current.isLost) current = openSession(pool);
    current.holders += 1;
    return current;
  };

  const leave = async (session: Session): Promise<void> => {
    session.holders -= 1;
    if (session.holders > 0) return;
    if (current === session) current = null;
    await session.close();
  };

  return {
    async run(name, work) {
      // the database would give the same session the lock a second time
      if (taken.has(name)) return false;
      taken.add(name);
      const session = join();
      try {
        if (!(await session.ask('select pg_try_advisory_lock(hashtextextended($1, 0)) as yes', name)))
          return false;
        try {
          await work(session.fence);
        } finally {
          // a connection that breaks here has released the lock too
          await session
            .ask('select pg_advisory_unlock(hashtextextended($1, 0)) as yes', name)
            .catch(() => false);
        }
        return true;
      } finally {
        taken.delete(name);
        await leave(session);
      }
    },
  };
}

interface Session {
  /** The connection broke, and the database released its locks. */
  isLost: boolean;
  holders: number;
  readonly fence: KyselyPlugin;
  ask(question: string, name: string): Promise<boolean>;
  close(): Promise<void>;
}

function openSession(pool: Pick<pg.Pool, 'connect'>): Session {
  const connecting = pool.connect();
  const lose = () => {
    session.isLost = true;
  };
  // a client takes one query at a time
  let asked: Promise<unknown> = Promise.resolve();
  connecting.then((client) => client.once('end', lose), lose);
  const session: Session = {
    isLost: false,
    holders: 0,
    fence: {
      transformQuery: ({ node }) => {
        if (session.isLost) throw new Outage('the connection broke that held this lock');
        return node;
      },
      transformResult: async ({ result }) => result,
    },
    ask: (question, name) => {
      const answer = asked.then(async () => {
        const { rows } = await (await connecting).query<{ yes: boolean }>(question, [name]);
        return rows[0]!.yes;
      });
      asked = answer.catch(lose);
      return answer;
    },
    close: async () => {
      const client = await connecting.catch(() => null);
      client?.off('end', lose);
      client?.release(session.isLost);
    },
  };
  return session;
}
