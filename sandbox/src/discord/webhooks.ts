import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

/** A message that reached a webhook; the webhook's token is not kept. */
export interface WebhookMessage {
  at: string;
  webhookId: string;
  body: unknown;
}

const KEPT = 500;

/** Takes what is sent to a webhook: 204, or the message itself with `?wait=true`. 404 and 429 come by faults. */
export function webhookRoutes(
  app: FastifyInstance,
  { world, messages }: { world: World; messages: WebhookMessage[] },
): void {
  for (const base of ['/discord/api/v10', '/discord/api']) {
    app.post(`${base}/webhooks/:id/:token`, async (request, reply) => {
      const { id } = request.params as { id: string };
      const { content, embeds } = (request.body ?? {}) as { content?: unknown; embeds?: unknown };
      if (!content && !embeds)
        return reply.code(400).send({ message: 'Cannot send an empty message', code: 50006 });
      messages.push({ at: world.clock.isoNow(), webhookId: id, body: request.body });
      if (messages.length > KEPT) messages.shift();
      if ((request.query as { wait?: string }).wait !== 'true') return reply.code(204).send();
      return {
        id: String(world.state.next('discord-message')),
        webhook_id: id,
        type: 0,
        content: content ?? '',
      };
    });
  }
}
