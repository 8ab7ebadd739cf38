import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const CHANGES = '**/api/events';
const STEP_MS = 100;
const MAX_MS = 25_000;
/** A clock stops in the future only: longer than a busy machine takes to hear of it. */
const AHEAD_MS = 60_000;
/** Real time in which an answer comes in between two steps. */
const ANSWERED_MS = 50;

/**
 * From here on no time passes in the page but what a story lets pass, however busy the machine is, and the page is told
 * of no changes: what it asks for, it asks for by its clock.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.route(CHANGES, () => {});
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + AHEAD_MS);
}

/** From here on time passes as it does elsewhere, and pages that are opened are told of changes. */
export async function startClock(page: Page): Promise<void> {
  await page.clock.resume();
  await page.unroute(CHANGES);
}

/** Lets the page's time pass in small steps until something is so. Throws before a poll of half a minute would come. */
export async function letPassUntil(page: Page, done: () => Promise<boolean>): Promise<void> {
  for (let passedMs = 0; passedMs <= MAX_MS; passedMs += STEP_MS) {
    if (await done()) return;
    await page.clock.runFor(STEP_MS);
    await sleep(ANSWERED_MS);
  }
  throw new Error(`still not so after ${MAX_MS} ms of the page's time`);
}
