import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { query } from './database.ts';

const SCALE = 50;
const HOME = '/usr/lib/postgresql';

export interface Measured {
  readonly perSecond: number;
  readonly meanMs: number;
}

export interface TpcB {
  readonly name: string;
  /** Runs TPC-B transactions with this many concurrent clients for this many seconds. */
  run(clients: number, seconds: number): Promise<Measured>;
}

/** pgbench's TPC-B at scale 50 in a separate database on that server. Without Debian's pgbench, its script runs through `pg`. */
export async function openTpcB(serverUrl: string): Promise<TpcB> {
  await query(serverUrl, 'create database pgbench');
  const url = new URL(serverUrl);
  url.pathname = '/pgbench';
  const program = findProgram();
  await fill(url.href);
  return program
    ? { name: 'pgbench', run: (clients, seconds) => runProgram(program, url.href, clients, seconds) }
    : {
        name: "pgbench's script through pg",
        run: (clients, seconds) => runScript(url.href, clients, seconds),
      };
}

function findProgram(): string | null {
  const versions = existsSync(HOME) ? readdirSync(HOME).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(HOME, version, 'bin/pgbench')).find(existsSync) ?? null;
}

async function runProgram(program: string, url: string, clients: number, seconds: number): Promise<Measured> {
  const args = ['-n', '-c', String(clients), '-j', String(Math.min(2, clients)), '-T', String(seconds), url];
  const { stdout } = await promisify(execFile)(program, args);
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
  return { perSecond: figure(/tps = ([\d.]+)/), meanMs: figure(/latency average = ([\d.]+)/) };
}

/** Creates the tables as `pgbench -i` does. */
async function fill(url: string): Promise<void> {
  await query(
    url,
    `create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
     create table pgbench_tellers (tid int not null, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
     create table pgbench_accounts (aid int not null, bid int, abalance int, filler char(84)) with (fillfactor = 100);
     create table pgbench_branches (bid int not null, bbalance int, filler char(88)) with (fillfactor = 100);
     insert into pgbench_branches select n, 0 from generate_series(1, ${SCALE}) n;
     insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${SCALE * 10}) n;
     insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) n;
     alter table pgbench_branches add primary key (bid); alter table pgbench_tellers add primary key (tid);
     alter table pgbench_accounts add primary key (aid)`,
  );
  await query(url, 'vacuum analyze');
}

async function runScript(url: string, clients: number, seconds: number): Promise<Measured> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  const endsAt = performance.now() + seconds * 1_000;
  let done = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = await pool.connect();
      for (; performance.now() < endsAt; done += 1) await transact(client);
      client.release();
    }),
  );
  const tookMs = performance.now() - began;
  await pool.end();
  return { perSecond: (1_000 * done) / tookMs, meanMs: (tookMs * clients) / done };
}

async function transact(client: pg.PoolClient): Promise<void> {
  const upTo = (most: number) => 1 + Math.floor(Math.random() * most);
  const [aid, tid, bid, delta] = [upTo(SCALE * 100_000), upTo(SCALE * 10), upTo(SCALE), upTo(10_001) - 5_001];
  await client.query('begin');
  await client.query(`update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`);
  await client.query(`select abalance from pgbench_accounts where aid = ${aid}`);
  await client.query(`update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`);
  await client.query(`update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${bid}`);
  await client.query(
    `insert into pgbench_history (tid, bid, aid, delta, mtime) values (${tid}, ${bid}, ${aid}, ${delta}, now())`,
  );
  await client.query('end');
}
