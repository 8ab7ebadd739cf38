import type { LiveEvent } from '@sterling/contract/events.ts';
import type { Change, Changes } from './changes.ts';

/** The event stream of one open page. */
export interface Stream {
  readonly userId: string;
  readonly sessionId: string;
  readonly isStaff: boolean;
  /** Writes text to the wire. Answers false when the page does not read fast enough. */
  write(text: string): boolean;
  end(): void;
}

export interface Streams {
  /** Answers false when the user has too many open streams. */
  add(stream: Stream): boolean;
  remove(stream: Stream): void;
  close(): void;
}

/** Looks sessions up. Answers those that are still valid, with the present role. */
export type Standing = (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, { isStaff: boolean }>>;

/** Enough for a few tabs and devices. Further pages rely on polling. */
const MAX_OF_A_PERSON = 10;
/** Events are batched for this long. Polled answers are rebuilt in the meantime. */
const GATHER_MS = 100;
/** A larger batch names only the topics of its further events. */
const MAX_NAMED = 30;
const HEARTBEAT_MS = 15_000;
/** Ended sessions are found within two seconds even when the notification is lost. */
const LOOK_EVERY_MS = 1_500;

/** Sends each open page the changes that concern its user. */
export function openStreams(changes: Changes, standing: Standing): Streams {
  const byUser = new Map<string, Set<Stream>>();
  const waiting = new Map<Stream, Map<string, LiveEvent>>();
  let gathering: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;

  const everybody = () => [...byUser.values()].flatMap((streams) => [...streams]);
  const beat = setInterval(() => {
    for (const stream of everybody()) send(stream, ':\n\n');
  }, HEARTBEAT_MS).unref();
  const look = setInterval(checkSessions, LOOK_EVERY_MS).unref();

  changes.watch({
    changed(change) {
      if (byUser.size === 0) return;
      if (change.topic === 'sessions' || change.topic === 'users') checkSessions();
      for (const stream of concerned(change)) gather(stream, change);
    },
    // what was missed is not known: every page reads everything anew
    missed: () => {
      for (const stream of everybody()) send(stream, 'event: missed\ndata: []\n\n');
      checkSessions();
    },
  });

  function concerned({ topic, people }: Change): Stream[] {
    if (topic === 'settings') return everybody();
    if (topic === 'reviews') return everybody().filter(({ isStaff }) => isStaff);
    return people.flatMap((id) => [...(byUser.get(id) ?? [])]);
  }

  function gather(stream: Stream, { topic, id, state }: Change): void {
    if (topic === 'sessions' || topic === 'prices') return;
    const events = waiting.get(stream) ?? new Map<string, LiveEvent>();
    if (events.size < MAX_NAMED) events.set(`${topic} ${id}`, { topic, id, state });
    else events.set(topic, { topic, id: null, state: null });
    waiting.set(stream, events);
    gathering ??= setTimeout(sendGathered, GATHER_MS);
  }

  function sendGathered(): void {
    gathering = undefined;
    for (const [stream, events] of waiting) {
      send(stream, `data: ${JSON.stringify([...events.values()])}\n\n`);
    }
    waiting.clear();
  }

  function send(stream: Stream, text: string): void {
    if (stream.write(text)) return;
    remove(stream);
    stream.end();
  }

  function checkSessions(): void {
    if (byUser.size === 0 || looking) return;
    looking = endThoseOver()
      .catch(() => undefined)
      .finally(() => {
        looking = null;
      });
  }

  async function endThoseOver(): Promise<void> {
    const open = everybody();
    const stand = await standing([...new Set(open.map(({ sessionId }) => sessionId))]);
    for (const stream of open) {
      if (stand.get(stream.sessionId)?.isStaff === stream.isStaff) continue;
      remove(stream);
      stream.end();
    }
  }

  function remove(stream: Stream): void {
    waiting.delete(stream);
    const streams = byUser.get(stream.userId);
    streams?.delete(stream);
    if (streams?.size === 0) byUser.delete(stream.userId);
  }

  return {
    add(stream) {
      const streams = byUser.get(stream.userId) ?? new Set();
      if (streams.size >= MAX_OF_A_PERSON) return false;
      byUser.set(stream.userId, streams.add(stream));
      return true;
    },
    remove,
    close() {
      clearInterval(beat);
      clearInterval(look);
      clearTimeout(gathering);
      for (const stream of everybody()) stream.end();
      byUser.clear();
    },
  };
}
