import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { replaceAnswers } from './replaced-answers.ts';

const EVENT_STREAM = '**/api/events';
const STEP_MS = 100;
const MAX_MS = 25_000;
/** A page's clock can stop only at a future time. A busy machine needs some time to set it. */
const AHEAD_MS = 60_000;
/** Real time between two steps, so that answers can arrive. */
const ANSWERED_MS = 50;

/** By page: gives it its event stream back. */
const restores = new WeakMap<Page, () => void>();

/**
 * Stops the page's clock and its event stream. Time passes only as far as the story advances it, so only timers cause
 * requests, also on a busy machine.
 */
export async function stopClock(page: Page): Promise<void> {
  restores.set(page, await replaceAnswers(page, EVENT_STREAM, () => undefined));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + AHEAD_MS);
}

/** Resumes the page's clock. Pages that open from now on have their event stream again. */
export async function startClock(page: Page): Promise<void> {
  await page.clock.resume();
  restores.get(page)?.();
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
