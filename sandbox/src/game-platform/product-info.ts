import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { holderOf, nameOf } from './accounts.ts';
import { iconOf, passesWhere, requirePass } from './passes.ts';
import { priceFor } from './price.ts';
import type { Account, Pass } from './rows.ts';
import { owns } from './sale.ts';
import { optionalCaller } from './session.ts';

/** Reading gamepasses: one with the caller's price, those of an experience, those of a user. */
export function productInfoRoutes(app: FastifyInstance, { world }: { world: World }): void {
  app.get('/apis/game-passes/v1/game-passes/:passId/product-info', async (request) => {
    const pass = requirePass(world.state, (request.params as { passId: string }).passId);
    return productInfo(world, pass, optionalCaller(world, request));
  });

  app.get('/apis/game-passes/v1/universes/:universeId/game-passes', async (request) => {
    const universeId = Number((request.params as { universeId: string }).universeId);
    const { pageSize = '50', pageToken } = request.query as Record<string, string | undefined>;
    const caller = optionalCaller(world, request);
    const all = passesWhere(world.state, (pass) => pass.universeId === universeId);
    const from = Number(pageToken ?? 0);
    const until = from + Math.min(100, Math.max(1, Number(pageSize) || 50));
    const gamePasses = all.slice(from, until).map((pass) => listedPass(world, pass, caller));
    return { gamePasses, nextPageToken: until < all.length ? String(until) : null };
  });

  app.get('/apis/game-passes/v1/users/:userId/game-passes', async (request) => {
    const userId = Number((request.params as { userId: string }).userId);
    const { count = '100', exclusiveStartId = '0' } = request.query as Record<string, string | undefined>;
    const made = passesWhere(
      world.state,
      (pass) => pass.creatorType === 'User' && pass.creatorTargetId === userId,
    );
    const after = made.filter((pass) => pass.id > Number(exclusiveStartId)).sort((a, b) => a.id - b.id);
    return {
      gamePasses: after.slice(0, Math.min(100, Number(count) || 100)).map((pass) => userPass(world, pass)),
    };
  });
}

function productInfo(world: World, pass: Pass, caller: Account | null) {
  const { base, price, discounts } = priceFor(pass, caller, world.clock.now());
  const experiment = pass.activeInPO ? { isInActivePriceOptimizationExperiment: true } : {};
  return {
    TargetId: pass.id,
    ProductType: 'Game Pass',
    AssetId: 0,
    ProductId: pass.productId,
    Name: pass.name,
    Description: pass.description,
    AssetTypeId: 0,
    Creator: creatorOf(world, pass),
    IconImageAssetId: iconOf(pass),
    Created: pass.createdAt,
    Updated: pass.updatedAt,
    PriceInRobux: pass.isForSale ? price : null,
    UserBasePriceInRobux: pass.isForSale ? base : null,
    PriceDiscountDetails: pass.isForSale ? discounts : [],
    PriceInformation: { defaultPriceInRobux: pass.isForSale ? pass.price : null, ...experiment },
    Sales: pass.sales,
    IsNew: false,
    IsForSale: pass.isForSale,
    IsPublicDomain: false,
    IsLimited: false,
    IsLimitedUnique: false,
    Remaining: null,
    MinimumMembershipLevel: 0,
  };
}

function creatorOf({ state }: World, pass: Pass) {
  const { creatorType, creatorTargetId } = pass;
  const holder = holderOf(state, pass);
  const Id = holder && 'agentId' in holder ? holder.agentId : creatorTargetId;
  return { Id, Name: nameOf(holder), CreatorType: creatorType, CreatorTargetId: creatorTargetId };
}

function listedCreator({ state }: World, { creatorType, creatorTargetId }: Pass) {
  const name = nameOf(holderOf(state, { creatorType, creatorTargetId }));
  return { creatorType, creatorId: creatorTargetId, name };
}

function listedPass(world: World, pass: Pass, caller: Account | null) {
  const { base, price, discounts } = priceFor(pass, caller, world.clock.now());
  const { id, productId, name, isForSale, createdAt: created, updatedAt: updated } = pass;
  const creator = listedCreator(world, pass);
  const isOwned = caller !== null && owns(world.state, caller.id, pass);
  const money = {
    price: isForSale ? price : null,
    userBasePriceInRobux: isForSale ? base : null,
    priceDiscountDetails: isForSale ? discounts : [],
  };
  return { id, productId, name, displayName: name, isForSale, ...money, isOwned, creator, created, updated };
}

function userPass(world: World, pass: Pass) {
  const { id: gamePassId, name, description, isForSale } = pass;
  const creator = listedCreator(world, pass);
  const price = isForSale ? pass.price : null;
  return { gamePassId, iconAssetId: iconOf(pass), name, description, isForSale, price, creator };
}
