import { parseArgs } from 'node:util';
import pino from 'pino';
import { startApp } from './app.ts';
import { readConfig } from './config.ts';
import { seedDemoWorld } from './demo/seed.ts';

/** `node server/src/main.ts [--role web|worker|all]`: configuration from the environment, one process, closed with grace. */
const { values } = parseArgs({ options: { role: { type: 'string' } } });
const config = readConfig({ ...process.env, ROLE: values.role ?? process.env.ROLE });
const log = pino({
  level: config.logLevel,
  redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
});
const app = await startApp(config, log, config.mode === 'sandbox' ? { prepare: seedDemoWorld } : {});

const GRACE_MS = 10_000;
let closing = false;
/** A signal ends the process; so does the end of the one that started it, which closes our IPC channel even by a kill. */
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, end);

function end(): void {
  if (closing) return;
  closing = true;
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  app.close().then(
    () => process.exit(0),
    (error: Error) => {
      log.error({ err: error }, 'did not close cleanly');
      process.exit(1);
    },
  );
}
