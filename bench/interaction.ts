import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../e2e/support/browser.ts';
import { startProduct } from '../e2e/support/product.ts';
import { contentArrived, openAs } from '../e2e/support/visitor.ts';
import { INTERACTIONS, type Interaction } from './interactions.ts';
import { type Pair, type Row, rowOfPairs } from './row.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SLOWDOWN = 4;
const MAX_MS = 100;
/** The least that Chromium tells of. */
const LEAST_MS = 16;
/** What the page does after an answer has ended by then, so that the next one is not slower by it. */
const REST_MS = 700;

/** How long a page takes from what someone does to the next picture (Event Timing), at a quarter of the machine's speed. */
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
  await contentArrived(page);
  const session = await page.context().newCDPSession(page);
  await noteAnswers(page);
  const answers: Pair[] = [];
  const contents: Pair[] = [];
  // the first one also fetches what is loaded when opened
  for (let round = -1; round < ROUNDS; round += 1) {
    await slowDown(session, SLOWDOWN);
    const { answerMs, contentMs } = await answerOf(page, act);
    await slowDown(session, 1);
    if (undo) await answerOf(page, undo);
    if (round < 0) continue;
    answers.push({ ours: answerMs, reference: MAX_MS });
    contents.push({ ours: contentMs, reference: MAX_MS });
  }
  await close();
  console.log(`${what}: ${answers.map(({ ours }) => ours).join(' ')} ms`);
  const answer = rowOfPairs(what, 'ms', answers, 1, true);
  return isSwitch
    ? [answer, rowOfPairs(`${what}, until its content is there`, 'ms', contents, null)]
    : [answer];
}

const slowDown = (session: CDPSession, rate: number) =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

interface Answer {
  /** From the longest of the interaction's events to the picture after it. */
  answerMs: number;
  /** From the last click to the picture with the section that it led to. */
  contentMs: number;
}

type Noting = { answer: Answer };

/** Has the page note its answers; a section's content is there when `main` is not busy any longer. */
const noteAnswers = (page: Page): Promise<void> =>
  page.evaluate((durationThreshold) => {
    const noting = globalThis as unknown as Noting;
    let clickedAt = 0;
    document.addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), { capture: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        noting.answer.answerMs = Math.max(noting.answer.answerMs, duration);
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
    const main = document.querySelector('main')!;
    new MutationObserver(() => {
      if (main.ariaBusy) return;
      requestAnimationFrame(() =>
        setTimeout(() => (noting.answer.contentMs = performance.now() - clickedAt)),
      );
    }).observe(main, { attributeFilter: ['aria-busy'] });
  }, LEAST_MS);

async function answerOf(page: Page, act: Interaction['act']): Promise<Answer> {
  await page.evaluate(
    (answer) => {
      (globalThis as unknown as Noting).answer = answer;
    },
    { answerMs: LEAST_MS, contentMs: Number.NaN },
  );
  await act(page);
  await page.waitForTimeout(REST_MS);
  return page.evaluate(() => (globalThis as unknown as Noting).answer);
}
