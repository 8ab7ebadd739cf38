import { readClock } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { evaluateRound } from './prices.rules.ts';
import { dropUnusedPrices, recordRound } from './prices.ts';

const CLEAN_UP_EVERY_MS = 60 * 60_000;
/** The part of the time between two rounds of one worker in which rounds of all workers count once. */
const SPACING_RATIO = 0.8;

/**
 * Polls the price sources until `signal` is aborted. Errors are logged and do not end it. Without an accepted round,
 * the last price expires automatically.
 */
export async function followPrices(
  { db, priceFeed, config, log }: Pick<Services, 'db' | 'priceFeed' | 'config' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let cleanedUpAt = Number.NEGATIVE_INFINITY;
  let wasAccepted = true;
  let strayed: ReadonlySet<string> = new Set();
  const failed = 'prices: round failed';
  const round = async () => {
    const { accepted, failures, ...found } = await pollPrices(
      { db, priceFeed },
      strayed,
      SPACING_RATIO * config.prices.pollMs,
    );
    strayed = found.strayed;
    if (accepted !== wasAccepted)
      log[accepted ? 'info' : 'warn'](
        { failures },
        accepted ? 'prices: accepted again' : 'prices: no accepted price',
      );
    wasAccepted = accepted;
    if (performance.now() - cleanedUpAt > CLEAN_UP_EVERY_MS) {
      await dropUnusedPrices(db, await readClock(db));
      cleanedUpAt = performance.now();
    }
  };
  await repeat(round, { everyMs: config.prices.pollMs, failed, log, signal });
}

/**
 * Runs one round: asks all sources, and stores their median when enough of them agree. Pass `strayed` of one round to
 * the next. `spacingMs` is that of `recordRound`.
 */
export async function pollPrices(
  { db, priceFeed }: Pick<Services, 'db' | 'priceFeed'>,
  strayedBefore: ReadonlySet<string> = new Set(),
  spacingMs = 0,
) {
  const [startedAt, startedMs] = [await readClock(db), performance.now()];
  const clock = () => new Date(startedAt.getTime() + performance.now() - startedMs);
  const { quotes, failures } = await priceFeed.read(clock);
  // the clock of this process stands still on a suspended machine, and old quotes would look new
  const now = await readClock(db);
  const round = evaluateRound(quotes, now, strayedBefore);
  const accepted = round !== null && (await recordRound(db, round, now, spacingMs));
  return { accepted, failures, strayed: round?.strayed ?? strayedBefore };
}
