import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Refusal } from '../../refusal.ts';
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

/** An answer that is cached in memory. */
export interface CachedAnswer {
  /** The answer, at most two seconds old. Throws what reading it throws. */
  now(): Snapshot | Promise<Snapshot>;
}

export interface Figures {
  readonly name: string;
  /** Age of the oldest cached answer; null without one. */
  readonly ageMs: number | null;
  readonly rebuilds: number;
  readonly failures: number;
}

export interface Snapshots {
  /** Caches what `ask` answers and reads it again when one of the topics changes. Answers with the same name share pace and figures. */
  cache(name: string, topics: readonly Topic[], ask: () => Promise<Answer>): CachedAnswer;
  drop(cached: CachedAnswer): void;
  figures(): Figures[];
}

/** Opens the cache for answers that many pages poll, so that polling needs no queries (docs/decisions/0004). */
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
    cache(name, topics, ask) {
      const counted = counts.get(name) ?? { rebuilds: 0, failures: 0, paidUntil: 0 };
      counts.set(name, counted);
      const read = async () => {
        try {
          counted.rebuilds += 1;
          return snapshotOf(await ask());
        } catch (error) {
          if (!(error instanceof Refusal)) {
            counted.failures += 1;
            log.warn({ err: error, snapshot: name }, 'building a snapshot failed');
          }
          throw error;
        }
      };
      const holding = { name, topics, ...holdAnswer(read, counted) };
      const cached: CachedAnswer = { now: holding.now };
      holdings.set(cached, holding);
      return cached;
    },
    drop: (cached) => void holdings.delete(cached),
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

/** Changes of stock, settings and roles must be visible on every process within two seconds. */
const MAX_AGE_MS = 2_000;
/** A request for an older answer starts a rebuild and does not wait for it. */
const RENEWED_AFTER_MS = 1_000;
/** Changes trigger rebuilds for this long after the last request. Later changes only mark the answer as outdated. */
const FOLLOWED_MS = 10_000;
/** After a read the next one waits this many times the read's duration, so that reads take at most 1/20 of the time … */
const SHARE = 20;
/** … with this much allowed in a burst. */
const BURST_MS = 1_000;
/** Limits the pause after one slow read. */
const MAX_DEBT_MS = 5_000;

/** Shared by all answers of one name: the time until which their reads have used up the allowed share. */
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
