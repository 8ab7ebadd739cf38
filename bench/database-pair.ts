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
import { freePort, startEmbedded } from '../server/src/platform/db/embedded.ts';
import { query } from './database.ts';

const SETTINGS = { max_connections: '200' };

/** Network delay between primary and standby. Data in transit is lost with the primary. */
const REPLICATION_DELAY_MS = 10;

export interface DatabasePair {
  /** Leads to the primary, and to the standby after its promotion. */
  readonly url: string;
  /** Kills every process of the primary. It does not start again. */
  killPrimary(): void;
  /** Promotes the standby and redirects the address to it. */
  promoteStandby(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a stopped cluster, set up by `prepare`, as the template of all pairs. */
export async function makeTemplate(
  directory: string,
  prepare: (url: string) => Promise<void>,
): Promise<void> {
  const postgres = await startEmbedded(directory, SETTINGS);
  await prepare(postgres.url).finally(postgres.stop);
}

/**
 * Opens a primary and its standby behind one stable address. If `isSynchronous`, the primary acknowledges a commit
 * when the standby has it on disk.
 */
export async function openPair(
  template: string,
  directory: string,
  isSynchronous: boolean,
): Promise<DatabasePair> {
  const clusters = ['primary', 'standby'].map((name) => copyCluster(template, join(directory, name))) as [
    Cluster,
    Cluster,
  ];
  const primary = await startEmbedded(clusters[0].directory, {
    ...SETTINGS,
    ...(isSynchronous ? { synchronous_standby_names: '*' } : {}),
  });
  const { port, username, password } = new URL(primary.url);
  const replication = await openForwarder(Number(port), REPLICATION_DELAY_MS);
  markStandby(clusters[1]);
  const standby = await startEmbedded(clusters[1].directory, {
    ...SETTINGS,
    primary_conninfo: `host=127.0.0.1 port=${replication.port} user=${username} password=${password}`,
  });
  await untilStreaming(primary.url, isSynchronous ? 'sync' : 'async');
  const address = await openForwarder(Number(port));
  return {
    url: Object.assign(new URL(primary.url), { port: String(address.port) }).href,
    killPrimary: () => killCluster(clusters[0]),
    promoteStandby: async () => {
      await query(standby.url, 'select pg_promote()');
      address.redirect(Number(new URL(standby.url).port));
    },
    close: async () => {
      await address.close();
      await standby.stop();
      await replication.close();
      await primary.stop();
      for (const { cluster } of clusters) rmSync(cluster, { recursive: true, force: true });
    },
  };
}

interface Cluster {
  readonly directory: string;
  /** The path behind the link `directory/cluster` (server/src/platform/db/embedded.ts). */
  readonly cluster: string;
}

function copyCluster(template: string, directory: string): Cluster {
  const original = realpathSync(join(template, 'cluster'));
  const cluster = `${original}-${process.hrtime.bigint()}`;
  execFileSync('cp', ['-a', original, cluster]);
  mkdirSync(directory, { recursive: true });
  copyFileSync(join(template, 'password'), join(directory, 'password'));
  symlinkSync(cluster, join(directory, 'cluster'));
  return { directory, cluster };
}

function markStandby({ cluster }: Cluster): void {
  const signal = join(cluster, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(cluster);
  chownSync(signal, uid, gid);
}

async function untilStreaming(url: string, state: 'sync' | 'async'): Promise<void> {
  const text = `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`;
  while ((await query(url, text)) !== 1) await sleep(20);
}

/** Kills all processes at the same moment, as a power failure does. None of them can write anything more. */
function killCluster({ cluster }: Cluster): void {
  const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  for (const each of [pid, ...children]) process.kill(each, 'SIGKILL');
}

interface Forwarder {
  readonly port: number;
  redirect(port: number): void;
  close(): Promise<void>;
}

/** A TCP forwarder in the place of a floating address or a pooler. `delayMs` delays the server's answers. */
async function openForwarder(first: number, delayMs = 0): Promise<Forwarder> {
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
    redirect: (next) => {
      target = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function endTogether(one: Socket, other: Socket): void {
  one.on('error', () => undefined).on('close', () => other.destroy());
}
