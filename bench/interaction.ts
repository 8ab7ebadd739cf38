import type { Browser, CDPSession, Page } from '@playwright/test';
import { openBrowser } from '../e2e/support/browser.ts';
import { startProduct } from '../e2e/support/product.ts';
import { openAs, waitForContent } from '../e2e/support/visitor.ts';
import { INTERACTIONS, type Interaction } from './interactions.ts';
import { type Pair, type Row, rowOfPairs } from './row.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SLOWDOWN = 4;
const MAX_MS = 100;
/** Chromium reports no shorter events. */
const MIN_EVENT_MS = 16;
/** Pause after each interaction, so that late work of the page does not slow the next one down. */
const PAUSE_MS = 700;

/** The time from an input to the next frame (Event Timing), with the processor slowed down four times. */
export async function benchInteraction(): Promise<Row[]> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const rows: Row[] = [];
    for (const interaction of INTERACTIONS)
      rows.push(...(await measure(browser, product.origin, interaction)));
    return rows;
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function measure(browser: Browser, origin: string, interaction: Interaction): Promise<Row[]> {
  const { what, who, path, act, undo, isSwitch } = interaction;
  const { page, close } = await openAs(browser, origin, who, undefined, path);
  await waitForContent(page);
  const session = await page.context().newCDPSession(page);
  await recordTimings(page);
  const answers: Pair[] = [];
  const contents: Pair[] = [];
  // the first round does not count, because it also loads code
  for (let round = -1; round < ROUNDS; round += 1) {
    await slowDown(session, SLOWDOWN);
    const { answerMs, contentMs } = await timingOf(page, act);
    await slowDown(session, 1);
    if (undo) await timingOf(page, undo);
    if (round < 0) continue;
    answers.push({ ours: answerMs, reference: MAX_MS });
    contents.push({ ours: contentMs, reference: MAX_MS });
  }
  await close();
  console.log(`${what}: ${answers.map(({ ours }) => ours).join(' ')} ms`);
  const answer = rowOfPairs(what, 'ms', answers, { atMost: 1 });
  return isSwitch
    ? [answer, rowOfPairs(`${what}, until its content appears`, 'ms', contents, null)]
    : [answer];
}

const slowDown = (session: CDPSession, rate: number) =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

interface Timing {
  /** From the slowest event of the interaction to the next frame. */
  answerMs: number;
  /** From the last click to the frame with the new section's content. */
  contentMs: number;
}

type Recording = { timing: Timing };

/** Makes the page record its timings. A section's content has appeared when `main` is no longer busy. */
const recordTimings = (page: Page): Promise<void> =>
  page.evaluate((durationThreshold) => {
    const recording = globalThis as unknown as Recording;
    let clickedAt = 0;
    document.addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), { capture: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        recording.timing.answerMs = Math.max(recording.timing.answerMs, duration);
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
    const main = document.querySelector('main')!;
    new MutationObserver(() => {
      if (main.ariaBusy) return;
      requestAnimationFrame(() =>
        setTimeout(() => (recording.timing.contentMs = performance.now() - clickedAt)),
      );
    }).observe(main, { attributeFilter: ['aria-busy'] });
  }, MIN_EVENT_MS);

async function timingOf(page: Page, act: Interaction['act']): Promise<Timing> {
  await page.evaluate(
    (timing) => {
      (globalThis as unknown as Recording).timing = timing;
    },
    { answerMs: MIN_EVENT_MS, contentMs: Number.NaN },
  );
  await act(page);
  await page.waitForTimeout(PAUSE_MS);
  return page.evaluate(() => (globalThis as unknown as Recording).timing);
}
