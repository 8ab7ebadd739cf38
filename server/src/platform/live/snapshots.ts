import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Refusal } from '../../refusal.ts';
import { inLanguage } from '../language.ts';
import type { Changes, Topic } from './changes.ts';

/** A serialised answer that all requests share. */
export interface Snapshot {
  readonly body: Buffer;
  /** Depends on the content only, so that all processes send the same ETag. */
  readonly etag: string;
  /** Total number of rows of a paged list; null for other answers. */
  readonly total: number | null;
}

/** A value to serialise, with the total number of rows if it is a page of a list. */
export interface Answer {
  readonly value: unknown;
  readonly total?: number;
}

/** A value that is cached in memory. */
export interface Cached<Value> {
  /** The value, at most two seconds old. Throws what reading it throws. */
  now(): Value | Promise<Value>;
}

/** An answer that is cached in memory. */
export type CachedAnswer = Cached<Snapshot>;

export interface Figures {
  readonly name: string;
  /** Age of the oldest cached answer; null without one. */
  readonly ageMs: number | null;
  readonly rebuilds: number;
  readonly failures: number;
}

export interface Snapshots {
  /** Caches what `ask` returns and reads it again when one of the topics changes. Caches with the same name share pace and figures. */
  cache(name: string, topics: readonly Topic[], ask: () => Promise<Answer>): CachedAnswer;
  /** Caches a value that several answers are made from. */
  share<Value>(name: string, topics: readonly Topic[], ask: () => Promise<Value>): Cached<Value>;
  drop(cached: CachedAnswer): void;
  figures(): Figures[];
}

/** Opens the cache for answers that many pages poll, so that polling needs no queries (docs/decisions/0004). */
export function openSnapshots(changes: Changes, log: Logger): Snapshots {
  const answers = new Map<object, AnswerCache<unknown>>();
  const counts = new Map<string, Pace & { rebuilds: number; failures: number }>();
  changes.watch({
    changed: ({ topic }) => {
      for (const answer of answers.values()) if (answer.topics.includes(topic)) answer.changed();
    },
    missed: () => {
      for (const answer of answers.values()) answer.changed();
    },
  });
  function share<Value>(name: string, topics: readonly Topic[], ask: () => Promise<Value>): Cached<Value> {
    const counted = counts.get(name) ?? { rebuilds: 0, failures: 0, restsUntil: 0 };
    counts.set(name, counted);
    const read = async () => {
      try {
        counted.rebuilds += 1;
        // all readers share the answer, so it is not in the language of the one who asked first
        return await inLanguage('en', ask);
      } catch (error) {
        if (!(error instanceof Refusal)) {
          counted.failures += 1;
          log.warn({ err: error, snapshot: name }, 'building a snapshot failed');
        }
        throw error;
      }
    };
    const answer = { name, topics, ...cacheAnswer(read, counted) };
    const cached: Cached<Value> = { now: answer.now };
    answers.set(cached, answer);
    return cached;
  }

  return {
    share,
    cache: (name, topics, ask) => share(name, topics, async () => snapshotOf(await ask())),
    drop: (cached) => void answers.delete(cached),
    figures: () =>
      [...counts].map(([name, { rebuilds, failures }]) => {
        const ages = [...answers.values()].filter((each) => each.name === name).map((each) => each.ageMs());
        const known = ages.filter((age) => age !== null);
        return { name, rebuilds, failures, ageMs: known.length > 0 ? Math.max(...known) : null };
      }),
  };
}

interface AnswerCache<Value> extends Cached<Value> {
  readonly name: string;
  readonly topics: readonly Topic[];
  changed(): void;
  ageMs(): number | null;
}

/** Serialises an answer. */
export function snapshotOf({ value, total = null }: { value: unknown; total?: number | null }): Snapshot {
  const body = Buffer.from(JSON.stringify(value));
  const hash = createHash('sha256').update(body).update(String(total));
  return { body, etag: `"${hash.digest('base64url').slice(0, 22)}"`, total };
}

/** Changes of stock, settings and roles must be visible on every process within two seconds. */
const MAX_AGE_MS = 2_000;
/** A request for an older answer starts a rebuild and does not wait for it. */
const RENEWED_AFTER_MS = 1_000;
/** Changes trigger rebuilds for this long after the last request. Later changes only mark the answer as outdated. */
const FOLLOWED_MS = 10_000;

/**
 * One answer. A change in a calm moment is read immediately, and requests meanwhile wait for that reading. Under many
 * changes readings rest in between, and requests get the cached answer.
 */
function cacheAnswer<Value>(
  read: () => Promise<Value>,
  pace: Pace,
): Pick<AnswerCache<Value>, 'now' | 'changed' | 'ageMs'> {
  let latest: { readonly value: Value; readonly asOf: number } | null = null;
  let catchingUp: Promise<Value> | null = null;
  let isOutdated = false;
  let askedAt = Number.NEGATIVE_INFINITY;

  const readings = openReadings(pace, async () => {
    isOutdated = false;
    const asOf = performance.now();
    try {
      const value = await read();
      latest = { value, asOf };
      return value;
    } catch (error) {
      // a refusal is an answer too, so the previous answer is no longer true
      if (error instanceof Refusal) latest = null;
      throw error;
    }
  });

  return {
    now() {
      const now = performance.now();
      askedAt = now;
      if (!latest || isOutdated || now - latest.asOf > MAX_AGE_MS) return readings.next();
      if (catchingUp) return catchingUp;
      if (now - latest.asOf > RENEWED_AFTER_MS) readings.next();
      return latest.value;
    },
    changed() {
      const now = performance.now();
      if (now - askedAt > FOLLOWED_MS) {
        isOutdated = true;
        return;
      }
      if (pace.restsUntil > now) {
        readings.next();
        return;
      }
      const next = readings.next({ isUrgent: true });
      catchingUp = next;
      const done = () => {
        if (catchingUp === next) catchingUp = null;
      };
      next.then(done, done);
    },
    ageMs: () => latest && performance.now() - latest.asOf,
  };
}

/** Readings of one answer, one after another: at most one is running and one is queued. */
function openReadings<Value>(pace: Pace, read: () => Promise<Value>) {
  let running: Promise<Value> | null = null;
  let queued: Promise<Value> | null = null;
  let isQueuedUrgent = false;
  let startedAt = 0;

  async function run(): Promise<Value> {
    await running?.catch(() => undefined);
    // however expensive a reading is, the next one starts before its answer is too old
    const restMs = Math.min(pace.restsUntil, startedAt + RENEWED_AFTER_MS) - performance.now();
    if (restMs > 0 && !isQueuedUrgent) await sleep(restMs, undefined, { ref: false });
    running = queued;
    queued = null;
    isQueuedUrgent = false;
    startedAt = performance.now();
    try {
      return await read();
    } finally {
      running = null;
      restAfter(pace, startedAt);
    }
  }

  return {
    /** A reading that starts after now. An urgent one does not rest before. */
    next({ isUrgent = false } = {}): Promise<Value> {
      if (!queued) {
        queued = run();
        queued.catch(() => undefined);
      }
      isQueuedUrgent ||= isUrgent;
      return queued;
    },
  };
}

/** The pace that all answers of one name share: until this moment, only urgent readings start. */
interface Pace {
  restsUntil: number;
}

/** A rest is this many times as long as its reading. So readings take about 1/20 of the time, however much changes. */
const REST_PER_READING = 20;
/** After a calm time, this much of the next rest is left out. */
const MAX_SAVED_REST_MS = 1_000;
/** The longest rest, however slow a reading is. */
const MAX_REST_MS = 5_000;

/** Sets the rest after a reading that ends now. */
function restAfter(pace: Pace, startedAt: number): void {
  const now = performance.now();
  const until = Math.max(pace.restsUntil, now - MAX_SAVED_REST_MS) + (now - startedAt) * REST_PER_READING;
  pace.restsUntil = Math.min(until, now + MAX_REST_MS);
}
