import type { LiveEvent } from '@sterling/contract/events.ts';
import type { Change, Changes } from './changes.ts';

/** The event stream of one open page. */
export interface Stream {
  readonly userId: string;
  /** Of the session token, in hex. A session can outlive a copy of its old token. */
  readonly tokenHash: string;
  readonly isStaff: boolean;
  /** Writes text to the wire. Returns false when the page does not read fast enough. */
  write(text: string): boolean;
  end(): void;
}

export interface Streams {
  /** Returns false when the user has too many open streams. */
  add(stream: Stream): boolean;
  remove(stream: Stream): void;
  close(): void;
}

/** Looks the hashes of session tokens up. Returns those that are still valid, with the present role. */
export type TokenLookup = (hashes: readonly string[]) => Promise<ReadonlyMap<string, { isStaff: boolean }>>;

/** Enough for a few tabs and devices. Further pages rely on polling. */
const MAX_OF_A_PERSON = 10;
const HEARTBEAT_MS = 15_000;
/** All pages hear of the marketplace, and those that show it read it again, so they hear of it at most this often. */
const MARKETPLACE_EVERY_MS = 5_000;
/** Ended tokens are found within two seconds even when the notification is lost. */
const POLL_EVERY_MS = 1_000;

/** Sends each open page the changes that concern its user. */
export function openStreams(changes: Changes, lookUp: TokenLookup): Streams {
  const registry = createRegistry();
  const batches = createBatches(send);
  const marketplace = createPace(MARKETPLACE_EVERY_MS, tell);
  const checkTokens = createTokenCheck(registry, lookUp, end);
  const heartbeat = setInterval(() => sendToAll(':\n\n'), HEARTBEAT_MS).unref();
  const look = setInterval(checkTokens, POLL_EVERY_MS).unref();

  changes.watch({
    changed(change) {
      if (registry.isEmpty()) return;
      if (change.topic === 'sessions' || change.topic === 'users') checkTokens();
      if (change.topic === 'marketplace') marketplace.add(change);
      else tell(change);
    },
    // nobody knows what was missed: every page reads everything again
    missed() {
      sendToAll('event: missed\ndata: []\n\n');
      checkTokens();
    },
  });

  function tell(change: Change): void {
    for (const stream of registry.concerned(change)) batches.add(stream, change);
  }

  function sendToAll(text: string): void {
    for (const stream of registry.all()) send(stream, text);
  }

  function send(stream: Stream, text: string): void {
    if (!stream.write(text)) end(stream);
  }

  function end(stream: Stream): void {
    remove(stream);
    stream.end();
  }

  function remove(stream: Stream): void {
    batches.drop(stream);
    registry.remove(stream);
  }

  return {
    add: registry.add,
    remove,
    close() {
      clearInterval(heartbeat);
      clearInterval(look);
      marketplace.close();
      batches.close();
      for (const stream of registry.all()) stream.end();
      registry.clear();
    },
  };
}

/** The open streams by user. */
function createRegistry() {
  const byUser = new Map<string, Set<Stream>>();
  const all = () => [...byUser.values()].flatMap((streams) => [...streams]);
  return {
    all,
    isEmpty: () => byUser.size === 0,
    clear: () => byUser.clear(),
    add(stream: Stream): boolean {
      const streams = byUser.get(stream.userId) ?? new Set();
      if (streams.size >= MAX_OF_A_PERSON) return false;
      byUser.set(stream.userId, streams.add(stream));
      return true;
    },
    remove(stream: Stream): void {
      const streams = byUser.get(stream.userId);
      streams?.delete(stream);
      if (streams?.size === 0) byUser.delete(stream.userId);
    },
    /** Settings and the marketplace concern everyone, reviews the staff, and all else the users that the change names. */
    concerned({ topic, people }: Change): Stream[] {
      if (topic === 'settings' || topic === 'marketplace') return all();
      if (topic === 'reviews') return all().filter(({ isStaff }) => isStaff);
      return people.flatMap((id) => [...(byUser.get(id) ?? [])]);
    },
  };
}

/** Passes a change immediately, and of those within the next `everyMs` only the last, when that time is over. */
function createPace(everyMs: number, pass: (change: Change) => void) {
  let waiting: Change | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(change: Change): void {
    waiting = null;
    timer = setTimeout(next, everyMs).unref();
    pass(change);
  }

  function next(): void {
    timer = undefined;
    if (waiting) start(waiting);
  }

  return {
    add(change: Change): void {
      if (timer) waiting = change;
      else start(change);
    },
    close: () => clearTimeout(timer),
  };
}

/** Changes of this time are sent together. Meanwhile the snapshots have time to follow. */
const GATHER_MS = 100;
/** Beyond this many, a batch names only the topics. */
const MAX_NAMED = 30;

/** Gathers the events of each stream and sends them in one message. */
function createBatches(send: (stream: Stream, text: string) => void) {
  const waiting = new Map<Stream, Map<string, LiveEvent>>();
  let timer: NodeJS.Timeout | undefined;

  function sendAll(): void {
    timer = undefined;
    for (const [stream, events] of waiting) send(stream, `data: ${JSON.stringify([...events.values()])}\n\n`);
    waiting.clear();
  }

  return {
    add(stream: Stream, { topic, id, state }: Change): void {
      if (topic === 'prices') return;
      const events = waiting.get(stream) ?? new Map<string, LiveEvent>();
      // everyone hears that settings changed, but not which one
      const isNamed = topic !== 'settings' && events.size < MAX_NAMED;
      if (isNamed) events.set(`${topic} ${id}`, { topic, id, state });
      else events.set(topic, { topic, id: null, state: null });
      waiting.set(stream, events);
      timer ??= setTimeout(sendAll, GATHER_MS);
    },
    drop: (stream: Stream) => void waiting.delete(stream),
    close: () => clearTimeout(timer),
  };
}

/**
 * Ends streams whose token is over or whose user's role has changed. One check at a time. A check that is asked for meanwhile
 * follows, because the running one may have read the sessions before they changed.
 */
function createTokenCheck(
  registry: ReturnType<typeof createRegistry>,
  lookUp: TokenLookup,
  end: (stream: Stream) => void,
): () => Promise<void> {
  let isChecking = false;
  let isAskedAgain = false;

  async function check(): Promise<void> {
    const open = registry.all();
    const valid = await lookUp([...new Set(open.map(({ tokenHash }) => tokenHash))]);
    for (const stream of open) if (valid.get(stream.tokenHash)?.isStaff !== stream.isStaff) end(stream);
  }

  return async () => {
    isAskedAgain = true;
    if (isChecking) return;
    isChecking = true;
    while (isAskedAgain && !registry.isEmpty()) {
      isAskedAgain = false;
      await check().catch(() => undefined);
    }
    isChecking = false;
  };
}
