import { join } from 'node:path';
import { openSandbox } from './server.ts';

const port = Number(process.env.SANDBOX_PORT ?? 5001);
const directory = join(process.env.DATA_DIR ?? './data', 'sandbox');

const sandbox = await openSandbox({ port, directory });
console.log(`The sandbox is open at ${sandbox.url}`);

// 'disconnect': anyone who started this process is gone, even by a kill
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, end);

let closing = false;
/** A second signal does not cut the first one short. */
async function end(): Promise<void> {
  if (closing) return;
  closing = true;
  await sandbox.close();
  process.exit(0);
}
