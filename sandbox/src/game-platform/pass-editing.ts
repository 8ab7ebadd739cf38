import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken, type Grants } from '../grants.ts';
import type { World } from '../world.ts';
import { PlatformError, passError } from './errors.ts';
import { requireBearer } from './oauth.ts';
import { iconOf, requirePass } from './passes.ts';
import type { Pass } from './rows.ts';
import { requireCaller } from './session.ts';

const PASS = '/apis/game-passes/v1/universes/:universeId/game-passes/:passId';
const MAXIMUM_PRICE = 1_000_000_000;

/** Reading and changing a gamepass as its creator: the official PATCH (multipart, 204) and the older details call. */
export function passEditingRoutes(app: FastifyInstance, parts: { world: World; grants: Grants }): void {
  const { world } = parts;
  app.get(`${PASS}/creator`, async (request) => {
    const pass = ownPass(parts, request);
    const { id: gamePassId, name, description, isForSale, createdAt, updatedAt, price } = pass;
    const enabledFeatures = [pass.managedPricing ? 'RegionalPricing' : 'UserFixedPrice'];
    if (pass.activeInPO) enabledFeatures.push('PriceOptimization');
    const times = { createdTimestamp: createdAt, updatedTimestamp: updatedAt };
    const priceInformation = { defaultPriceInRobux: isForSale ? price : null, enabledFeatures };
    return {
      gamePassId,
      name,
      description,
      isForSale,
      iconAssetId: iconOf(pass),
      ...times,
      priceInformation,
    };
  });
  app.patch(PASS, async (request, reply) => {
    const pass = ownPass(parts, request);
    change(world, pass, multipartFields(request));
    return reply.code(204).send();
  });
  app.post('/apis/game-passes/v1/game-passes/:passId/details', async (request) => {
    const pass = ownPass(parts, request);
    change(world, pass, multipartFields(request));
    return { gamePassId: pass.id };
  });
}

function ownPass({ world, grants }: { world: World; grants: Grants }, request: FastifyRequest): Pass {
  const caller = bearerToken(request)
    ? requireBearer(world, grants, request, 'game-pass:write')
    : requireCaller(world, request);
  const { universeId, passId } = request.params as { universeId?: string; passId: string };
  const pass = requirePass(world.state, passId);
  if (universeId && String(pass.universeId) !== universeId) {
    throw new PlatformError(404, passError('UniverseNotFound', 'The universe was not found.'));
  }
  const group = pass.creatorType === 'Group' ? world.state.groups.get(pass.creatorTargetId) : undefined;
  if (caller.id === (group ? group.ownerId : pass.creatorTargetId)) return pass;
  throw new PlatformError(403, passError('UnauthorizedAccess', 'The user may not manage this game pass.'));
}

function change({ state, clock }: World, pass: Pass, fields: Record<string, string>): void {
  if (pass.activeInPO)
    throw new PlatformError(409, passError('ActiveInPO', 'A price test is running for this game pass.'));
  const price = fields.price === undefined ? pass.price : Number(fields.price);
  if (!Number.isInteger(price) || price < 1 || price > MAXIMUM_PRICE) {
    throw new PlatformError(400, passError('BadRequest', 'The price is invalid.', 'price'));
  }
  pass.price = price;
  pass.name = fields.name ?? pass.name;
  pass.description = fields.description ?? pass.description;
  pass.isForSale = flag(fields, 'isforsale') ?? pass.isForSale;
  pass.managedPricing =
    flag(fields, 'ismanagedpricingenabled') ??
    flag(fields, 'isregionalpricingenabled') ??
    pass.managedPricing;
  pass.updatedAt = clock.isoNow();
  state.passes.put(pass);
}

function flag(fields: Record<string, string>, name: string): boolean | undefined {
  const value = fields[name]?.toLowerCase();
  if (value === undefined) return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new PlatformError(400, passError('BadRequest', `The field ${name} is invalid.`, name));
}

// The older call capitalises its field names, so names are compared in lower case.
function multipartFields(request: FastifyRequest): Record<string, string> {
  if (!request.isMultipart())
    throw new PlatformError(400, passError('BadRequest', 'The body must be multipart/form-data.'));
  const fields = Object.entries((request.body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
