import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  asCreator,
  findByName,
  isCookieAlive,
  makeAccount,
  pendingRobux,
  releasePending,
  reviveCookie,
  userKey,
} from '../game-platform/accounts.ts';
import { CHALLENGES } from '../game-platform/challenge.ts';
import { findOrMakeGroup, makePass, makeUniverse, passUrl } from '../game-platform/passes.ts';
import type { Account, Pass } from '../game-platform/rows.ts';
import { saleRefusal, sell } from '../game-platform/sale.ts';
import { isPending } from '../game-platform/transactions.ts';
import type { World } from '../world.ts';
import { ControlError, decode } from './input.ts';

const Robux = z.int().min(0).max(1_000_000_000_000);
const Price = z.int().min(1).max(1_000_000_000);
const Id = z.coerce.number().int().positive();

const NewAccount = z.strictObject({
  username: z.string().regex(/^\w{3,20}$/, '3 to 20 letters, digits or _'),
  robux: Robux,
});
/** A reason alone lasts a day. */
const NewRestriction = z.union([
  z
    .string()
    .min(1)
    .transform((reason) => ({ reason, minutes: 1_440 })),
  z.strictObject({ reason: z.string().min(1), minutes: z.int().positive() }),
]);
const AccountChange = z.strictObject({
  robux: Robux.optional(),
  cookieValid: z.boolean().optional(),
  description: z.string().max(1_000).optional(),
  challenge: z.enum(CHALLENGES).nullish(),
  challengeOn: z.enum(['purchase', 'all']).optional(),
  moderated: z.boolean().optional(),
  ageBracket: z.int().min(0).max(2).optional(),
  plusPercent: z.union([z.literal(0), z.literal(10), z.literal(15), z.literal(20)]).optional(),
  regionFactor: z.number().min(0.3).max(1).optional(),
  restriction: NewRestriction.nullish(),
  boundEgress: z.string().min(1).nullish(),
  hideTransactions: z.boolean().optional(),
});

const NewPass = z.strictObject({
  ownerId: Id,
  price: Price,
  name: z.string().min(1).max(50),
  universeId: Id.optional(),
});
const NewExperiences = z.strictObject({ ownerId: Id, count: z.int().min(1).max(500) });
const NewDiscount = z.strictObject({
  type: z.string().min(1),
  percent: z.int().min(0).max(100),
  amountInRobux: z.int().min(0).optional(),
  endTime: z.iso.datetime().optional(),
});
const PassChange = z.strictObject({
  price: Price.optional(),
  isForSale: z.boolean().optional(),
  creatorId: Id.optional(),
  groupId: Id.optional(),
  managedPricing: z.boolean().optional(),
  discounts: z.array(NewDiscount).max(10).optional(),
  activeInPO: z.boolean().optional(),
  deleted: z.boolean().optional(),
});

const OwnedPass = z.strictObject({ accountId: Id, passId: Id });

/** Controls Roblox accounts and gamepasses, and what a person does in their own browser: buy a gamepass, or give one up. */
export function gameControl(app: FastifyInstance, { world }: { world: World }): void {
  const { state, clock } = world;
  app.post('/control/game/accounts', async ({ body }) => {
    const { username, robux } = decode(NewAccount, body);
    if (findByName(state, username)) throw new ControlError(409, 'username', 'username: this name is taken');
    return withTransactions(world, makeAccount(state, clock, { username, robux, createdAt: clock.isoNow() }));
  });
  app.get('/control/game/accounts/:id', async ({ params }) =>
    withTransactions(world, requireAccount(world, params)),
  );
  app.patch('/control/game/accounts/:id', async ({ params, body }) => {
    const account = requireAccount(world, params);
    const { regionFactor, ...change } = decode(AccountChange, body);
    releasePending(state, clock, asCreator(account.id));
    Object.assign(account, change);
    if (change.cookieValid) reviveCookie(state, clock, account);
    if (regionFactor !== undefined) account.regionFactorPercent = Math.round(regionFactor * 100);
    return withTransactions(world, state.accounts.put(account));
  });

  app.post('/control/game/passes', async ({ body }) => {
    const { ownerId, ...wanted } = decode(NewPass, body);
    requireOwner(world, ownerId);
    return describePass(makePass(state, clock, { ...asCreator(ownerId), ...wanted }));
  });
  app.post('/control/game/experiences', async ({ body }) => {
    const { ownerId, count } = decode(NewExperiences, body);
    requireOwner(world, ownerId);
    return Array.from({ length: count }, () => makeUniverse(state, asCreator(ownerId)));
  });
  app.patch('/control/game/passes/:id', async ({ params, body }) => {
    const pass = state.passes.get((params as { id: string }).id);
    if (!pass) throw new ControlError(404, 'id', 'id: no pass has this id');
    const { creatorId, groupId, ...change } = decode(PassChange, body);
    Object.assign(pass, change);
    if (creatorId !== undefined) Object.assign(pass, asCreator(creatorId));
    if (groupId !== undefined) {
      Object.assign(pass, { creatorType: 'Group', creatorTargetId: findOrMakeGroup(state, groupId).id });
    }
    return describePass(state.passes.put({ ...pass, updatedAt: clock.isoNow() }));
  });

  app.post('/control/game/buy', async ({ body }) => {
    const { accountId, passId } = decode(OwnedPass, body);
    const buyer = state.accounts.get(accountId);
    const pass = state.passes.get(passId);
    if (!buyer) throw new ControlError(400, 'accountId', 'accountId: no account has this id');
    if (!pass || pass.deleted) throw new ControlError(400, 'passId', 'passId: no pass has this id');
    const refusal = saleRefusal(state, clock, buyer, pass);
    if (refusal) throw new ControlError(409, null, refusal.reason);
    return { purchased: true, ...sell(state, clock, buyer, pass), robux: buyer.robux };
  });
  app.post('/control/game/give-up', async ({ body }) => {
    const { accountId, passId } = decode(OwnedPass, body);
    state.ownerships.delete(`${accountId}:${passId}`);
    return {};
  });
}

/** An account as the control API shows it. No other call of the sandbox shows the cookie. */
export function describeAccount({ state, clock }: World, account: Account) {
  const self = asCreator(account.id);
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

/** A gamepass as the control API shows it, with its address at Roblox. */
export function describePass(pass: Pass) {
  return { ...pass, url: passUrl(pass) };
}

function requireAccount({ state }: World, params: unknown): Account {
  const account = state.accounts.get((params as { id: string }).id);
  if (!account) throw new ControlError(404, 'id', 'id: no account has this id');
  return account;
}

function requireOwner({ state }: World, ownerId: number): void {
  if (!state.accounts.get(ownerId)) throw new ControlError(400, 'ownerId', 'ownerId: no account has this id');
}
