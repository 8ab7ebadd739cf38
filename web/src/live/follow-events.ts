import { events, type LiveEvent, type LiveTopic } from '@sterling/contract/events.ts';
import type { QueryClient } from '@tanstack/react-query';
import { setConnected } from './connection.ts';
import { ALL_TOPICS, readAnew } from './stale.ts';

/** Data that changes all the time is read again at most once in this time. */
const PACE_MS = 1_000;
/** After a refusal, which a browser does not retry automatically. */
const RETRY_AFTER_MS = 10_000;
/** A hidden page gives its connection back: without HTTP/2 a browser has six for all pages of a site. */
const HIDDEN_FOR_MS = 30_000;

/** Follows the server's notifications about the user's own data while the page is visible. The answer ends it. */
export function followEvents(client: QueryClient, heard: (event: LiveEvent) => void): () => void {
  const pace = openPace((topics) => readAnew(client, topics));
  const connection = openConnection({
    told: (told) => {
      for (const event of told) heard(event);
      pace.add(told.map(({ topic }) => topic));
    },
    missed: () => pace.add(ALL_TOPICS),
  });
  const unbind = bindToVisibility(connection);
  connection.open();
  return () => {
    unbind();
    pace.stop();
    connection.close();
  };
}

interface Listener {
  told(events: readonly LiveEvent[]): void;
  /** Changes of any kind may have been missed. */
  missed(): void;
}

interface Connection {
  open(): void;
  cancelRetry(): void;
  close(): void;
}

/** Holds at most one EventSource, and opens a new one some time after the browser gave up. */
function openConnection({ told, missed }: Listener): Connection {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hasMissed = false;

  function open(): void {
    clearTimeout(retry);
    source ??= connect();
  }

  function connect(): EventSource {
    const opened = new EventSource(events.follow.path);
    opened.onopen = () => {
      setConnected(true);
      if (hasMissed) missed();
      hasMissed = false;
    };
    opened.onmessage = ({ data }) => {
      const message = events.follow.reply.safeParse(JSON.parse(data));
      if (message.success) told(message.data);
    };
    opened.addEventListener('missed', missed);
    opened.onerror = () => {
      lost();
      if (opened.readyState !== EventSource.CLOSED) return;
      source = null;
      retry = setTimeout(open, RETRY_AFTER_MS);
    };
    return opened;
  }

  /** From now on pages poll. The first poll is immediate and also finds out whether the user is still signed in. */
  function lost(): void {
    setConnected(false);
    if (hasMissed) return;
    hasMissed = true;
    missed();
  }

  function close(): void {
    clearTimeout(retry);
    source?.close();
    source = null;
    setConnected(false);
    hasMissed = true;
  }

  return { open, cancelRetry: () => clearTimeout(retry), close };
}

/** Closes the connection of a page that is hidden for long, and opens it when the page is visible again. The answer ends it. */
function bindToVisibility(connection: Connection): () => void {
  let closing: ReturnType<typeof setTimeout> | undefined;

  function visibilityChanged(): void {
    clearTimeout(closing);
    connection.cancelRetry();
    if (document.hidden) closing = setTimeout(connection.close, HIDDEN_FOR_MS);
    else connection.open();
  }

  document.addEventListener('visibilitychange', visibilityChanged);
  return () => {
    document.removeEventListener('visibilitychange', visibilityChanged);
    clearTimeout(closing);
  };
}

/** Passes the first topics on immediately, and those that follow within the pace together. */
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
