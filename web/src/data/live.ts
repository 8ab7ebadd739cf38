import { events, LiveEvent, type LiveTopic } from '@sterling/contract/events.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ACCOUNT_CHANGES, ORDER_CHANGES, TRADE_CHANGES } from './change-groups.ts';
import { type Noun, refetch } from './changes.ts';

/** Maximum refetch rate for data that changes all the time. */
const THROTTLE_MS = 1_000;
/** Browsers do not reconnect after a refusal, so the page does it. */
const RECONNECT_AFTER_MS = 10_000;
/** Hidden pages close their connection, because browsers allow six per site without HTTP/2. */
const HIDDEN_FOR_MS = 30_000;
const CHECK_FOR_SLEEP_EVERY_MS = 10_000;
/** A device that slept this long may hold a connection that the server has ended. The browser does not notice. */
const ASLEEP_FOR_MS = 30_000;

/** Follows the event stream of the user while the page is visible. Returns a function that stops it. */
export function followEvents(client: QueryClient, heard: (event: LiveEvent) => void): () => void {
  const throttle = createThrottle((topics) => refetchTopics(client, topics));
  const connection = openConnection({
    told: (told) => {
      for (const event of told) heard(event);
      throttle.add(told.map(({ topic }) => topic));
    },
    missed: () => throttle.add(ALL_TOPICS),
    // without events, other data is polled
    refused: () => throttle.add(['inbox']),
  });
  const unbind = bindToVisibility(connection);
  const stopWatching = watchForSleep(connection);
  connection.open();
  return () => {
    unbind();
    stopWatching();
    throttle.stop();
    connection.close();
  };
}

interface Listener {
  told(events: readonly LiveEvent[]): void;
  /** Changes of any kind may have been missed. */
  missed(): void;
  /** The server refused another try, for example because too many tabs are open. */
  refused(): void;
}

interface Connection {
  open(): void;
  cancelRetry(): void;
  close(): void;
}

/** Holds at most one EventSource, and opens a new one some time after the browser gave up. */
function openConnection({ told, missed, refused }: Listener): Connection {
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
      told(knownEvents(JSON.parse(data)));
    };
    opened.addEventListener('missed', missed);
    opened.onerror = () => {
      const isRefused = opened.readyState === EventSource.CLOSED;
      if (isRefused && hasMissed) refused();
      lost();
      if (!isRefused) return;
      source = null;
      retry = setTimeout(open, RECONNECT_AFTER_MS);
    };
    return opened;
  }

  /** Starts polling immediately. The refetch also finds out whether the user is still signed in. */
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

/** The events that this page knows. After a deployment, the server may also send others. */
function knownEvents(message: unknown): LiveEvent[] {
  if (!Array.isArray(message)) return [];
  return message.map((event) => LiveEvent.safeParse(event)).flatMap(({ data }) => data ?? []);
}

/** Closes the connection of a page that is hidden for long, and opens it when the page is visible again. Returns a function that stops it. */
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

/** Opens a new connection after the device has slept. Returns a function that stops it. */
function watchForSleep(connection: Connection): () => void {
  let checkedAt = Date.now();
  const timer = setInterval(() => {
    const sleptMs = Date.now() - checkedAt - CHECK_FOR_SLEEP_EVERY_MS;
    checkedAt = Date.now();
    if (sleptMs < ASLEEP_FOR_MS || document.hidden) return;
    connection.close();
    connection.open();
  }, CHECK_FOR_SLEEP_EVERY_MS);
  return () => clearInterval(timer);
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

type Handler = (client: QueryClient, event: LiveEvent) => void;

/** Keeps all pages of a signed-in user up to date with server events, and passes each event to `handle`. */
export function useLive(userId: string, handle: Handler): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another stream
  useEffect(() => followEvents(client, (event) => handle(client, event)), [client, userId, handle]);
}

/** Whether the event stream is connected. Without it, pages poll. */
let isConnected = false;

function setConnected(connected: boolean): void {
  isConnected = connected;
}

/** Polling interval of an open order, pre-order, trade or transfer while server events report its changes. */
export const WHILE_LIVE_MS = 15_000;

/** Polling interval in ms. While events arrive, polling is slow or off (false). */
export const everyMs = (pollMs: number, liveMs: number | false = false): number | false =>
  isConnected ? liveMs : pollMs;

/** What each event of the server changes beside the noun of the same name. */
const TOPIC_CHANGES: Readonly<Record<LiveTopic, readonly Noun[]>> = {
  orders: [...ORDER_CHANGES, 'roblox-accounts'],
  'pre-orders': ['stats', 'inbox'],
  transactions: TRADE_CHANGES,
  wallet: ['history', 'stats', 'inbox'],
  'roblox-accounts': ACCOUNT_CHANGES,
  users: [],
  settings: ['platform'],
  reviews: ['inbox', 'admin'],
  inbox: [],
  listings: [],
  marketplace: [],
  proxies: ['roblox-accounts'],
  webhooks: [],
  'withdrawal-addresses': [],
  'price-alerts': [],
  'standing-orders': [],
  notifications: [],
  'api-credentials': [],
  sessions: [],
  factors: [],
  affiliate: ['wallet', 'history'],
};

export const ALL_TOPICS = Object.keys(TOPIC_CHANGES) as LiveTopic[];

/** Refetches what events of these topics change. */
export const refetchTopics = (client: QueryClient, topics: Iterable<LiveTopic>): Promise<void> =>
  refetch(
    client,
    [...topics].flatMap((topic): Noun[] => [topic, ...TOPIC_CHANGES[topic]]),
  );
