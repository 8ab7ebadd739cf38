import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { recordHeartbeat } from '../uptime/uptime.ts';

const BEAT_EVERY_MS = 20_000;

/** Records each minute of uptime while the server listens. */
export function addHeartbeat(app: FastifyInstance, { db, log }: Pick<Services, 'db' | 'log'>): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | null = null;
  const tick = () => {
    running ??= recordHeartbeat(db)
      .catch((err: Error) => log.error({ err }, 'heartbeat failed'))
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
