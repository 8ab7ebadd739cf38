import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { openFailureLog } from '../failure-log.ts';
import { recordHeartbeat } from '../uptime/uptime.ts';

const BEAT_EVERY_MS = 20_000;

/** Records each minute of uptime while the server listens. */
export function addHeartbeat(
  app: FastifyInstance,
  { db, log, refusedWrites }: Pick<Services, 'db' | 'log' | 'refusedWrites'>,
): void {
  const failures = openFailureLog(log, 'heartbeat failed');
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | null = null;
  const tick = () => {
    running ??= recordHeartbeat(db)
      .then(failures.worked, (error: Error) => {
        refusedWrites.note(error);
        failures.failed(error);
      })
      .finally(() => {
        running = null;
      });
  };
  app.addHook('onListen', async () => {
    tick();
    timer = setInterval(tick, BEAT_EVERY_MS);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
