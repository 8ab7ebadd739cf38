import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { FAULT_KINDS } from '../faults.ts';
import { formatUsd, PRICE_SOURCES, parseUsd } from '../price-feed/prices.ts';
import { SERVICES } from '../services.ts';
import type { World } from '../world.ts';
import { describePerson } from './discord.ts';
import { describeAccount, describePass } from './game.ts';
import { ControlError, decode } from './input.ts';

const Usd = z
  .union([z.number().transform(String), z.string()])
  .refine((text) => /^\d{1,7}(\.\d{1,4})?$/.test(text), 'US dollars with at most 4 decimals')
  .transform(parseUsd);
const NewPrice = z.strictObject({ usd: Usd, source: z.enum(PRICE_SOURCES).optional() });
const ClockMove = z.strictObject({ advanceSeconds: z.number().min(0).max(3_200_000_000) });
const TipsChange = z.strictObject({
  behind: z.int().min(0).max(10_000).optional(),
  fork: z.boolean().optional(),
  silent: z.boolean().optional(),
  subversion: z.string().max(200).optional(),
});
const NewFault = z.strictObject({
  service: z.enum(SERVICES),
  method: z.string().min(1).optional(),
  path: z.string().min(1).optional(),
  times: z.int().min(1).max(1_000_000).default(1),
  kind: z.enum(FAULT_KINDS),
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  seconds: z.number().min(0).max(3_600).optional(),
});
const RequestsQuery = z.strictObject({
  service: z.enum(SERVICES).optional(),
  limit: z.coerce.number().int().min(1).default(1_000_000),
});

/** Controls everything that belongs to no single service: state, reset, price, clock, tip source, faults, request log. */
export function worldControl(
  app: FastifyInstance,
  { world, reset }: { world: World; reset: () => void },
): void {
  app.get('/control/state', async () => describeWorld(world));
  app.post('/control/reset', async () => {
    reset();
    return describeWorld(world);
  });
  app.post('/control/price', async ({ body }) => {
    const { usd, source } = decode(NewPrice, body);
    world.prices.set(source ? [source] : PRICE_SOURCES, usd);
    return describePrice(world);
  });
  app.post('/control/clock', async ({ body }) => {
    const { advanceSeconds } = decode(ClockMove, body);
    world.clock.advance(advanceSeconds);
    return describeClock(world);
  });
  app.patch('/control/tips', async ({ body }) => Object.assign(world.tips, decode(TipsChange, body)));

  app.post('/control/faults', async ({ body }) => world.faults.arm(decode(NewFault, body)));
  app.get('/control/faults', async () => world.faults.list());
  app.delete('/control/faults', async (_request, reply) => {
    world.faults.clear();
    return reply.code(204).send();
  });

  app.get('/control/requests', async ({ query }) => {
    const { service, limit } = decode(RequestsQuery, query);
    return world.requests.list(service).slice(-limit);
  });
  app.delete('/control/requests', async (_request, reply) => {
    world.requests.clear();
    return reply.code(204).send();
  });
  app.all('/control/*', async ({ method, url }) => {
    throw new ControlError(404, null, `${method} ${url}: no such control call`);
  });
}

function describeWorld(world: World) {
  const { state, node, tips } = world;
  return {
    people: state.people.values().map((person) => describePerson(world, person)),
    accounts: state.accounts.values().map((account) => describeAccount(world, account)),
    passes: state.passes.values().map(describePass),
    ...node.state(),
    price: describePrice(world),
    clock: describeClock(world),
    tips,
  };
}

function describePrice({ prices }: World): Record<string, string> {
  return Object.fromEntries(PRICE_SOURCES.map((source) => [source, formatUsd(prices.get(source))]));
}

function describeClock({ clock }: World) {
  return { now: clock.isoNow(), offsetSeconds: clock.offsetSeconds() };
}
