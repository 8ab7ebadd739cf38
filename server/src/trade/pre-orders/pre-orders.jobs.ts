import { setTimeout as sleep } from 'node:timers/promises';
import { GameTrouble } from '../../outside/game-platform.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { passFound } from './pre-orders.rules.ts';
import { matchPreOrders, type PassToCheck, recordPassCheck, takeDuePassChecks } from './pre-orders.ts';

export type PreOrderServices = Pick<Services, 'db' | 'game' | 'log'>;

const LOOK_EVERY_MS = 500;

/**
 * Looks at the passes that pre-orders wait for, and matches what came to fit otherwise than by stock that appeared: a
 * balance that grew, a pass that is right again, a rest that is over. Any number of processes may do so, until `signal`.
 */
export async function followPreOrders(services: PreOrderServices, signal: AbortSignal): Promise<void> {
  const { log } = services;
  while (!signal.aborted) {
    await step(services).catch((err) => log.error({ err }, 'pre-orders are not matched'));
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function step(services: PreOrderServices): Promise<void> {
  const due = await takeDuePassChecks(services.db);
  await Promise.all(due.map((preOrder) => look(services, preOrder)));
  let matched: number;
  do matched = await inTransaction(services.db, matchPreOrders);
  while (matched > 0);
}

/** A platform that does not answer tells nothing: it is asked again when the next look is due. */
async function look({ db, game, log }: PreOrderServices, preOrder: PassToCheck): Promise<void> {
  try {
    await recordPassCheck(db, preOrder.id, passFound(preOrder, await game.gamepass(preOrder.passId)));
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    if (error.trouble.kind === 'not_found') return recordPassCheck(db, preOrder.id, 'gone');
    log.warn({ err: error, preOrderId: preOrder.id }, 'a pass could not be looked at');
  }
}
