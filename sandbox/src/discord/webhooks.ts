import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

/** A message to a webhook, without the webhook's token. */
export interface WebhookMessage {
  at: string;
  webhookId: string;
  body: unknown;
}

const MAX_MESSAGES = 500;

/** Accepts webhook messages. Answers 204, or the message with `?wait=true`. Faults can produce 404 and 429. */
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
      if (messages.length > MAX_MESSAGES) messages.shift();
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
