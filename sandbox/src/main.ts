import { join } from 'node:path';
import { openSandbox } from './server.ts';

const port = Number(process.env.SANDBOX_PORT ?? 5001);
const directory = join(process.env.DATA_DIR ?? './data', 'sandbox');

const sandbox = await openSandbox({ port, directory }).catch((error: NodeJS.ErrnoException) => {
  if (error.code === undefined) throw error;
  // a port in use, or a folder that cannot be written: a stack would hide it
  console.error(`The sandbox does not start: ${error.message}`);
  process.exit(1);
});
console.log(`The sandbox is ready at ${sandbox.url}`);

// 'disconnect' means that the parent process has ended, even by a kill
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, end);

let closing = false;
/** Closes once: a second signal must not interrupt the first. */
async function end(): Promise<void> {
  if (closing) return;
  closing = true;
  await sandbox.close();
  process.exit(0);
}
