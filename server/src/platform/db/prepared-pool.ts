import pg from 'pg';
import {
  APP_ROLE,
  dropBrokenConnections,
  KEEP_ALIVE,
  LOCK_LIMITS,
  REQUEST_LIMITS,
  startupOptions,
} from './pool.ts';

export interface PreparedPool {
  /** Runs one statement in its own READ COMMITTED transaction. The name makes PostgreSQL plan it once per connection. */
  call<Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Opens connections in the application's role for statements that always use index lookups, whatever the planner's statistics say.
 */
export function openPreparedPool(url: string, max: number): PreparedPool {
  const settings = {
    role: APP_ROLE,
    timezone: 'UTC',
    lock_timeout: LOCK_LIMITS.lock,
    statement_timeout: REQUEST_LIMITS.statementMs,
    plan_cache_mode: 'force_generic_plan',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    enable_sort: 'off',
    jit: 'off',
  };
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'sterling-calls',
    max,
    connectionTimeoutMillis: REQUEST_LIMITS.waitMs,
    // a new connection would have to plan every statement again
    idleTimeoutMillis: 0,
    ...KEEP_ALIVE,
    options: startupOptions(settings),
  });
  dropBrokenConnections(pool);
  return {
    call: async <Row extends pg.QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
      (await pool.query<Row>({ name, text, values: values as unknown[] })).rows,
    close: () => pool.end(),
  };
}
