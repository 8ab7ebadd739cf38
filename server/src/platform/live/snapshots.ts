import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Refusal } from '../../refusal.ts';
import type { Changes, Topic } from './changes.ts';

/** An answer as it goes over the wire, made once for everyone who asks. */
export interface Snapshot {
  readonly body: Buffer;
  /** By the content alone, so that every process gives the same. */
  readonly etag: string;
  /** Rows of a paged list in all; null for what is no list. */
  readonly total: number | null;
}

/** What is answered: a value for the wire, and how many rows there are where it is a page of a list. */
export interface Answer {
  readonly value: unknown;
  readonly total?: number;
}

/** A question whose answer is held in memory. */
export interface CachedAnswer {
  /** The answer, at most two seconds old. Throws what the question throws. */
  now(): Snapshot | Promise<Snapshot>;
}

export interface Figures {
  readonly name: string;
  /** Of the oldest answer that is held; null when there is none. */
  readonly ageMs: number | null;
  readonly rebuilds: number;
  readonly failures: number;
}

export interface Snapshots {
  /** Holds the answer to `ask`, read anew when one of the topics changes. What has the same name shares its pace and its figures. */
  hold(name: string, topics: readonly Topic[], ask: () => Promise<Answer>): CachedAnswer;
  /** Forgets one that was held. */
  drop(held: CachedAnswer): void;
  figures(): Figures[];
}

/** Answers to questions that everyone asks all the time, from memory instead of by a query each (docs/decisions/0004). */
export function openSnapshots(changes: Changes, log: Logger): Snapshots {
  const holdings = new Map<CachedAnswer, Holding>();
  const counts = new Map<string, Pace & { rebuilds: number; failures: number }>();
  changes.watch({
    changed: ({ topic }) => {
      for (const holding of holdings.values()) if (holding.topics.includes(topic)) holding.changed();
    },
    missed: () => {
      for (const holding of holdings.values()) holding.changed();
    },
  });
  return {
    hold(name, topics, ask) {
      const counted = counts.get(name) ?? { rebuilds: 0, failures: 0, paidUntil: 0 };
      counts.set(name, counted);
      const read = async () => {
        try {
          counted.rebuilds += 1;
          return snapshotOf(await ask());
        } catch (error) {
          if (!(error instanceof Refusal)) {
            counted.failures += 1;
            log.warn({ err: error, snapshot: name }, 'a snapshot could not be made');
          }
          throw error;
        }
      };
      const holding = { name, topics, ...holdAnswer(read, counted) };
      const held: CachedAnswer = { now: holding.now };
      holdings.set(held, holding);
      return held;
    },
    drop: (held) => void holdings.delete(held),
    figures: () =>
      [...counts].map(([name, { rebuilds, failures }]) => {
        const ages = [...holdings.values()].filter((each) => each.name === name).map((each) => each.ageMs());
        const known = ages.filter((age) => age !== null);
        return { name, rebuilds, failures, ageMs: known.length > 0 ? Math.max(...known) : null };
      }),
  };
}

interface Holding extends CachedAnswer {
  readonly name: string;
  readonly topics: readonly Topic[];
  changed(): void;
  ageMs(): number | null;
}

function snapshotOf({ value, total = null }: { value: unknown; total?: number | null }): Snapshot {
  const body = Buffer.from(JSON.stringify(value));
  const hash = createHash('sha256').update(body).update(String(total));
  return { body, etag: `"${hash.digest('base64url').slice(0, 22)}"`, total };
}

/** The promise to users: changes of stock, settings and roles show everywhere within two seconds. */
const MAX_AGE_MS = 2_000;
/** A request for an older answer starts the next reading without waiting for it. */
const RENEWED_AFTER_MS = 1_000;
/** Changes start readings only while someone asks. Without requests, the next request waits for a reading. */
const FOLLOWED_MS = 10_000;

/**
 * One answer. A change in a calm moment is read immediately, and requests meanwhile wait for that reading. Under many
 * changes readings rest in between, and requests get the answer that is held.
 */
function holdAnswer(read: () => Promise<Snapshot>, pace: Pace): Pick<Holding, 'now' | 'changed' | 'ageMs'> {
  let held: { readonly snapshot: Snapshot; readonly asOf: number } | null = null;
  let catchingUp: Promise<Snapshot> | null = null;
  let isOutdated = false;
  let askedAt = 0;

  const readings = openReadings(pace, async () => {
    isOutdated = false;
    const asOf = performance.now();
    try {
      const snapshot = await read();
      held = { snapshot, asOf };
      return snapshot;
    } catch (error) {
      // a refusal is an answer too, so the previous answer is no longer true
      if (error instanceof Refusal) held = null;
      throw error;
    }
  });

  return {
    now() {
      const now = performance.now();
      askedAt = now;
      if (!held || isOutdated || now - held.asOf > MAX_AGE_MS) return readings.next();
      if (catchingUp) return catchingUp;
      if (now - held.asOf > RENEWED_AFTER_MS) readings.next();
      return held.snapshot;
    },
    changed() {
      const now = performance.now();
      if (now - askedAt > FOLLOWED_MS) {
        isOutdated = true;
        return;
      }
      if (pace.paidUntil > now) {
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
    ageMs: () => held && performance.now() - held.asOf,
  };
}

/** Readings of one answer, one after another: at most one is running and one is queued. */
function openReadings(pace: Pace, read: () => Promise<Snapshot>) {
  let running: Promise<Snapshot> | null = null;
  let queued: Promise<Snapshot> | null = null;
  let isQueuedUrgent = false;
  let startedAt = 0;

  async function run(): Promise<Snapshot> {
    await running?.catch(() => undefined);
    // however expensive a reading is, the next one starts before its answer is too old
    const restMs = Math.min(pace.paidUntil, startedAt + RENEWED_AFTER_MS) - performance.now();
    if (restMs > 0 && !isQueuedUrgent) await sleep(restMs, undefined, { ref: false });
    running = queued;
    queued = null;
    isQueuedUrgent = false;
    startedAt = performance.now();
    try {
      return await read();
    } finally {
      running = null;
      charge(pace, startedAt);
    }
  }

  return {
    /** A reading that starts after now. An urgent one does not rest before. */
    next({ isUrgent = false } = {}): Promise<Snapshot> {
      if (!queued) {
        queued = run();
        queued.catch(() => undefined);
      }
      isQueuedUrgent ||= isUrgent;
      return queued;
    },
  };
}

/** The budget that all answers of one name share: their readings are paid for up to this moment. */
interface Pace {
  paidUntil: number;
}

/** Readings take at most 1/20 of the time, however much changes … */
const SHARE = 20;
/** … and an idle budget saves this much for immediate use. */
const BURST_MS = 1_000;
/** The most that one slow reading can cost. */
const MAX_DEBT_MS = 5_000;

/** Charges a reading that ends now. */
function charge(pace: Pace, startedAt: number): void {
  const now = performance.now();
  const paid = Math.max(pace.paidUntil, now - BURST_MS) + (now - startedAt) * SHARE;
  pace.paidUntil = Math.min(paid, now + MAX_DEBT_MS);
}
