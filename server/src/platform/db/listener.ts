import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { APP_ROLE } from './pool.ts';

export interface Hears {
  /** A notification. */
  heard(channel: string, payload: string): void;
  /** Notifications come from here on. What went before may have been missed: at the start, and while the connection was lost. */
  missed(): void;
}

export interface Listener {
  isConnected(): boolean;
  close(): Promise<void>;
}

const AGAIN_AFTER_MS = 250;
const PROBE_EVERY_MS = 5_000;
const TIMEOUT_MS = 3_000;

/** The one connection of a process that listens; a lost one is opened again for as long as it takes. Resolves when it was tried once. */
export async function openListener(
  url: string,
  channels: readonly string[],
  { heard, missed }: Hears,
): Promise<Listener> {
  const tried = Promise.withResolvers<void>();
  let closed = false;
  let connected: pg.Client | null = null;

  /** Resolves when the connection has ended. */
  async function listen(): Promise<void> {
    const client = newClient(url);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('notification', ({ channel, payload = '' }) => heard(channel, payload));
    client.on('error', () => undefined);
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      connected = client;
      missed();
      tried.resolve();
      if (!closed) await probeUntil(client, ended);
    } finally {
      connected = null;
      await client.end().catch(() => undefined);
    }
  }

  async function keepListening(): Promise<void> {
    while (!closed) {
      await listen().catch(() => undefined);
      tried.resolve();
      if (!closed) await sleep(AGAIN_AFTER_MS, undefined, { ref: false });
    }
  }

  void keepListening();
  await tried.promise;
  return {
    isConnected: () => connected !== null,
    async close() {
      closed = true;
      await connected?.end();
    },
  };
}

const newClient = (url: string) =>
  new pg.Client({
    connectionString: url,
    options: `-c role=${APP_ROLE}`,
    application_name: 'sterling-listener',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });

/** Asks now and then whether the other end is still there: one that vanished without a word sends nothing, and no end either. */
async function probeUntil(client: pg.Client, ended: Promise<void>): Promise<void> {
  for (;;) {
    const rest = sleep(PROBE_EVERY_MS, 'rested' as const, { ref: false });
    if ((await Promise.race([rest, ended])) !== 'rested') return;
    await client.query('select');
  }
}
