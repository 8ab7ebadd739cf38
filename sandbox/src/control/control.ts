import type { FastifyInstance } from 'fastify';
import type { WebhookMessage } from '../discord/webhooks.ts';
import type { World } from '../world.ts';
import { discordControl } from './discord.ts';
import { gameControl } from './game.ts';
import { sendControlError } from './input.ts';
import { litecoinControl } from './litecoin.ts';
import { worldControl } from './world.ts';

export interface ControlParts {
  world: World;
  messages: WebhookMessage[];
  reset: () => void;
}

/** The control API for tests, demos and the sandbox's page. JSON over HTTP; a refusal names the wrong field. */
export async function control(app: FastifyInstance, parts: ControlParts): Promise<void> {
  app.setErrorHandler(async (error, _request, reply) => sendControlError(error, reply));
  litecoinControl(app, parts);
  gameControl(app, parts);
  discordControl(app, parts);
  worldControl(app, parts);
}
