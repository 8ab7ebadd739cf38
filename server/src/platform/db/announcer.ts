import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A change that other processes may want to know about: its channel, and the ids that it concerns. */
export interface DbEvent {
  readonly channel: string;
  readonly payload: string;
}

/** Sends events about committed changes to this process and to all others on the database. */
export interface Announcer {
  /** Identifies the sender. A process ignores its own messages, because its subscribers have them already. */
  readonly name: string;
  /** Calls subscribers in this process immediately. Other processes follow within milliseconds. */
  announce(events: readonly DbEvent[]): void;
  subscribe(subscriber: (event: DbEvent) => void): void;
  /** Resolves when all pending events were sent. */
  flush(): Promise<void>;
}

/** The PostgreSQL channel of all announcers. SQL functions notify on the topic's own channel instead. */
export const SHARED_CHANNEL = 'sterling';

const PAUSE_MS = 50;
/** PostgreSQL limits a notification to 8000 bytes. */
const MAX_BYTES = 7_500;

/**
 * Sends events after the commit, not inside the transaction. A transaction that calls NOTIFY holds a database-wide lock
 * until its commit is on disk, so commits could not share a flush (docs/decisions/0004). The first event of a burst is sent
 * immediately and the rest in batches. Events may be lost with a process or connection. Listeners must also poll.
 */
export function openAnnouncer(pool: Pick<pg.Pool, 'query'>): Announcer {
  const name = randomUUID();
  const subscribers = new Set<(event: DbEvent) => void>();
  const waiting = new Set<EncodedEvent>();
  let pause: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;

  function send(): Promise<void> {
    pause = undefined;
    if (waiting.size === 0) return Promise.resolve();
    const messages = pack(name, waiting);
    waiting.clear();
    sending = pool
      .query('select pg_notify($1, message) from unnest($2::text[]) as message', [SHARED_CHANNEL, messages])
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        sending = null;
        pause = setTimeout(() => void send(), PAUSE_MS).unref();
      });
    return sending;
  }

  return {
    name,
    announce(events) {
      for (const event of events) {
        waiting.add(encode(event));
        for (const subscriber of subscribers) subscriber(event);
      }
      if (!sending && !pause) void send();
    },
    subscribe: (subscriber) => void subscribers.add(subscriber),
    async flush() {
      await sending;
      clearTimeout(pause);
      await send();
      clearTimeout(pause);
    },
  };
}

type Message = readonly [sender: string, ...events: (readonly [channel: string, payload: string])[]];

/** An event as JSON text, so that a set of them contains no duplicates. */
type EncodedEvent = string;
const encode = ({ channel, payload }: DbEvent): EncodedEvent => JSON.stringify([channel, payload]);

/** Packs events into as few messages as their size allows. */
function pack(sender: string, events: Iterable<EncodedEvent>): string[] {
  const messages: string[] = [];
  const opening = `[${JSON.stringify(sender)}`;
  let message = opening;
  let bytes = opening.length;
  for (const event of events) {
    const size = Buffer.byteLength(event) + 1;
    if (bytes + size > MAX_BYTES && message !== opening) {
      messages.push(`${message}]`);
      message = opening;
      bytes = opening.length;
    }
    message += `,${event}`;
    bytes += size;
  }
  return [...messages, `${message}]`];
}

/** The events in another process's message. Returns none for a message that this process (`ownName`) sent. */
export function unpack(message: string, ownName: string): DbEvent[] {
  const [sender, ...events] = JSON.parse(message) as Message;
  return sender === ownName ? [] : events.map(([channel, payload]) => ({ channel, payload }));
}
