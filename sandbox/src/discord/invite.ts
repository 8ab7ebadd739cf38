import type { FastifyInstance } from 'fastify';
import { escapeHtml, plainPage } from '../page/plain-page.ts';

/** The page of a server invite. */
export function inviteRoutes(app: FastifyInstance): void {
  app.get('/discord/invite/:code', async (request, reply) => {
    const { code } = request.params as { code: string };
    const body = `<p>You have been invited to join <b>${escapeHtml(code)}</b>.</p>
      <p class="quiet">This is the sandbox: the community's own Discord server would open here.</p>`;
    return reply.type('text/html; charset=utf-8').send(plainPage('Discord invite', body));
  });
}
