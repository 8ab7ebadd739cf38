import { events, type LiveEvent, type LiveTopic } from '@sterling/contract/events.ts';
import type { QueryClient } from '@tanstack/react-query';
import { setConnected } from './connection.ts';
import { ALL_TOPICS, readAnew } from './stale.ts';

/** What changes all the time is read anew once in so long. */
const PACE_MS = 1_000;
/** After a refusal, which a browser does not try again by itself. */
const AGAIN_AFTER_MS = 10_000;
/** A page that nobody sees gives its connection back: browsers have six for all pages of a site without HTTP/2. */
const HIDDEN_FOR_MS = 30_000;

/** Follows what the server tells of one's own, for as long as the page is seen. The answer ends it. */
export function followEvents(client: QueryClient, heard: (event: LiveEvent) => void): () => void {
  const pace = openPace((topics) => readAnew(client, topics));
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
      if (hasMissed) pace.add(ALL_TOPICS);
      hasMissed = false;
    };
    opened.onmessage = ({ data }) => {
      const told = events.follow.reply.safeParse(JSON.parse(data));
      if (!told.success) return;
      for (const event of told.data) heard(event);
      pace.add(told.data.map(({ topic }) => topic));
    };
    opened.addEventListener('missed', () => pace.add(ALL_TOPICS));
    opened.onerror = () => {
      lost();
      if (opened.readyState !== EventSource.CLOSED) return;
      source = null;
      timer = setTimeout(open, AGAIN_AFTER_MS);
    };
    return opened;
  }

  /** From here on pages look by themselves, immediately and then as often as they do. Whether one is still signed in is looked up too. */
  function lost(): void {
    setConnected(false);
    if (hasMissed) return;
    hasMissed = true;
    pace.add(ALL_TOPICS);
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
    pace.stop();
    close();
  };
}

/** Hands on what has gathered: the first immediately, what follows it together. */
function openPace(pass: (topics: ReadonlySet<LiveTopic>) => void) {
  let gathered = new Set<LiveTopic>();
  let rest: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    rest = undefined;
    if (gathered.size === 0) return;
    const topics = gathered;
    gathered = new Set();
    rest = setTimeout(next, PACE_MS);
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
