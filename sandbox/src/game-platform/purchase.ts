import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { holderOf, nameOf } from './accounts.ts';
import { challengeAnswer } from './challenge.ts';
import { errors, PlatformError } from './errors.ts';
import { findByProduct } from './passes.ts';
import { priceFor } from './price.ts';
import type { Account, Pass } from './rows.ts';
import { saleRefusal, sell } from './sale.ts';
import { type CsrfTokens, requireSession } from './session.ts';

interface PurchaseRequest {
  expectedPrice: number;
  idempotencyKey: string | undefined;
}

/**
 * Buys a gamepass by its product id. A refused sale is a 200 with `purchased: false`. The checks run in Roblox's order:
 * token and session, price, challenge, then sale status and funds.
 */
export function purchaseRoutes(
  app: FastifyInstance,
  { world, tokens }: { world: World; tokens: CsrfTokens },
): void {
  app.post('/apis/game-passes/v1/game-passes/:productId/purchase', async (request) => {
    const caller = requireSession(world, request);
    const wanted = readRequest(request.body);
    const { productId } = request.params as { productId: string };
    const earlier =
      wanted.idempotencyKey && world.state.purchaseAnswers.get(repeatKey(caller, productId, wanted));
    if (earlier) return earlier.answer;

    const pass = findByProduct(world.state, productId);
    if (!pass) return refused('InvalidArguments', { productId: Number(productId) });
    const { price } = priceFor(pass, caller, world.clock.now());
    const facts = factsOf(world, pass, price, wanted);
    if (wanted.expectedPrice !== price)
      return refused('PriceChanged', { ...facts, showDivId: 'PriceChangedView' });
    if (caller.challenge) {
      const about = { productId: pass.productId, csrfToken: tokens.current(request) };
      throw challengeAnswer(caller, caller.challenge, 'RobuxSpend', about);
    }
    const answer = settle(world, caller, pass, facts);
    if (wanted.idempotencyKey) {
      world.state.purchaseAnswers.put({ key: repeatKey(caller, productId, wanted), answer });
    }
    return answer;
  });

  // Roblox closed this call in 2026-04. It still answers, and sells nothing.
  app.post('/economy/v1/purchases/products/:productId', async (request) => {
    requireSession(world, request);
    return refused('InvalidArguments', {
      productId: Number((request.params as { productId: string }).productId),
    });
  });
}

function settle(
  world: World,
  caller: Account,
  pass: Pass,
  facts: Record<string, unknown>,
): Record<string, unknown> {
  const { restriction } = caller;
  if (restriction?.reason.startsWith('Fraud')) {
    const until = { failureReason: restriction.reason, expirationTimeInMinutes: restriction.minutes };
    return { purchased: false, ...until, productId: pass.productId };
  }
  if (restriction) return refused(restriction.reason, facts);
  const refusal = saleRefusal(world.state, world.clock, caller, pass);
  if (refusal?.reason === 'InsufficientFunds') {
    const view = { showDivId: 'InsufficientFundsView', balanceAfterSale: -refusal.shortfallPrice };
    return refused('InsufficientFunds', { ...facts, ...view, shortfallPrice: refusal.shortfallPrice });
  }
  if (refusal) return refused(refusal.reason, facts);
  sell(world.state, world.clock, caller, pass);
  const kind = { assetIsWearable: false, assetTypeDisplayName: 'Pass', isMultiPrivateSale: false };
  return {
    purchased: true,
    reason: 'Success',
    ...facts,
    ...kind,
    balanceAfterSale: caller.robux,
    transactionVerb: 'bought',
  };
}

function factsOf({ state }: World, pass: Pass, price: number, { expectedPrice }: PurchaseRequest) {
  const asset = { assetId: pass.id, assetName: pass.name, assetType: 'Game Pass' };
  const sellerName = nameOf(holderOf(state, pass));
  return { productId: pass.productId, price, expectedPrice, currency: 1, ...asset, sellerName };
}

function refused(reason: string, facts: Record<string, unknown>): Record<string, unknown> {
  const words = {
    statusCode: 500,
    title: 'Item purchase failed',
    errorMsg: `The purchase was refused: ${reason}.`,
  };
  return { purchased: false, reason, ...words, showDivId: 'TransactionFailureView', ...facts };
}

function readRequest(body: unknown): PurchaseRequest {
  const { expectedPrice, idempotencyKey } = (body ?? {}) as Record<string, unknown>;
  if (!Number.isInteger(expectedPrice))
    throw new PlatformError(400, errors(0, 'The expected price is invalid.'));
  const key = typeof idempotencyKey === 'string' && idempotencyKey !== '' ? idempotencyKey : undefined;
  return { expectedPrice: expectedPrice as number, idempotencyKey: key };
}

function repeatKey(caller: Account, productId: string, { idempotencyKey }: PurchaseRequest): string {
  return `${caller.id}/${productId}/${idempotencyKey}`;
}
