import { dollarText, type Rate, type Robux } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/loop.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { Refusal, refusalOr } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { checkOrderRequest } from '../orders/placing/placing.lookups.ts';
import { hasChanged } from '../orders/purchasing/purchase.rules.ts';
import { claimDueRounds, type DueRound, MAX_CLAIMED, noteNoAnswer, placeRound, skipRound } from './rounds.ts';

type Needed = Pick<Services, 'db' | 'game' | 'queue' | 'vault' | 'log'>;

const EVERY_MS = 5_000;

/** Places due standing orders until `signal` is aborted. Several processes may run it. */
export async function followStandingOrders(services: Needed, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const failed = 'could not place standing orders';
  await repeat(async () => (await runDueRounds(services)) === MAX_CLAIMED, {
    everyMs: EVERY_MS,
    failed,
    log,
    signal,
  });
}

/** Runs up to MAX_CLAIMED due rounds, and returns how many. A round that fails unexpectedly is tried again a minute later. */
export async function runDueRounds(services: Needed): Promise<number> {
  const rounds = await claimDueRounds(services.db);
  for (const due of rounds)
    await runRound(services, due).catch((err) =>
      services.log.error({ err, standingOrderId: due.id }, 'could not place a standing order'),
    );
  return rounds.length;
}

/** Reads the gamepass, and places the order or skips the round. A round that cannot be placed at the moment is tried again a minute later. */
export async function runRound({ db, game, queue, vault }: Needed, due: DueRound): Promise<void> {
  const robuxAmount = due.robuxAmount as Robux;
  const outcome = await refusalOr(async () => {
    const { pass } = await checkOrderRequest(game, { robuxAmount, gamepassUrl: due.gamepassUrl });
    const chosen = {
      productId: String(due.productId),
      creatorType: due.creatorType,
      creatorTargetId: String(due.creatorTargetId),
    };
    if (hasChanged(chosen, pass)) return ANOTHER_PASS;
    const order = { robuxAmount, maxRateCents: due.rateCents as Rate, pass };
    await inTransaction(db, (tx) => placeRound(tx, { queue, vault }, due, order));
    return null;
  });
  if (outcome === null) return;
  if (outcome instanceof Refusal) {
    // An emergency stop delays the round.
    if (outcome.code === 'service_unavailable') return;
    const isSilent = outcome.code === 'outside_failed';
    if (isSilent && (await inTransaction(db, (tx) => noteNoAnswer(tx, due))) === 'again') return;
  }
  const reason = outcome instanceof Refusal ? reasonOf(outcome, due) : outcome;
  await inTransaction(db, (tx) => skipRound(tx, due, reason));
}

const ANOTHER_PASS = text('The gamepass is no longer the one that you chose');

function reasonOf({ code, message, hint }: Refusal, { rateCents }: DueRound): string {
  switch (code) {
    case 'out_of_stock':
      return toStore(WITH_VALUES.noSeller, { rate: `$${dollarText(rateCents as Rate)}` });
    case 'insufficient_balance':
      return text('Your balance was too low');
    case 'wallet_frozen':
      return text('Your wallets are frozen');
    case 'unauthorized':
      return text('Your account may not buy at the moment');
    case 'outside_failed':
      return text('Roblox did not answer for an hour');
    // their hints have figures of the moment, which cannot be translated later
    case 'account_too_new':
    case 'spending_limit':
      return message;
    default:
      return hint ?? message;
  }
}
