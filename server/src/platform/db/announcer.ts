import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Something that others may want to hear of: its channel, and what or who it is about. */
export interface Announced {
  readonly channel: string;
  readonly payload: string;
}

/** Tells of what was committed. */
export interface Announcer {
  /** Told apart by this name: what a process announced itself it has heard already. */
  readonly name: string;
  /** Watchers in this process hear of it immediately, other processes within a moment. */
  announce(news: readonly Announced[]): void;
  watch(watcher: (news: Announced) => void): void;
  /** Resolves when everything is on its way. */
  flush(): Promise<void>;
}

/** The channel that announcers share; functions of the database use channels of their own. */
export const ANNOUNCED = 'sterling';

const PAUSE_MS = 50;
/** PostgreSQL takes less than 8000 bytes. */
const MAX_BYTES = 7_500;

/**
 * Announces after the commit and not in it: a transaction that notifies holds a lock of the whole database until its
 * commit is on disk, so that no two of them share a flush (docs/decisions/0004). The first of a burst goes out immediately,
 * the rest of it together. What is lost with a process or a connection is found by age: anyone who listens reads anew all the time.
 */
export function openAnnouncer(pool: Pick<pg.Pool, 'query'>): Announcer {
  const name = randomUUID();
  const watchers = new Set<(news: Announced) => void>();
  const waiting = new Set<Written>();
  let rest: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;

  function send(): Promise<void> {
    rest = undefined;
    if (waiting.size === 0) return Promise.resolve();
    const messages = packed(name, waiting);
    waiting.clear();
    sending = pool
      .query('select pg_notify($1, message) from unnest($2::text[]) as message', [ANNOUNCED, messages])
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        sending = null;
        rest = setTimeout(() => void send(), PAUSE_MS).unref();
      });
    return sending;
  }

  return {
    name,
    announce(news) {
      for (const each of news) {
        waiting.add(written(each));
        for (const watcher of watchers) watcher(each);
      }
      if (!sending && !rest) void send();
    },
    watch: (watcher) => void watchers.add(watcher),
    async flush() {
      await sending;
      clearTimeout(rest);
      await send();
      clearTimeout(rest);
    },
  };
}

type Message = readonly [by: string, ...news: (readonly [channel: string, payload: string])[]];

/** One of a message's news, as it stands in it: written once, however often it is said and whichever message it goes with. */
type Written = string;
const written = ({ channel, payload }: Announced): Written => JSON.stringify([channel, payload]);

/** As few messages as their size allows. */
function packed(by: string, news: Iterable<Written>): string[] {
  const messages: string[] = [];
  const opening = `[${JSON.stringify(by)}`;
  let message = opening;
  let bytes = opening.length;
  for (const each of news) {
    const size = Buffer.byteLength(each) + 1;
    if (bytes + size > MAX_BYTES && message !== opening) {
      messages.push(`${message}]`);
      message = opening;
      bytes = opening.length;
    }
    message += `,${each}`;
    bytes += size;
  }
  return [...messages, `${message}]`];
}

/** What a message of another process tells; nothing for one's own. */
export function unpacked(message: string, own: string): Announced[] {
  const [by, ...news] = JSON.parse(message) as Message;
  return by === own ? [] : news.map(([channel, payload]) => ({ channel, payload }));
}
