import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { avatarPath, CDN } from '../discord/avatars.ts';
import { createdAtMs, findOrMakePerson, moveCreation } from '../discord/people.ts';
import type { Person } from '../discord/person.ts';
import type { WebhookMessage } from '../discord/webhooks.ts';
import type { World } from '../world.ts';
import { decode } from './input.ts';

const PersonName = z.string().min(1).max(32);
const PersonChange = z.strictObject({
  discriminator: z
    .string()
    .regex(/^(0|\d{4})$/, "'0', or four digits")
    .optional(),
  globalName: z.string().min(1).max(64).nullish(),
  avatar: z
    .string()
    .regex(/^(a_)?[0-9a-f]{32}$/, '32 hex digits, after a_ if it is animated')
    .nullish(),
  email: z.email().nullish(),
  verified: z.boolean().optional(),
  createdAt: z.iso.datetime({ offset: true }).optional(),
});

/** Controls Discord's users and lists webhook messages. A change to an unknown username creates the user first. */
export function discordControl(
  app: FastifyInstance,
  parts: { world: World; messages: WebhookMessage[] },
): void {
  const { world, messages } = parts;
  app.patch('/control/discord/people/:name', async ({ params, body }) => {
    const name = decode(z.strictObject({ name: PersonName }), params).name;
    const { createdAt, ...change } = decode(PersonChange, body);
    const person = Object.assign(findOrMakePerson(world.state, name), change);
    const moved = createdAt
      ? moveCreation(world.state, person, Date.parse(createdAt))
      : world.state.people.put(person);
    return describePerson(world, moved);
  });
  app.get('/control/discord/messages', async () => messages);
}

/**
 * A person as the control API shows them: with the creation time that Discord's id contains, and the
 * address of the picture.
 */
export function describePerson(world: World, person: Person) {
  const createdAt = new Date(createdAtMs(person.id)).toISOString();
  return { ...person, createdAt, avatarUrl: `${world.url()}${CDN}${avatarPath(person)}` };
}
