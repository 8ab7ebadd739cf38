import type { FastifyInstance } from 'fastify';
import { dropRevokedCredentials } from '../../people/api-credentials/api-credentials.ts';
import { dropOldEntries } from '../../people/inbox/inbox.ts';
import { dropOldDevices } from '../../people/sign-in/devices.ts';
import { dropOldDeliveries } from '../../people/webhooks/webhooks.ts';
import type { Services } from '../../services.ts';
import { dropOldPictures } from '../../trade/transactions/pictures.ts';
import { dropOldAnswers } from '../idempotency/answers.ts';
import { dropOldWrites } from '../limits/limits.ts';
import { recordHeartbeat } from '../uptime/uptime.ts';

const BEAT_EVERY_MS = 20_000;

/** While the server listens, records each minute of uptime and deletes rows that are kept for a limited time. */
export function addHeartbeat(app: FastifyInstance, { db, log }: Pick<Services, 'db' | 'log'>): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | null = null;
  const tick = () => {
    running ??= Promise.all([
      recordHeartbeat(db),
      dropOldWrites(db),
      dropOldAnswers(db),
      dropOldEntries(db),
      dropOldPictures(db),
      dropOldDevices(db),
      dropRevokedCredentials(db),
      dropOldDeliveries(db),
    ])
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
