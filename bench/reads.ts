import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SESSION_COOKIES } from '../server/src/people/sessions/sessions.reads.ts';
import { createSession } from '../server/src/people/sessions/sessions.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { inTransaction, openPool, type Pool } from '../server/src/platform/db/pool.ts';
import { installQueues } from '../server/src/platform/jobs/queue.ts';
import { openDatabase } from './database.ts';
import { load } from './load.ts';
import { type Pair, type Row, rowOfPairs } from './row.ts';

const PATHS = ['/api/roblox-accounts/aggregated', '/api/pre-orders/live?pageSize=50', '/api/platform-stats'];
const CONNECTIONS = 64;
/** Many short rounds, because other load on the machine comes and goes. */
const ROUNDS = 25;
const ROUND_MS = 250;
const TARGET = { atLeast: 0.4 };
const CHANGE_EVERY_MS = 20;
const ACCOUNTS = 400;
const WAITING = 200;

/** Polled reads per second on a changing market, against a bare route with the same bytes, in alternating rounds. */
export async function benchReads(): Promise<Row[]> {
  const world = await openWorld();
  try {
    const rows: Row[] = [];
    for (const path of PATHS) rows.push(...(await measure(world, path)));
    return rows;
  } finally {
    await world.close();
  }
}

interface World {
  readonly ours: number;
  readonly bare: number;
  readonly headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Each figure is compared with the bare route's runs before and after it. */
interface Round {
  readonly full: Pair;
  readonly known: Pair;
}

async function measure({ ours, bare, headers }: World, path: string): Promise<Row[]> {
  const ask = async (port: number, sendsEtag = false) => {
    const { perSecond, statuses } = await load({
      port,
      path,
      headers,
      connections: CONNECTIONS,
      ms: ROUND_MS,
      sendsEtag,
    });
    const wrong = [...statuses.keys()].filter((status) => status !== 200 && !(sendsEtag && status === 304));
    if (wrong.length > 0) throw new Error(`${path} answered ${wrong.join(', ')}`);
    return perSecond;
  };
  await ask(ours);
  await ask(bare);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await ask(bare);
    const full = await ask(ours);
    const between = await ask(bare);
    const known = await ask(ours, true);
    const after = await ask(bare);
    rounds.push({
      full: { ours: full, reference: (before + between) / 2 },
      known: { ours: known, reference: (between + after) / 2 },
    });
  }
  const name = path.split('?')[0]!;
  return [
    rowOfPairs(
      `${name}, with body`,
      'per s',
      rounds.map(({ full }) => full),
      TARGET,
    ),
    rowOfPairs(
      `${name}, 304 while unchanged`,
      'per s',
      rounds.map(({ known }) => known),
      TARGET,
    ),
  ];
}

/** Starts Sterling's web server on a changing market, and a bare server that sends the same bytes. */
async function openWorld(): Promise<World> {
  const database = await openDatabase();
  await migrate(database.url);
  await installQueues(database.url);
  const owner = openPool(database.url, { max: 2, role: null });
  const headers = { cookie: `${SESSION_COOKIES.plain}=${await fill(owner)}` };
  const environment = { DATA_DIR: database.directory, DATABASE_URL: database.url, ACTION_LIMIT: 'off' };
  const ours = await startServer(environment, 'ours');
  const bodies = await bodiesOf(ours.port, headers);
  const bare = await startServer(environment, { bodies });
  const stopped = new AbortController();
  const changing = keepChanging(owner, stopped.signal);
  return {
    ours: ours.port,
    bare: bare.port,
    headers,
    async close() {
      stopped.abort();
      await changing;
      for (const { child } of [ours, bare]) {
        child.disconnect();
        await once(child, 'exit');
      }
      await owner.close();
      await database.close();
    },
  };
}

/** Inserts accounts at many rates and pre-orders that no stock fits. Returns a buyer's session token. */
async function fill({ db, pg }: Pool): Promise<string> {
  await pg.query(`insert into users (username) select 'bench' || n from generate_series(1, 20) n`);
  await pg.query(
    `insert into roblox_accounts (user_id, roblox_user_id, username, robux_balance, rate_cents, status, sealed_cookie,
      ownership_confirmed_at, ownership_ip, ownership_statement)
    select (select id from users order by id offset n % 10 limit 1), n, 'bench' || n, 1000 + n % 5000, 300 + n % 60 * 5, 'online',
      'x', now(), '127.0.0.1', 'bench' from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  );
  await pg.query(
    `insert into pre_orders (buyer_id, robux_amount, max_rate_cents, affordable_rate_cents, max_total_cents, gamepass_url, pass_id, product_id,
      pass_name, creator_type, creator_target_id, waits_for)
    select (select id from users order by id offset 10 + n % 10 limit 1), 500, 200, 200, 100,
      'https://www.roblox.com/game-pass/' || n, n, n, 'VIP', 'User', 1, 'stock' from generate_series(1, $1::int) n`,
    [WAITING],
  );
  const { rows } = await pg.query<{ id: string }>('select id from users order by id desc limit 1');
  return inTransaction(db, (tx) => createSession(tx, rows[0]!.id, { ip: '127.0.0.1', userAgent: 'bench' }));
}

async function keepChanging({ pg }: Pool, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await pg.query(
      `update roblox_accounts set robux_balance = 1000 + floor(random() * 5000)
      where roblox_user_id = (select 1 + floor(random() * $1::int)::int)`,
      [ACCOUNTS],
    );
    await sleep(CHANGE_EVERY_MS);
  }
}

async function bodiesOf(port: number, headers: Record<string, string>): Promise<Record<string, string>> {
  const bodies: Record<string, string> = {};
  for (const path of PATHS) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    bodies[path.split('?')[0]!] = await answer.text();
  }
  return bodies;
}

interface Started {
  readonly port: number;
  readonly child: ChildProcess;
}

async function startServer(environment: Record<string, string>, role: unknown): Promise<Started> {
  const child = fork(join(import.meta.dirname, '../server/test/reads-process.ts'), {
    env: { ...process.env, ...environment },
  });
  child.send(role as object);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { port, child };
}
