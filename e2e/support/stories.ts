import { type Browser, test as base } from '@playwright/test';
import { type Person, signIn, signInWithRole } from './person.ts';
import { type Product, startProduct } from './product.ts';
import { controlSandbox, type Sandbox } from './sandbox.ts';
import { DESKTOP, openAs, openVisitor, type Visitor, type Window } from './visitor.ts';

/** What every story can use: the running product, its sandbox, people, and their windows. */

export { expect } from '@playwright/test';

const START_MS = 900_000;
const PREPARE_MS = 300_000;

export interface Opening {
  /** By default the window of a desktop. */
  readonly size?: Pick<Window, 'width' | 'height'>;
  readonly theme?: Window['theme'];
  /** English by default. */
  readonly language?: string;
  readonly path?: string;
}

export interface Windows {
  /** Opens a window with this user's session, by default on the dashboard. */
  as(username: string, opening?: Opening): Promise<Visitor>;
  /** Opens a window without a session, by default on the landing page. */
  visit(opening?: Opening): Promise<Visitor>;
}

export interface World {
  /** The running product of this worker. No other story uses it at the same time. Other stories use it before and after. */
  readonly product: Product;
  readonly sandbox: Sandbox;
  /** Signs a user in without a browser, and chooses a role for them. */
  person(username: string, role?: 'buyer' | 'seller'): Promise<Person>;
}

interface Extra {
  readonly windows: Windows;
}

/**
 * The fixtures of all stories. Stories in a worker run one after another. Each story creates the users and items that it
 * needs, and does not touch those of others. Windows close when their test ends.
 */
export const test = base.extend<Windows & Extra, World>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern
    async ({}, use) => {
      // no story can run without a product, so a busy machine gets a second try
      const product = await startProduct().catch(() => startProduct());
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  sandbox: [({ product }, use) => use(controlSandbox(product.sandbox)), { scope: 'worker' }],
  person: [
    ({ product: { origin } }, use) =>
      use((name, role) => (role ? signInWithRole(origin, name, role) : signIn(origin, name))),
    { scope: 'worker' },
  ],
  windows: async ({ browser, product, contextOptions: { reducedMotion } }, use) => {
    const opened: Visitor[] = [];
    await use(windowsOf({ browser, product, reducedMotion, opened }));
    await closeAll(opened);
  },
  as: ({ windows }, use) => use(windows.as),
  visit: ({ windows }, use) => use(windows.visit),
});

export interface Preparation extends World, Windows {
  /** Undoes something after the last test of the file, because other stories use the same product. */
  atEnd(undo: () => Promise<unknown>): void;
}

/**
 * A test function for files whose tests share people, windows and items. `prepare` makes them before the first test, which
 * gets them as the fixture `shared`. Its windows stay open until the file ends.
 */
export function sharing<Shared>(prepare: (preparation: Preparation) => Promise<Shared>) {
  const opened: Visitor[] = [];
  const undos: (() => Promise<unknown>)[] = [];
  let prepared: Promise<Shared> | undefined;
  const sharingTest = test.extend<{ readonly shared: Shared }>({
    shared: [
      async ({ browser, product, sandbox, person, contextOptions: { reducedMotion } }, use) => {
        const windows = windowsOf({ browser, product, reducedMotion, opened });
        const atEnd = (undo: () => Promise<unknown>) => void undos.push(undo);
        prepared ??= prepare({ product, sandbox, person, ...windows, atEnd });
        await use(await prepared);
      },
      { timeout: PREPARE_MS },
    ],
  });
  sharingTest.afterAll(async () => {
    for (const undo of undos.splice(0).toReversed()) await undo();
    await closeAll(opened.splice(0));
    prepared = undefined;
  });
  return sharingTest;
}

interface WindowsNeeds extends Pick<Window, 'reducedMotion'> {
  readonly browser: Browser;
  readonly product: Product;
  /** Gets every window that opens. */
  readonly opened: Visitor[];
}

function windowsOf({ browser, product: { origin }, reducedMotion, opened }: WindowsNeeds): Windows {
  const keep = async (opening: Promise<Visitor>) => {
    const visitor = await opening;
    opened.push(visitor);
    return visitor;
  };
  const windowOf = ({ size = DESKTOP, theme, language }: Opening): Window => ({
    ...size,
    theme,
    language,
    reducedMotion,
  });
  return {
    as: (name, opening = {}) => keep(openAs(browser, origin, name, windowOf(opening), opening.path)),
    visit: (opening = {}) => keep(openVisitor(browser, origin, windowOf(opening), opening.path)),
  };
}

async function closeAll(opened: readonly Visitor[]): Promise<void> {
  await Promise.all(opened.map((visitor) => visitor.close()));
}
