import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../e2e/support/browser.ts';
import { startProduct } from '../e2e/support/product.ts';
import { contentArrived, openAs } from '../e2e/support/visitor.ts';
import { type Row, rowOfPairs } from './row.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SLOWDOWN = 4;
const MOST_MS = 100;
/** What the page does after an answer has ended by then, so that the next one is not slower by it. */
const REST_MS = 700;

/** Something done to a page, and how it is undone. */
interface Interaction {
  readonly what: string;
  readonly who: string;
  readonly path: string;
  act(page: Page): Promise<void>;
  undo?(page: Page): Promise<void>;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const link = (name: string) => (page: Page) => page.locator('aside nav').getByRole('link', { name }).click();
const rate = (page: Page, index: number) =>
  page.getByRole('group', { name: 'Rates' }).getByRole('button', { disabled: false }).nth(index).click();
const key = (name: string) => (page: Page) => page.keyboard.press(name);

const at = (section: string) => `/dashboard?section=${section}`;
const back = (page: Page) => page.goBack().then(() => undefined);

const INTERACTIONS: readonly Interaction[] = [
  {
    what: 'choose a rate',
    who: 'nova',
    path: '/buy-robux',
    act: (page) => rate(page, 2),
    undo: (page) => rate(page, 0),
  },
  {
    what: 'type an amount',
    who: 'nova',
    path: '/buy-robux',
    act: async (page) => {
      await page.getByLabel('Robux amount').first().focus();
      await page.keyboard.press('5');
    },
    undo: key('Backspace'),
  },
  {
    what: 'sort the market',
    who: 'sela',
    path: at('robux-market'),
    act: (page) => page.getByRole('columnheader').getByRole('button').nth(1).click(),
  },
  {
    what: 'sort accounts',
    who: 'sela',
    path: at('roblox-accounts'),
    act: (page) => page.getByRole('columnheader').getByRole('button').nth(1).click(),
  },
  {
    what: 'select all accounts',
    who: 'sela',
    path: at('roblox-accounts'),
    act: (page) => page.getByRole('checkbox').first().click(),
  },
  {
    what: 'open the add-account dialog',
    who: 'sela',
    path: at('roblox-accounts'),
    act: button(/^Add/),
    undo: key('Escape'),
  },
  {
    what: 'open the command palette',
    who: 'sela',
    path: at('roblox-accounts'),
    act: key('Control+k'),
    undo: key('Escape'),
  },
  {
    what: 'open the user menu',
    who: 'nova',
    path: at('overview'),
    act: button(/account menu/),
    undo: key('Escape'),
  },
  {
    what: 'open an order',
    who: 'nova',
    path: at('transactions'),
    act: button(/^Robux Purchase/),
    undo: key('Escape'),
  },
  {
    what: 'switch from dashboard to wallet',
    who: 'nova',
    path: at('overview'),
    act: link('Wallet'),
    undo: back,
  },
  {
    what: 'switch from wallet to dashboard',
    who: 'nova',
    path: at('wallet'),
    act: link('Dashboard'),
    undo: back,
  },
  {
    what: 'switch from market to accounts',
    who: 'sela',
    path: at('robux-market'),
    act: link('Roblox Accounts'),
    undo: back,
  },
  {
    what: 'switch from admin panel to users',
    who: 'otto',
    path: at('overview'),
    act: link('Admin Panel'),
    undo: back,
  },
  {
    what: 'open the theme menu',
    who: 'nova',
    path: at('overview'),
    act: button('Theme'),
    undo: key('Escape'),
  },
  { what: 'collapse the sidebar', who: 'nova', path: at('overview'), act: button(/sidebar/) },
];

/** How long a page takes from what somebody does to the next picture (Event Timing), at a quarter of the machine's speed. */
export async function benchInteraction(): Promise<Row[]> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    return await measureAll(browser, product.origin);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function measureAll(browser: Browser, origin: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const interaction of INTERACTIONS) rows.push(await measure(browser, origin, interaction));
  return rows;
}

async function measure(browser: Browser, origin: string, interaction: Interaction): Promise<Row> {
  const { what, who, path, act, undo } = interaction;
  const { page, close } = await openAs(browser, origin, who, undefined, path);
  await contentArrived(page);
  const session = await page.context().newCDPSession(page);
  await noteEvents(page);
  const pairs = [];
  // the first one also fetches what is loaded when opened
  for (let round = -1; round < ROUNDS; round += 1) {
    await slowDown(session, SLOWDOWN);
    const ms = await timed(page, () => act(page));
    await slowDown(session, 1);
    if (undo) await timed(page, () => undo(page));
    if (round >= 0) pairs.push({ ours: ms, reference: MOST_MS });
  }
  await close();
  console.log(what, pairs.map(({ ours }) => ours).join(' '));
  return rowOfPairs(what, 'ms', pairs, 1, true);
}

const slowDown = (session: CDPSession, rate: number) =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

type WithNoted = { noted: number };

const noteEvents = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted = globalThis as unknown as WithNoted;
    noted.noted = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.noted = Math.max(noted.noted, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });

/** The longest of the events of one interaction, in milliseconds; Chromium tells none that was shorter than 16. */
async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    (globalThis as unknown as WithNoted).noted = 0;
  });
  await act();
  await page.waitForTimeout(REST_MS);
  return page.evaluate(() => (globalThis as unknown as WithNoted).noted);
}
