import * as z from 'zod/mini';
import {
  type GameSession,
  GameTrouble,
  PURCHASE_REASONS,
  type Purchase,
  type PurchaseAnswer,
  type PurchaseReason,
} from '../game-platform.ts';
import { type Call, type Caller, decode, describeCall } from './call.ts';
import { robuxOrNull } from './reading.ts';
import { troubleOf } from './trouble.ts';

const Amount = z.optional(z.nullable(z.number().check(z.int())));

/** Business refusals are HTTP 200 with `purchased: false`. */
const Answer = z.object({
  purchased: z.boolean(),
  reason: z.optional(z.nullable(z.string())),
  balanceAfterSale: Amount,
  shortfallPrice: Amount,
  failureReason: z.optional(z.nullable(z.string())),
  expirationTimeInMinutes: z.optional(z.nullable(z.number())),
});

/** Sends one purchase once. Only the CSRF handshake may repeat it, because Roblox has not acted then. */
export async function purchase(
  { exchange }: Caller,
  session: GameSession,
  { productId, expectedPrice, idempotencyKey, maySend }: Purchase,
): Promise<PurchaseAnswer> {
  const call: Call = {
    host: 'apis',
    path: `/game-passes/v1/game-passes/${productId}/purchase`,
    method: 'POST',
    session,
    maySend,
    body: { type: 'application/json', text: JSON.stringify({ expectedPrice, idempotencyKey }) },
  };
  try {
    const reply = await exchange(call);
    const { method, path } = describeCall(call);
    if (reply.status === 400)
      throw new GameTrouble({ kind: 'unavailable' }, `${method} ${path} answered 400`);
    const trouble = troubleOf(reply, describeCall(call));
    if (trouble) throw trouble;
    return answerOf(readAnswer(call, reply));
  } catch (error) {
    if (!(error instanceof GameTrouble) || error.trouble.kind !== 'unclear') throw error;
    return { kind: 'unclear', detail: error.message };
  }
}

/** Decodes a successful answer. An unreadable body is unclear, because Robux may have moved. */
function readAnswer(call: Call, reply: Parameters<typeof decode>[1]): z.output<typeof Answer> {
  try {
    return decode(Answer, reply, call);
  } catch (error) {
    throw new GameTrouble({ kind: 'unclear' }, (error as GameTrouble).message);
  }
}

/** Ten years. A time that is too far away is no valid date. */
const MAX_RESTRICTION_MINUTES = 10 * 365 * 24 * 60;

function answerOf(answer: z.output<typeof Answer>): PurchaseAnswer {
  const { purchased, reason, failureReason } = answer;
  if (purchased) return { kind: 'bought', balanceAfter: robuxOrNull(answer.balanceAfterSale) };
  const shortfall = robuxOrNull(answer.shortfallPrice);
  if (failureReason) {
    const minutes = Math.min(Math.max(0, answer.expirationTimeInMinutes ?? 0), MAX_RESTRICTION_MINUTES);
    const restriction = { key: failureReason, minutes };
    return { kind: 'refused', reason: 'EconomicRestriction', shortfall, restriction };
  }
  const known = PURCHASE_REASONS.find((one) => one === reason) satisfies PurchaseReason | undefined;
  if (known) return { kind: 'refused', reason: known, shortfall, restriction: null };
  return {
    kind: 'unclear',
    detail: `not bought, for a reason we do not know: ${String(reason).slice(0, 60)}`,
  };
}
