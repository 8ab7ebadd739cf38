import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { openClock } from './clock.ts';
import { control } from './control/control.ts';
import { ACCESS_SECONDS, discord } from './discord/discord.ts';
import { seedPeople } from './discord/people.ts';
import type { WebhookMessage } from './discord/webhooks.ts';
import { openFaults } from './faults.ts';
import { gamePlatform } from './game-platform/game-platform.ts';
import { seedGamePlatform } from './game-platform/seed.ts';
import { type Grants, openGrants } from './grants.ts';
import { defaultBehaviour } from './litecoin/behaviour.ts';
import { openNode } from './litecoin/node.ts';
import { litecoinRpc, secondLitecoinRpc } from './litecoin-rpc/routes.ts';
import { page } from './page/page.ts';
import { openPrices } from './price-feed/prices.ts';
import { priceFeed } from './price-feed/routes.ts';
import { openProxy } from './proxy/proxy.ts';
import { receiver } from './receiver/receiver.ts';
import { logRequests, openRequests } from './requests.ts';
import { openState } from './state.ts';
import { defaultTipSettings } from './tips/tip-settings.ts';
import { tips } from './tips/tips.ts';
import type { World } from './world.ts';

export interface Sandbox {
  url: string;
  port: number;
  close(): Promise<void>;
}

const GRACE_MS = 300;

/** Opens the sandbox on 127.0.0.1 with its state in `directory`. Port 0 picks a free port. */
export async function openSandbox({
  port,
  directory,
}: {
  port: number;
  directory: string;
}): Promise<Sandbox> {
  let url = '';
  const world = openWorld(directory, () => url);
  const proxy = openProxy(world.faults, world.requests);
  const app = fastify({
    serverFactory: (handler) => proxy.createServer(handler),
    bodyLimit: 8 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
  });
  acceptEmptyJson(app);
  app.decorateRequest('via', null);
  app.decorateRequest('fault', null);
  app.addHook('onRequest', async (request) => {
    request.via = proxy.viaOf(request.raw);
  });
  logRequests(app, world.requests);
  // An answer must not leave before its changes are on disk.
  app.addHook('onSend', async (_request, _reply, payload) => {
    world.state.flush();
    return payload;
  });
  await registerServices(app, world);

  await app.listen({ host: '127.0.0.1', port });
  const listening = (app.server.address() as AddressInfo).port;
  url = `http://127.0.0.1:${listening}`;
  return { url, port: listening, close: () => close(app, world) };
}

function openWorld(directory: string, url: () => string): World {
  const state = openState(directory);
  const clock = openClock(state.numbers);
  const world: World = {
    state,
    clock,
    faults: openFaults(),
    requests: openRequests(clock),
    prices: openPrices(state.numbers),
    node: openNode({ directory: join(directory, 'litecoin'), now: clock.now }),
    tips: defaultTipSettings(),
    url,
  };
  if (state.people.values().length === 0) seed(world);
  return world;
}

// Some clients send the JSON content type without a body. The real hosts accept that.
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    return text === '' ? done(null, undefined) : parse(request, String(text), done);
  });
}

async function registerServices(app: FastifyInstance, world: World): Promise<void> {
  const grants = openGrants(world.clock, ACCESS_SECONDS);
  const messages: WebhookMessage[] = [];
  await app.register(cookie);
  await app.register(formbody);
  await app.register(multipart, { attachFieldsToBody: 'keyValues' });
  await app.register(discord, { world, grants, messages });
  await app.register(gamePlatform, { world });
  await app.register(priceFeed, { world });
  await app.register(litecoinRpc, { world });
  await app.register(secondLitecoinRpc, { world });
  await app.register(tips, { world });
  await app.register(receiver, { world });
  await app.register(control, { world, messages, reset: () => reset(world, grants, messages) });
  await app.register(page);
}

/** Restores the seed of everything but the chain: Roblox, Discord, prices, tips, clock, faults and the node's behaviour. */
function reset(world: World, grants: Grants, messages: WebhookMessage[]): void {
  world.state.clear();
  grants.clear();
  messages.length = 0;
  world.faults.clear();
  world.clock.reset();
  world.prices.reset();
  Object.assign(world.tips, defaultTipSettings());
  world.node.behave(defaultBehaviour());
  seed(world);
}

function seed({ state, clock }: World): void {
  seedPeople(state);
  seedGamePlatform(state, clock);
  state.flush();
}

async function close(app: FastifyInstance, world: World): Promise<void> {
  const closing = app.close();
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  await closing;
  clearTimeout(cut);
  world.state.close();
  world.node.close();
}
