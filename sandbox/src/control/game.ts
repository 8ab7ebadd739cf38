import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  findByName,
  isCookieAlive,
  makeAccount,
  pendingRobux,
  releasePending,
  reviveCookie,
  userKey,
} from '../game-platform/accounts.ts';
import { saleRefusal, sell } from '../game-platform/buy.ts';
import { CHALLENGES } from '../game-platform/challenge.ts';
import { findOrMakeGroup, makePass, makeUniverse, passUrl } from '../game-platform/passes.ts';
import type { Account, Pass } from '../game-platform/rows.ts';
import { isPending } from '../game-platform/transactions.ts';
import type { World } from '../world.ts';
import { ControlError, decode } from './input.ts';

const robux = z.int().min(0).max(1_000_000_000_000);
const price = z.int().min(1).max(1_000_000_000);
const accountId = z.coerce.number().int().positive();

const newAccount = z.strictObject({
  username: z.string().regex(/^\w{3,20}$/, '3 to 20 letters, digits or _'),
  robux,
});
const restriction = z.union([
  z
    .string()
    .min(1)
    .transform((reason) => ({ reason, minutes: 1_440 })),
  z.strictObject({ reason: z.string().min(1), minutes: z.int().positive() }),
]);
const accountChange = z.strictObject({
  robux: robux.optional(),
  cookieValid: z.boolean().optional(),
  description: z.string().max(1_000).optional(),
  challenge: z.enum(CHALLENGES).nullish(),
  challengeOn: z.enum(['purchase', 'all']).optional(),
  moderated: z.boolean().optional(),
  ageBracket: z.int().min(0).max(2).optional(),
  plusPercent: z.union([z.literal(0), z.literal(10), z.literal(15), z.literal(20)]).optional(),
  regionFactor: z.number().min(0.3).max(1).optional(),
  restriction: restriction.nullish(),
  boundEgress: z.string().min(1).nullish(),
  hideTransactions: z.boolean().optional(),
});

const newPass = z.strictObject({
  ownerId: accountId,
  price,
  name: z.string().min(1).max(50),
  universeId: accountId.optional(),
});
const newExperiences = z.strictObject({ ownerId: accountId, count: z.int().min(1).max(500) });
// Accepts the control API's own names and those of product-info (`Type`, `Percent`).
const discount = z.preprocess(
  lowerFirstLetters,
  z.strictObject({
    type: z.string().min(1),
    percent: z.int().min(0).max(100),
    amountInRobux: z.int().min(0).optional(),
    endTime: z.iso
      .datetime()
      .nullish()
      .transform((time) => time ?? undefined),
  }),
);
const passChange = z.strictObject({
  price: price.optional(),
  isForSale: z.boolean().optional(),
  creatorId: accountId.optional(),
  groupId: accountId.optional(),
  managedPricing: z.boolean().optional(),
  discounts: z.array(discount).max(10).optional(),
  activeInPO: z.boolean().optional(),
  deleted: z.boolean().optional(),
});

const ownership = z.strictObject({ accountId, passId: accountId });

/** Controls Roblox accounts and gamepasses, and what a person does in their own browser: buy a gamepass, or give one up. */
export function gameControl(app: FastifyInstance, { world }: { world: World }): void {
  const { state, clock } = world;
  app.post('/control/game/accounts', async ({ body }) => {
    const { username, robux } = decode(newAccount, body);
    if (findByName(state, username)) throw new ControlError(409, 'username', 'username: this name is taken');
    return withTransactions(world, makeAccount(state, clock, { username, robux, createdAt: clock.isoNow() }));
  });
  app.get('/control/game/accounts/:id', async ({ params }) =>
    withTransactions(world, requireAccount(world, params)),
  );
  app.patch('/control/game/accounts/:id', async ({ params, body }) => {
    const account = requireAccount(world, params);
    const { regionFactor, ...change } = decode(accountChange, body);
    releasePending(state, clock, { creatorType: 'User', creatorTargetId: account.id });
    Object.assign(account, change);
    if (change.cookieValid) reviveCookie(state, clock, account);
    if (regionFactor !== undefined) account.regionFactorPercent = Math.round(regionFactor * 100);
    return withTransactions(world, state.accounts.put(account));
  });

  app.post('/control/game/passes', async ({ body }) => {
    const { ownerId, ...wanted } = decode(newPass, body);
    requireOwner(world, ownerId);
    return describePass(makePass(state, clock, { creatorType: 'User', creatorTargetId: ownerId, ...wanted }));
  });
  app.post('/control/game/experiences', async ({ body }) => {
    const { ownerId, count } = decode(newExperiences, body);
    requireOwner(world, ownerId);
    const creator = { creatorType: 'User', creatorTargetId: ownerId } as const;
    return Array.from({ length: count }, () => makeUniverse(state, creator));
  });
  app.patch('/control/game/passes/:id', async ({ params, body }) => {
    const pass = state.passes.get((params as { id: string }).id);
    if (!pass) throw new ControlError(404, 'id', 'id: no pass of that id');
    const { creatorId, groupId, ...change } = decode(passChange, body);
    Object.assign(pass, change);
    if (creatorId !== undefined) Object.assign(pass, { creatorType: 'User', creatorTargetId: creatorId });
    if (groupId !== undefined) {
      Object.assign(pass, { creatorType: 'Group', creatorTargetId: findOrMakeGroup(state, groupId).id });
    }
    return describePass(state.passes.put({ ...pass, updatedAt: clock.isoNow() }));
  });

  app.post('/control/game/buy', async ({ body }) => {
    const { accountId, passId } = decode(ownership, body);
    const buyer = state.accounts.get(accountId);
    const pass = state.passes.get(passId);
    if (!buyer) throw new ControlError(400, 'accountId', 'accountId: no account of that id');
    if (!pass || pass.deleted) throw new ControlError(400, 'passId', 'passId: no pass of that id');
    const refusal = saleRefusal(state, clock, buyer, pass);
    if (refusal) throw new ControlError(409, null, refusal.reason);
    return { purchased: true, ...sell(state, clock, buyer, pass), robux: buyer.robux };
  });
  app.post('/control/game/give-up', async ({ body }) => {
    const { accountId, passId } = decode(ownership, body);
    state.ownerships.delete(`${accountId}:${passId}`);
    return {};
  });
}

/** An account as the control API shows it. No other call of the sandbox shows the cookie. */
export function describeAccount({ state, clock }: World, account: Account) {
  const self = { creatorType: 'User', creatorTargetId: account.id } as const;
  releasePending(state, clock, self);
  const { regionFactorPercent, cookieExpiresAt: _, ...rest } = account;
  return {
    ...rest,
    cookieValid: isCookieAlive(clock, account),
    regionFactor: regionFactorPercent / 100,
    pendingRobux: pendingRobux(state, self),
    owns: state.ownerships.where(account.id).map(({ passId }) => passId),
  };
}

function withTransactions(world: World, account: Account) {
  const { state, clock } = world;
  const transactions = state.transactions.where(userKey(account.id)).map((row) => ({
    type: row.type,
    amount: row.amount,
    passId: row.passId,
    at: new Date(row.at).toISOString(),
    isPending: isPending(row, clock.now()),
  }));
  return { ...describeAccount(world, account), transactions };
}

export function describePass(pass: Pass) {
  return { ...pass, url: passUrl(pass) };
}

function requireAccount({ state }: World, params: unknown): Account {
  const account = state.accounts.get((params as { id: string }).id);
  if (!account) throw new ControlError(404, 'id', 'id: no account of that id');
  return account;
}

function requireOwner({ state }: World, ownerId: number): void {
  if (!state.accounts.get(ownerId)) throw new ControlError(400, 'ownerId', 'ownerId: no account of that id');
}

function lowerFirstLetters(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.charAt(0).toLowerCase() + name.slice(1), one]),
  );
}
