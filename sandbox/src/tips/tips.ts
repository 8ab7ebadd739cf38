import type { FastifyInstance } from 'fastify';
import { injectFaults } from '../faults.ts';
import { seededHex } from '../seeded.ts';
import type { World } from '../world.ts';

/** The height of the second source: some blocks lower than the node's, if it lags. */
export function secondHeight({ node, tips }: World): number {
  return Math.max(0, node.state().height - tips.behind);
}

/** The second source's block at this height: the node's, or another one if it follows another branch. */
export async function secondHash({ node, tips }: World, height: number): Promise<string> {
  const hash = String(await node.rpc('getblockhash', [height]));
  return tips.fork ? seededHex(`fork/${hash}`, 64) : hash;
}

/**
 * A second source of the chain's tip, with Esplora's paths in plain text (`/tips/blocks/tip/height`,
 * `/tips/blocks/tip/hash`, `/tips/block-height/:height`), and with height and hash as JSON at `/tips`.
 */
export async function tips(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  injectFaults(app, world.faults, 'tips');
  app.addHook('preHandler', async (_request, reply) => (world.tips.silent ? reply.hijack() : undefined));

  const height = () => secondHeight(world);
  const hashAt = (at: number) => secondHash(world, at);
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
