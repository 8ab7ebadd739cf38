import type pg from 'pg';
import { openPool, type Pool } from '../src/platform/db/pool.ts';

/** What a query throws after the process of a dying pool is dead. */
export const DEAD = 'the process is dead';

/** Whether the death of the process is the cause of an error, or of each error that it stands for. */
export function isDeath(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDeath);
  if (error.cause instanceof Error) return isDeath(error.cause);
  return error.message === DEAD || BROKEN.test(error.message);
}

const BROKEN = /Connection terminated|not queryable|Client was closed/;

/**
 * A pool of a process that dies after `statements` more statements: its connections break, and the server rolls back
 * what was not committed.
 */
export function openDyingPool(url: string, role: string | undefined, statements: number): Pool {
  const pool = openPool(url, { max: 4, ...(role && { role }) });
  const clients = new Set<pg.PoolClient>();
  let left = statements;
  pool.pg.on('connect', (client) => {
    clients.add(client as pg.PoolClient);
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    const counted = (...input: unknown[]) => {
      left -= 1;
      if (left >= 0) return query(...input);
      for (const each of clients) streamOf(each).destroy();
      const error = new Error(DEAD);
      const heard = input.at(-1);
      // pg-pool itself passes a callback, and would not handle the rejection of a promise
      if (typeof heard !== 'function') return Promise.reject(error);
      setImmediate(() => heard(error));
      return undefined;
    };
    Object.assign(client, { query: counted });
  });
  return pool;
}

const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
