import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { APP_ROLE } from './pool.ts';

export interface ListenerHandlers {
  onNotification(channel: string, payload: string): void;
  /** Called after each (re)connect: earlier notifications may be lost. */
  onGap(): void;
}

export interface Listener {
  isConnected(): boolean;
  close(): Promise<void>;
}

const RECONNECT_AFTER_MS = 250;
const PROBE_EVERY_MS = 5_000;
const TIMEOUT_MS = 3_000;

/** Opens the process's listening connection and reopens it whenever it is lost. Resolves after the first attempt, even a failed one. */
export async function openListener(
  url: string,
  channels: readonly string[],
  { onNotification, onGap }: ListenerHandlers,
): Promise<Listener> {
  const tried = Promise.withResolvers<void>();
  let closed = false;
  let connected: pg.Client | null = null;

  /** Resolves when the connection has ended. */
  async function listen(): Promise<void> {
    const client = newClient(url);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload));
    client.on('error', () => undefined);
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      connected = client;
      onGap();
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
      if (!closed) await sleep(RECONNECT_AFTER_MS, undefined, { ref: false });
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

/** Queries the server regularly. Without this, a connection whose server vanished would stay open forever. */
async function probeUntil(client: pg.Client, ended: Promise<void>): Promise<void> {
  for (;;) {
    const pause = sleep(PROBE_EVERY_MS, 'paused' as const, { ref: false });
    if ((await Promise.race([pause, ended])) !== 'paused') return;
    await client.query('select');
  }
}
