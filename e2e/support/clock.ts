import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { replaceAnswers } from './answers.ts';

const EVENT_STREAM = '**/api/events';
const STEP_MS = 100;
const MAX_MS = 25_000;
/** A page's clock can stop only at a future time. A busy machine needs some time to set it. */
const AHEAD_MS = 60_000;
/** Real time between two steps, so that answers can arrive. */
const ANSWERED_MS = 50;

/**
 * Stops the page's clock and its event stream. Time passes only as far as the story advances it, so only timers cause
 * requests, even on a busy machine. The returned function resumes the clock; pages that open from then on have their event
 * stream again.
 */
export async function stopClock(page: Page): Promise<() => Promise<void>> {
  const restoreStream = await replaceAnswers(page, EVENT_STREAM, () => undefined);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + AHEAD_MS);
  return async () => {
    await page.clock.resume();
    restoreStream();
  };
}

/** Advances the page's clock in small steps until `done`. Throws before a 30-second poll would run. */
export async function runClockUntil(page: Page, done: () => Promise<boolean>): Promise<void> {
  for (let passedMs = 0; passedMs <= MAX_MS; passedMs += STEP_MS) {
    if (await done()) return;
    await page.clock.runFor(STEP_MS);
    await sleep(ANSWERED_MS);
  }
  throw new Error(`not done after ${MAX_MS} ms of the page's time`);
}
