import type { Page } from '@playwright/test';

/** An action on a page of the demo world, and how to undo it for the next round. */
export interface Interaction {
  readonly what: string;
  readonly who: string;
  readonly path: string;
  act(page: Page): Promise<void>;
  /** Absent if repeating the action undoes it. */
  undo?(page: Page): Promise<void>;
  /** Whether the action opens another section. The bench then also measures the time until its content appears. */
  readonly isSwitch?: boolean;
}

type Act = Interaction['act'];

const button =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).first().click();

const key =
  (name: string): Act =>
  (page) =>
    page.keyboard.press(name);

const rate =
  (index: number): Act =>
  (page) =>
    page.getByRole('group', { name: 'Rates' }).getByRole('button', { disabled: false }).nth(index).click();

const columnHead: Act = (page) => page.getByRole('columnheader').getByRole('button').nth(1).click();

const section = (name: string) => `/dashboard?section=${name}`;

/** Switches sections in the sidebar, and goes back with the browser's Back button. */
const switchBy = (what: string, who: string, from: string, link: string): Interaction => ({
  what,
  who,
  path: section(from),
  // a link's name may end with a count, such as "Accounts, 2 waiting"
  act: (page) =>
    page
      .locator('aside nav')
      .getByRole('link', { name: new RegExp(`^${link}`) })
      .click(),
  undo: async (page) => {
    await page.goBack();
  },
  isSwitch: true,
});

export const INTERACTIONS: readonly Interaction[] = [
  { what: 'choose a rate', who: 'nova', path: '/buy-robux', act: rate(2), undo: rate(0) },
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
  { what: 'sort the market', who: 'sela', path: section('robux-market'), act: columnHead },
  { what: 'sort accounts', who: 'sela', path: section('roblox-accounts'), act: columnHead },
  {
    what: 'select all accounts',
    who: 'sela',
    path: section('roblox-accounts'),
    act: (page) => page.getByRole('checkbox').first().click(),
  },
  {
    what: 'open the add-account dialog',
    who: 'sela',
    path: section('roblox-accounts'),
    act: button(/^Add/),
    undo: key('Escape'),
  },
  {
    what: 'open the command palette',
    who: 'sela',
    path: section('roblox-accounts'),
    act: key('Control+k'),
    undo: key('Escape'),
  },
  {
    what: 'open the account menu',
    who: 'nova',
    path: section('overview'),
    act: button(/account menu/),
    undo: key('Escape'),
  },
  {
    what: 'open an order',
    who: 'nova',
    path: section('transactions'),
    act: (page) =>
      page
        .getByRole('link', { name: /^Robux Purchase/ })
        .first()
        .click(),
    undo: key('Escape'),
  },
  switchBy('dashboard to wallet', 'nova', 'overview', 'Wallet'),
  switchBy('wallet to dashboard', 'nova', 'wallet', 'Dashboard'),
  switchBy('market to accounts', 'sela', 'robux-market', 'Accounts'),
  switchBy('overview to Admin Panel', 'otto', 'overview', 'Admin Panel'),
  {
    what: 'open the theme menu',
    who: 'nova',
    path: section('overview'),
    act: button('Theme'),
    undo: key('Escape'),
  },
  { what: 'collapse the sidebar', who: 'nova', path: section('overview'), act: button(/sidebar/) },
];
