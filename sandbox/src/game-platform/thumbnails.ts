import type { FastifyInstance } from 'fastify';
import { portrait } from '../png.ts';
import { seededHex } from '../seeded.ts';
import type { World } from '../world.ts';
import { errors, PlatformError } from './errors.ts';

const SIZES = [48, 50, 60, 75, 100, 110, 150, 180, 352, 420, 720].map((side) => `${side}x${side}`);

/** Headshots: the first request is Pending, the next one is Completed. A moderated account's headshot is Blocked. */
export function thumbnailRoutes(app: FastifyInstance, { world }: { world: World }): void {
  const rendered = new Set<string>();

  app.get('/thumbnails/v1/users/avatar-headshot', async (request) => {
    const { userIds = '', size = '48x48' } = request.query as Record<string, string | undefined>;
    const ids = userIds.split(',');
    if (ids.length > 100) throw new PlatformError(400, errors(1, 'There are too many requested Ids.'));
    if (!SIZES.includes(size)) throw new PlatformError(400, errors(3, 'The requested size is invalid.'));
    if (!ids.every((id) => /^\d+$/.test(id)))
      throw new PlatformError(400, errors(4, 'The requested Ids are invalid.'));
    return { data: ids.flatMap((id) => headshot(id, size)) };
  });
  app.get('/thumbnails/images/:hash/:size/AvatarHeadshot/Png', async (request, reply) => {
    const { hash, size } = request.params as { hash: string; size: string };
    const side = Number(size.split('x')[0]);
    if (!SIZES.includes(size)) return reply.code(404).send();
    reply.headers({
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
    });
    return reply.type('image/png').send(portrait(hash, side));
  });

  function headshot(id: string, size: string) {
    const account = world.state.accounts.get(id);
    if (!account) return [];
    const version = 'TN3';
    const answer = { targetId: account.id, state: 'Completed', imageUrl: imageUrl(id, size), version };
    if (account.moderated) return [{ ...answer, state: 'Blocked', imageUrl: '' }];
    if (rendered.has(`${id}/${size}`)) return [answer];
    rendered.add(`${id}/${size}`);
    return [{ ...answer, state: 'Pending', imageUrl: '' }];
  }
  function imageUrl(id: string, size: string): string {
    return `${world.url()}/thumbnails/images/${seededHex(`headshot/${id}`, 32)}/${size}/AvatarHeadshot/Png`;
  }
}
