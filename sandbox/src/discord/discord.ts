import type { FastifyInstance } from 'fastify';
import { injectFaults } from '../faults.ts';
import type { Grants } from '../grants.ts';
import type { World } from '../world.ts';
import { authorizeRoutes } from './authorize.ts';
import { avatarRoutes } from './avatars.ts';
import { inviteRoutes } from './invite.ts';
import { tokenRoutes } from './token.ts';
import { userRoutes } from './users.ts';
import { type WebhookMessage, webhookRoutes } from './webhooks.ts';

/** The lifetime of Discord's access tokens: seven days. */
export const ACCESS_SECONDS = 604_800;

export interface DiscordParts {
  world: World;
  grants: Grants;
  messages: WebhookMessage[];
}

/** Discord: sign-in, users, avatars, webhooks and invites. */
export async function discord(app: FastifyInstance, parts: DiscordParts): Promise<void> {
  injectFaults(app, parts.world.faults, 'discord');
  authorizeRoutes(app, parts);
  tokenRoutes(app, parts);
  userRoutes(app, parts);
  avatarRoutes(app, parts);
  webhookRoutes(app, parts);
  inviteRoutes(app);
}
