import { execFileSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../server/src/platform/db/embedded.ts';
import { freePort } from '../server/test/litecoind.ts';

/** What both must have alike. */
const SETTINGS = { max_connections: '200' };

/** How far away the standby is. What is on its way when the primary is lost is lost with it. */
const DISTANCE_MS = 10;

export interface DatabasePair {
  /** Leads to the primary, and once it was promoted to what was the standby. */
  readonly url: string;
  /** Kills every process of the primary where it stands. It does not come back. */
  losePrimary(): void;
  /** Makes the standby the primary, and the address lead there. */
  promoteStandby(): Promise<void>;
  close(): Promise<void>;
}

/** A stopped cluster, made ready by `prepare`, that pairs are copied from. */
export async function makeTemplate(
  directory: string,
  prepare: (url: string) => Promise<void>,
): Promise<void> {
  const postgres = await startEmbedded(directory, SETTINGS);
  await prepare(postgres.url).finally(postgres.stop);
}

/** A primary whose commits are acknowledged once its standby has them on disk, behind an address that stays when they change. */
export async function openPair(
  template: string,
  directory: string,
  isSynchronous: boolean,
): Promise<DatabasePair> {
  const places = ['primary', 'standby'].map((name) => copyCluster(template, join(directory, name))) as [
    Place,
    Place,
  ];
  const primary = await startEmbedded(places[0].directory, {
    ...SETTINGS,
    ...(isSynchronous ? { synchronous_standby_names: '*' } : {}),
  });
  const { port, username, password } = new URL(primary.url);
  const wire = await openAddress(Number(port), DISTANCE_MS);
  markStandby(places[1]);
  const standby = await startEmbedded(places[1].directory, {
    ...SETTINGS,
    primary_conninfo: `host=127.0.0.1 port=${wire.port} user=${username} password=${password}`,
  });
  await untilStreaming(primary.url, isSynchronous ? 'sync' : 'async');
  const address = await openAddress(Number(port));
  return {
    url: Object.assign(new URL(primary.url), { port: String(address.port) }).href,
    losePrimary: () => kill(places[0]),
    promoteStandby: async () => {
      await queried(standby.url, 'select pg_promote()');
      address.leadTo(Number(new URL(standby.url).port));
    },
    close: async () => {
      await address.close();
      await standby.stop();
      await wire.close();
      await primary.stop();
      for (const { cluster } of places) rmSync(cluster, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly directory: string;
  /** As root it lies elsewhere (server/src/platform/db/embedded.ts). */
  readonly cluster: string;
}

function copyCluster(template: string, directory: string): Place {
  const original = realpathSync(join(template, 'cluster'));
  const cluster = `${original}-${process.hrtime.bigint()}`;
  execFileSync('cp', ['-a', original, cluster]);
  mkdirSync(directory, { recursive: true });
  copyFileSync(join(template, 'password'), join(directory, 'password'));
  symlinkSync(cluster, join(directory, 'cluster'));
  return { directory, cluster };
}

function markStandby({ cluster }: Place): void {
  const signal = join(cluster, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(cluster);
  chownSync(signal, uid, gid);
}

async function untilStreaming(url: string, state: 'sync' | 'async'): Promise<void> {
  const asked = `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`;
  while ((await queried(url, asked)) !== 1) await sleep(20);
}

/** As when the machine loses its power: none of its processes can say or write another word. */
function kill({ cluster }: Place): void {
  const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  for (const each of [pid, ...children]) process.kill(each, 'SIGKILL');
}

interface Address {
  readonly port: number;
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** What a floating address or a pooler is in earnest: those who connect find anyone who is the primary. What they hear may take a while. */
async function openAddress(first: number, delayMs = 0): Promise<Address> {
  let target = first;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    near.pipe(far);
    if (delayMs === 0) far.pipe(near);
    else far.on('data', (bytes) => setTimeout(() => near.write(bytes), delayMs));
    endTogether(near, far);
    endTogether(far, near);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    leadTo: (next) => {
      target = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function endTogether(one: Socket, other: Socket): void {
  one.on('error', () => undefined).on('close', () => other.destroy());
}

async function queried(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(text).finally(() => client.end());
  return rowCount ?? 0;
}
