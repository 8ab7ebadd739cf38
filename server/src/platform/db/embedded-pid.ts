import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The pid file of a PostgreSQL cluster. A crash leaves it behind, and another program may get the process id in it. */
const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

const linesOf = (cluster: string): string[] => readFileSync(pidFile(cluster), 'utf8').split('\n');

/** The port of a running cluster. */
export const portOf = (cluster: string): string => linesOf(cluster)[3]?.trim() ?? '';

/** The port of a cluster that was not stopped, or null. */
export function crashedPort(cluster: string): number | null {
  if (!existsSync(pidFile(cluster))) return null;
  const port = Number(portOf(cluster));
  return Number.isInteger(port) && port >= 1024 && port < 65_536 ? port : null;
}

/** Looks for the process that the pid file names, as `pg_ctl status` does. Free, because it starts no process. */
export function hasProcess(cluster: string): boolean {
  try {
    const [pid] = linesOf(cluster);
    return Number(pid) > 0 && process.kill(Number(pid), 0);
  } catch (error) {
    // it runs as another user
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a program listens on this port of this machine. False for what is not a port. */
export const isAnswering = (port: string): Promise<boolean> =>
  new Promise((resolve) => {
    if (!(Number(port) > 0 && Number(port) < 65_536)) return resolve(false);
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });

/** Removes the pid file of a crashed cluster if its process id belongs to another program. PostgreSQL would refuse to start. */
export async function removeStalePid(cluster: string): Promise<void> {
  if (!hasProcess(cluster)) return;
  const found = await run('ps', ['-o', 'comm=', '-p', linesOf(cluster)[0]!]).catch(() => null);
  if (found && !found.stdout.includes('postgres')) rmSync(pidFile(cluster), { force: true });
}
