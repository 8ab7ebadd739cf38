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
/** Anyone who asks for an older one sets off the next without waiting for it. */
const RENEWED_AFTER_MS = 1_000;
/** Changes are followed while someone asks; otherwise anyone who asks next waits for the reading. */
const FOLLOWED_MS = 10_000;
/** Reading takes at most one part in so many of the time, however much changes … */
const SHARE = 20;
/** … of which so much may be used immediately. */
const BURST_MS = 1_000;
/** One slow reading is forgiven after a while. */
const MAX_DEBT_MS = 5_000;

/** What all answers of one name share: their readings are paid for up to this moment. */
interface Pace {
  paidUntil: number;
}

/**
 * One answer: at most one reading is in progress and one waits its turn. A change in a calm moment is read immediately, and
 * anyone who asks meanwhile waits for it. Under many changes readings have to rest between, and anyone who asks gets what there is.
 */
function holdAnswer(read: () => Promise<Snapshot>, pace: Pace): Pick<Holding, 'now' | 'changed' | 'ageMs'> {
  let held: { readonly snapshot: Snapshot; readonly asOf: number } | null = null;
  let running: Promise<Snapshot> | null = null;
  let queued: Promise<Snapshot> | null = null;
  let catchingUp: Promise<Snapshot> | null = null;
  let isOutdated = false;
  let askedAt = 0;
  let asOfLast = 0;

  async function begin(): Promise<Snapshot> {
    await running?.catch(() => undefined);
    // however dear a reading is, the next begins before this one is too old
    const restMs = Math.min(pace.paidUntil, asOfLast + RENEWED_AFTER_MS) - performance.now();
    const isWaitedFor = catchingUp !== null && catchingUp === queued;
    if (restMs > 0 && !isWaitedFor) await sleep(restMs, undefined, { ref: false });
    running = queued;
    queued = null;
    isOutdated = false;
    const asOf = performance.now();
    asOfLast = asOf;
    try {
      const snapshot = await read();
      held = { snapshot, asOf };
      return snapshot;
    } catch (error) {
      // a refusal is an answer too, and what was answered before is true no longer
      if (error instanceof Refusal) held = null;
      throw error;
    } finally {
      running = null;
      const now = performance.now();
      const paid = Math.max(pace.paidUntil, now - BURST_MS) + (now - asOf) * SHARE;
      pace.paidUntil = Math.min(paid, now + MAX_DEBT_MS);
    }
  }

  /** A reading that begins after now. */
  function readAnew(): Promise<Snapshot> {
    if (!queued) {
      queued = begin();
      queued.catch(() => undefined);
    }
    return queued;
  }

  return {
    now() {
      const now = performance.now();
      askedAt = now;
      if (!held || isOutdated || now - held.asOf > MAX_AGE_MS) return readAnew();
      if (catchingUp) return catchingUp;
      if (now - held.asOf > RENEWED_AFTER_MS) readAnew();
      return held.snapshot;
    },
    changed() {
      const now = performance.now();
      if (now - askedAt > FOLLOWED_MS) {
        isOutdated = true;
        return;
      }
      const isCalm = pace.paidUntil <= now;
      const next = readAnew();
      if (!isCalm) return;
      catchingUp = next;
      const done = () => {
        if (catchingUp === next) catchingUp = null;
      };
      next.then(done, done);
    },
    ageMs: () => held && performance.now() - held.asOf,
  };
}
