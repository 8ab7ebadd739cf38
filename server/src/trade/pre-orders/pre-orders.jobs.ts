import { GameTrouble } from '../../outside/game-platform.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { inParallel, repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { passFound } from './pre-orders.rules.ts';
import {
  claimDuePassChecks,
  foldQueueCounts,
  matchPreOrders,
  type PassToCheck,
  recordPassCheck,
} from './pre-orders.ts';

export type PreOrderServices = Pick<Services, 'db' | 'game' | 'log'>;

const POLL_EVERY_MS = 1_000;

/**
 * Checks the passes that pre-orders wait for, and matches pre-orders that fit for other reasons than new stock: a grown
 * balance, a corrected pass, the end of a waiting time. Runs until `signal` is aborted, in any number of processes.
 */
export async function followPreOrders(services: PreOrderServices, signal: AbortSignal): Promise<void> {
  const { log } = services;
  const follow = (step: (services: PreOrderServices) => Promise<void>, failed: string) =>
    repeat(() => step(services), { everyMs: POLL_EVERY_MS, failed, log, signal });
  // matching does not wait for answers of Roblox
  await Promise.all([
    follow(checkPasses, 'could not check the passes of pre-orders'),
    follow(matchAll, 'could not match pre-orders'),
  ]);
}

async function checkPasses(services: PreOrderServices): Promise<void> {
  await inParallel(await claimDuePassChecks(services.db), (preOrder) => checkPass(services, preOrder));
}

async function matchAll(services: PreOrderServices): Promise<void> {
  let matched: number;
  do matched = await inTransaction(services.db, matchPreOrders);
  while (matched > 0);
  await foldQueueCounts(services.db);
}

/** If Roblox does not answer, the pass is checked again when its next check is due. */
async function checkPass({ db, game, log }: PreOrderServices, preOrder: PassToCheck): Promise<void> {
  try {
    await recordPassCheck(db, preOrder.id, passFound(preOrder, await game.gamepass(preOrder.passId)));
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    if (error.trouble.kind === 'not_found') return recordPassCheck(db, preOrder.id, 'missing');
    log.warn({ err: error, preOrderId: preOrder.id }, 'could not check the pass of a pre-order');
  }
}
