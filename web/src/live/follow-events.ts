import { events, type LiveEvent, type LiveTopic } from '@sterling/contract/events.ts';
import type { QueryClient } from '@tanstack/react-query';
import { setConnected } from './connection.ts';
import { ALL_TOPICS, invalidate } from './stale.ts';

/** Maximum refetch rate for data that changes all the time. */
const THROTTLE_MS = 1_000;
/** Browsers do not reconnect after a refusal, so the page does it. */
const RECONNECT_AFTER_MS = 10_000;
/** Hidden pages close their connection, because browsers allow six per site without HTTP/2. */
const HIDDEN_FOR_MS = 30_000;

/** Follows the event stream of the user while the page is visible. Returns a function that stops it. */
export function followEvents(client: QueryClient, heard: (event: LiveEvent) => void): () => void {
  const throttle = createThrottle((topics) => invalidate(client, topics));
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasMissed = false;

  function open(): void {
    source ??= connect();
  }

  function connect(): EventSource {
    const opened = new EventSource(events.follow.path);
    opened.onopen = () => {
      setConnected(true);
      if (hasMissed) throttle.add(ALL_TOPICS);
      hasMissed = false;
    };
    opened.onmessage = ({ data }) => {
      const parsed = events.follow.reply.safeParse(JSON.parse(data));
      if (!parsed.success) return;
      for (const event of parsed.data) heard(event);
      throttle.add(parsed.data.map(({ topic }) => topic));
    };
    opened.addEventListener('missed', () => throttle.add(ALL_TOPICS));
    opened.onerror = () => {
      lost();
      if (opened.readyState !== EventSource.CLOSED) return;
      source = null;
      timer = setTimeout(open, RECONNECT_AFTER_MS);
    };
    return opened;
  }

  /** Starts polling immediately. The refetch also finds out whether the user is still signed in. */
  function lost(): void {
    setConnected(false);
    if (hasMissed) return;
    hasMissed = true;
    throttle.add(ALL_TOPICS);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
    setConnected(false);
    hasMissed = true;
  }

  function seen(): void {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(close, HIDDEN_FOR_MS);
    else open();
  }

  document.addEventListener('visibilitychange', seen);
  open();
  return () => {
    document.removeEventListener('visibilitychange', seen);
    throttle.stop();
    close();
  };
}

/** Throttles topics: passes the first immediately and collects later ones until the next interval. */
function createThrottle(pass: (topics: ReadonlySet<LiveTopic>) => void) {
  let gathered = new Set<LiveTopic>();
  let rest: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    rest = undefined;
    if (gathered.size === 0) return;
    const topics = gathered;
    gathered = new Set();
    rest = setTimeout(next, THROTTLE_MS);
    pass(topics);
  };
  return {
    add(topics: readonly LiveTopic[]) {
      for (const topic of topics) gathered.add(topic);
      if (rest === undefined) next();
    },
    stop: () => clearTimeout(rest),
  };
}
