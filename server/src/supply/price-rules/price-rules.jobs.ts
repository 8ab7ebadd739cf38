import { inTransaction, readClock, sessionLocksOf } from '../../platform/db/pool.ts';
import { pause, repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { applyChanges, type WantedChange } from './applying.ts';
import { readMarket } from './price-rules.reads.ts';
import { wantedRates } from './price-rules.rules.ts';
import { endPausesOfRulesOff } from './price-rules.ts';

type Needed = Pick<Services, 'db' | 'log'>;

/** The longest pause between two rounds. Times of day begin and end without any change in the database. */
const MAX_PAUSE_MS = 15_000;
/** The shortest pause, so that a busy market does not keep the worker busy. */
const MIN_PAUSE_MS = 2_000;
/** Accounts in one transaction, so that orders never wait long for one. */
const BATCH_SIZE = 100;

/** Sets the rates that price rules want, soon after stock or rates have changed. Runs until the signal, in any number of processes. */
export async function followPriceRules(
  { db, log, changes }: Needed & Pick<Services, 'changes'>,
  signal: AbortSignal,
): Promise<void> {
  let woken = new AbortController();
  changes.watch({
    changed: ({ topic }) => {
      if (topic === 'roblox-accounts' || topic === 'orders') woken.abort();
    },
    missed: () => woken.abort(),
  });
  // the first round waits for no change
  woken.abort();
  const nextRound = async () => {
    await pause(MAX_PAUSE_MS - MIN_PAUSE_MS, AbortSignal.any([signal, woken.signal]));
    signal.throwIfAborted();
    woken = new AbortController();
    // does nothing while another process runs a round
    await sessionLocksOf(db).run('price rules', async () => void (await setWantedRates({ db, log })));
  };
  const failed = 'could not set the rates of price rules';
  await repeat(nextRound, { everyMs: MIN_PAUSE_MS, failed, log, signal });
}

/** One round: ends pauses of rules that are off, works out all rates and writes those that differ. Returns how many accounts the rules have changed. */
export async function setWantedRates({ db, log }: Needed, batchSize = BATCH_SIZE): Promise<number> {
  await inTransaction(db, endPausesOfRulesOff);
  const [market, now] = await Promise.all([readMarket(db), readClock(db)]);
  const wanted = wantedRates(market.accounts, market.offers, now);
  const changes = market.accounts.flatMap((account, index): WantedChange[] => {
    const { rateCents, isPaused } = wanted[index]!;
    if (rateCents === account.rateCents && isPaused === account.isPaused) return [];
    return [{ account, rule: market.rules.get(account.ruleId)!, wanted: wanted[index]! }];
  });
  let changed = 0;
  for (let start = 0; start < changes.length; start += batchSize) {
    const batch = changes.slice(start, start + batchSize);
    changed += await inTransaction(db, (tx) => applyChanges(tx, batch));
  }
  if (changed > 0) log.info({ changed, wanted: changes.length }, 'price rules set rates');
  return changed;
}
