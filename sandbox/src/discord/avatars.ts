import type { FastifyInstance } from 'fastify';
import { portrait } from '../png.ts';
import type { World } from '../world.ts';
import type { Person } from './person.ts';

export const CDN = '/discord/cdn';

export type AvatarOwner = Pick<Person, 'id' | 'avatar' | 'discriminator'>;

/** The path of a user's avatar on Discord's CDN: their own picture, or one of the six default ones. */
export function avatarPath({ id, avatar, discriminator }: AvatarOwner): string {
  if (avatar) return `/avatars/${id}/${avatar}.png`;
  const index = discriminator === '0' ? Number((BigInt(id) >> 22n) % 6n) : Number(discriminator) % 5;
  return `/embed/avatars/${index}.png`;
}

/** The CDN: a generated picture for each avatar hash in use. The answer is always a PNG. */
export function avatarRoutes(app: FastifyInstance, { world }: { world: World }): void {
  app.get(`${CDN}/avatars/:id/:file`, async (request, reply) => {
    const { id, file } = request.params as { id: string; file: string };
    const hash = file.match(/^((?:a_)?[0-9a-f]+)\.(png|gif|webp|jpg)$/)?.[1];
    const known =
      hash && world.state.people.values().some((person) => person.id === id && person.avatar === hash);
    if (!known) return reply.code(404).type('text/plain').send('Not Found');
    return reply.headers(PICTURE).send(portrait(`${id}/${hash}`, sizeOf(request.query)));
  });
  app.get(`${CDN}/embed/avatars/:file`, async (request, reply) => {
    const { file } = request.params as { file: string };
    if (!/^[0-5]\.png$/.test(file)) return reply.code(404).type('text/plain').send('Not Found');
    return reply.headers(PICTURE).send(portrait(`embed/${file}`, sizeOf(request.query)));
  });
}

const PICTURE = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=31536000',
  'cross-origin-resource-policy': 'cross-origin',
};

function sizeOf(query: unknown): number {
  const size = Number((query as { size?: string }).size ?? 128);
  return [16, 32, 64, 128, 256, 512].includes(size) ? size : 128;
}
