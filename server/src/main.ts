import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { type Config, readConfig } from './config.ts';
import { openLog } from './platform/log.ts';
import { isRepairable, reasonOf, StartError } from './start-error.ts';

/** How long a stop may take after the drain. */
const GRACE_MS = 10_000;
let close: () => Promise<void> = async () => undefined;
let log: Logger | null = null;
let drainMs = 0;
const stopping = new AbortController();
/** 'disconnect' arrives when the parent process ends, even if it was killed. SIGHUP arrives when its terminal is closed. */
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(event, () => end(event));
const starting = start();
await starting.catch(refuseStart);

/** Runs one process, configured by the environment: `node server/src/main.ts [--role web|worker|signer|all]`. */
async function start(): Promise<void> {
  const { values } = parseArgs({ options: { role: { type: 'string' } } });
  const config = readConfig({ ...process.env, ROLE: values.role ?? process.env.ROLE });
  log = openLog(config.logLevel);
  drainMs = config.drainMs;
  close = config.role === 'signer' ? await startSigner(config, log) : await startProduct(config, log);
  log.info({ role: config.role }, 'sterling is running');
}

/** Says why the process does not start. A stack would hide what an operator can repair; a bug needs one. */
function refuseStart(error: Error): void {
  // it was told to stop, and `end` says so
  if (stopping.signal.aborted) return;
  const what = isRepairable(error) ? reasonOf(error) : error.stack;
  process.stderr.write(`Sterling does not start: ${what}\n`);
  process.exit(1);
}

function end(event: string): void {
  if (stopping.signal.aborted) return;
  stopping.abort();
  const began = performance.now();
  log?.info({ event }, 'sterling is stopping');
  // it also keeps the process alive: work that waits for an unreferenced timer must not end it silently
  setTimeout(() => {
    log?.error('did not stop in time');
    process.exit(1);
  }, GRACE_MS + drainMs);
  // a start that is stopped closes what it has opened
  const started = starting.catch(() => undefined);
  started
    .then(() => close())
    .then(
      () => {
        log?.info({ ms: Math.round(performance.now() - began) }, 'sterling has stopped');
        process.exit(0);
      },
      (error: Error) => {
        log?.error({ err: error }, 'did not close cleanly');
        process.exit(1);
      },
    );
}

/** Imports only what the signer needs, so that little code runs in the process that has the seed. */
async function startSigner(config: Config, logger: Logger): Promise<() => Promise<void>> {
  const { startSigner: startAlone } = await import('./money/signer/signer.jobs.ts');
  if (!config.databaseUrl) throw new StartError('ROLE=signer needs DATABASE_URL to be set');
  return startAlone(config, logger, config.databaseUrl);
}

async function startProduct(config: Config, logger: Logger): Promise<() => Promise<void>> {
  const { startApp } = await import('./app.ts');
  if (config.mode === 'production') return (await startApp(config, logger, stopping.signal)).close;
  const { seedDemoWorld } = await import('./tools/demo/seed.ts');
  return (await startApp(config, logger, stopping.signal, { prepare: seedDemoWorld })).close;
}
