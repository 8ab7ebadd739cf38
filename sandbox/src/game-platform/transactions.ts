import type { FastifyInstance } from 'fastify';
import { seededHex } from '../seeded.ts';
import type { World } from '../world.ts';
import { asCreator, holderOf, nameOf, pendingRobux, releasePending, userKey } from './accounts.ts';
import { errors, PlatformError } from './errors.ts';
import type { Account, Creator, Transaction } from './rows.ts';
import { requireSelf } from './session.ts';

const TYPES = [
  'Purchase',
  'Sale',
  'AffiliateSale',
  'DevEx',
  'GroupPayout',
  'PremiumStipend',
  'TradeRobux',
  'GroupPayouts',
];
const PAGE_SIZES = [10, 25, 50, 100];

/** The caller's own Robux history in pages, newest first, and its totals. */
export function transactionRoutes(app: FastifyInstance, { world }: { world: World }): void {
  for (const base of ['/apis/transaction-records/v1', '/economy/v2']) {
    app.get(`${base}/users/:id/transactions`, async (request) => {
      const caller = requireSelf(world, request, (request.params as { id: string }).id);
      return page(world, caller, request.query as Record<string, string | undefined>);
    });
    app.get(`${base}/users/:id/transaction-totals`, async (request) => {
      return totals(world, requireSelf(world, request, (request.params as { id: string }).id));
    });
  }
}

/** Whether a sale's Robux are still pending. */
export function isPending({ type, releaseAt }: Transaction, now: number): boolean {
  return type === 'Sale' && releaseAt > now;
}

function page(world: World, caller: Account, query: Record<string, string | undefined>) {
  const { transactionType = '', limit = '10', cursor } = query;
  if (!TYPES.includes(transactionType))
    throw new PlatformError(400, errors(3, 'The transaction type is invalid.'));
  if (!PAGE_SIZES.includes(Number(limit))) throw new PlatformError(400, errors(4, 'The limit is invalid.'));
  const before = cursor ? readCursor(cursor) : Number.POSITIVE_INFINITY;
  const rows = caller.hideTransactions ? [] : world.state.transactions.where(userKey(caller.id));
  const matching = rows
    .filter(({ type, id }) => type === transactionType && id < before)
    .sort((a, b) => b.id - a.id);
  const shown = matching.slice(0, Number(limit));
  const last = shown.at(-1);
  const nextPageCursor = last && matching.length > shown.length ? cursorAfter(last) : null;
  return {
    previousPageCursor: cursor ?? null,
    nextPageCursor,
    data: shown.map((row) => answerOf(world, row)),
  };
}

function answerOf(world: World, row: Transaction) {
  const pass = world.state.passes.get(row.passId);
  const universe = pass && world.state.universes.get(pass.universeId);
  const place = universe && { placeId: universe.placeId, universeId: universe.id, name: universe.name };
  return {
    id: 0,
    idHash: seededHex(`transaction/${row.id}`, 32),
    transactionType: row.type,
    created: new Date(row.at).toISOString(),
    isPending: isPending(row, world.clock.now()),
    agent: agentOf(world, row.agentKey),
    details: { id: row.passId, name: pass?.name ?? '', type: 'GamePass', place },
    currency: { amount: row.amount, type: 'Robux' },
    purchaseToken: row.purchaseToken,
  };
}

function agentOf({ state }: World, agentKey: string) {
  const [type = '', id = ''] = agentKey.split(':');
  const agent: Creator = { creatorType: type === 'Group' ? 'Group' : 'User', creatorTargetId: Number(id) };
  return { id: agent.creatorTargetId, type: agent.creatorType, name: nameOf(holderOf(state, agent)) };
}

function totals({ state, clock }: World, caller: Account) {
  const self = asCreator(caller.id);
  releasePending(state, clock, self);
  const rows = state.transactions.where(userKey(caller.id));
  const sumOf = (type: Transaction['type']) =>
    rows.filter((row) => row.type === type).reduce((sum, { amount }) => sum + amount, 0);
  const [sales, purchases] = [sumOf('Sale'), sumOf('Purchase')];
  return {
    salesTotal: sales,
    purchasesTotal: purchases,
    affiliateSalesTotal: 0,
    groupPayoutsTotal: 0,
    currencyPurchasesTotal: 0,
    premiumStipendsTotal: 0,
    tradeSystemEarningsTotal: 0,
    tradeSystemCostsTotal: 0,
    premiumPayoutsTotal: 0,
    pendingRobuxTotal: pendingRobux(state, self),
    incomingRobuxTotal: sales,
    outgoingRobuxTotal: purchases,
  };
}

function cursorAfter({ id }: Transaction): string {
  return Buffer.from(`before_${id}`).toString('base64url');
}

function readCursor(cursor: string): number {
  const id = Buffer.from(cursor, 'base64url')
    .toString()
    .match(/^before_(\d+)$/)?.[1];
  if (!id) throw new PlatformError(400, errors(5, 'The cursor is invalid.'));
  return Number(id);
}
