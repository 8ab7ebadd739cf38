import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { openServices } from '../src/app.ts';
import { buildServer } from '../src/platform/http/server.ts';
import type { Services } from '../src/services.ts';
import { openTestApp, type TestApp } from './app.ts';

/** Two listening web servers on one database. */
export interface TwoWebs extends TestApp {
  readonly origin: string;
  readonly other: { readonly app: FastifyInstance; readonly services: Services; readonly origin: string };
  /** Breaks the connections by which both servers receive change events. */
  breakListeners(): Promise<void>;
}

export async function openTwoWebs(): Promise<TwoWebs> {
  const first = await openTestApp({ actionLimit: false });
  const { config } = first.services;
  const second = await openServices(config, pino({ level: 'silent' }), first.database.url);
  const app = await buildServer(second.services);
  const origin = await first.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...first,
    origin,
    other: { app, services: second.services, origin: await app.listen({ host: '127.0.0.1', port: 0 }) },
    breakListeners: async () => {
      await first.database.asOwner(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'sterling-listener'`);
    },
    close: async () => {
      await app.close();
      await second.close();
      await first.close();
    },
  };
}
