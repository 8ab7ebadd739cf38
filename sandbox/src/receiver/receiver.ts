import type { FastifyInstance } from 'fastify';
import { injectFaults } from '../faults.ts';
import type { World } from '../world.ts';

/** Plays a person's own program. It accepts every event at `/receiver/<any name>`. The request log has the headers. */
export async function receiver(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  injectFaults(app, world.faults, 'receiver');
  app.post('/receiver/:name', async () => ({ received: true }));
}
