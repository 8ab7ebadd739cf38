import { parseArgs } from 'node:util';
import pino from 'pino';
import { readConfig } from './config.ts';
import { LOG_OPTIONS } from './platform/log.ts';

/** `node server/src/main.ts [--role web|worker|signer|all]`: runs one process, configured by the environment. */
const { values } = parseArgs({ options: { role: { type: 'string' } } });
const config = readConfig({ ...process.env, ROLE: values.role ?? process.env.ROLE });
const log = pino({ level: config.logLevel, ...LOG_OPTIONS });
const close = config.role === 'signer' ? await startSigner() : await startProduct();
log.info({ role: config.role }, 'sterling is running');

const GRACE_MS = 10_000;
let closing = false;
/** 'disconnect' arrives when the parent process ends, even if it was killed. */
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, end);

function end(): void {
  if (closing) return;
  closing = true;
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  close().then(
    () => process.exit(0),
    (error: Error) => {
      log.error({ err: error }, 'did not close cleanly');
      process.exit(1);
    },
  );
}

/** Imports only what the signer needs, so that little code runs in the process that has the seed. */
async function startSigner(): Promise<() => Promise<void>> {
  const { startSigner: start } = await import('./money/signer/signer.jobs.ts');
  if (!config.databaseUrl) throw new Error('the signer needs DATABASE_URL');
  return start(config, log, config.databaseUrl);
}

async function startProduct(): Promise<() => Promise<void>> {
  const { startApp } = await import('./app.ts');
  const { seedDemoWorld } = await import('./tools/demo/seed.ts');
  const { close } = await startApp(config, log, config.mode === 'sandbox' ? { prepare: seedDemoWorld } : {});
  return close;
}
