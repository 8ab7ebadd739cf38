import type { FastifyInstance } from 'fastify';
import { dropOldWrites } from '../limits/limits.ts';
import type { Services } from '../services.ts';
import { beat } from '../uptime/uptime.ts';

const BEAT_EVERY_MS = 20_000;

/** While this process listens it notes every minute that the service is up, and forgets writes that no limit counts any more. */
export function addHeartbeat(app: FastifyInstance, { db, log }: Pick<Services, 'db' | 'log'>): void {
  let timer: NodeJS.Timeout | undefined;
  const tick = () =>
    void Promise.all([beat(db), dropOldWrites(db)]).catch((err: Error) => log.error({ err }, 'heartbeat'));
  app.addHook('onListen', async () => {
    tick();
    timer = setInterval(tick, BEAT_EVERY_MS);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
