import type { FastifyInstance } from 'fastify';
import { injectFaults } from '../faults.ts';
import { seededHex } from '../seeded.ts';
import type { World } from '../world.ts';

/**
 * A second source of the chain's tip, with Esplora's paths in plain text (`/tips/blocks/tip/height`,
 * `/tips/blocks/tip/hash`, `/tips/block-height/:height`), and with height and hash as JSON at `/tips`.
 */
export async function tips(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  injectFaults(app, world.faults, 'tips');
  app.addHook('preHandler', async (_request, reply) => (world.tips.silent ? reply.hijack() : undefined));

  const height = () => Math.max(0, world.node.state().height - world.tips.behind);
  const hashAt = async (at: number) => {
    const hash = String(await world.node.rpc('getblockhash', [at]));
    return world.tips.fork ? seededHex(`fork/${hash}`, 64) : hash;
  };
  app.get('/tips', async () => ({ height: height(), hash: await hashAt(height()) }));
  app.get('/tips/blocks/tip/height', async (_request, reply) =>
    reply.type('text/plain').send(String(height())),
  );
  app.get('/tips/blocks/tip/hash', async (_request, reply) =>
    reply.type('text/plain').send(await hashAt(height())),
  );
  app.get('/tips/block-height/:height', async (request, reply) => {
    const at = Number((request.params as { height: string }).height);
    if (!Number.isInteger(at) || at < 0 || at > height())
      return reply.code(404).type('text/plain').send('Block not found');
    return reply.type('text/plain').send(await hashAt(at));
  });
}
