import type { Page } from 'playwright-core';
import { said } from './toasts.ts';

/** No answer at all. */
export const OFF = 'the network';
export const BROKEN = { status: 500, json: { message: 'Boom', code: 'internal' } };

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

interface Refused {
  readonly page: Page;
  readonly call: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;
  readonly answer: typeof OFF | Answer;
  readonly act: () => Promise<void>;
  readonly title: string;
  readonly text?: string | RegExp;
}

/** Does something whose call is answered so in the server's place, and waits for what is said of it. */
export async function refused({ page, call, answer, act, title, text }: Refused): Promise<void> {
  const [method, path] = call.split(' ') as [string, string];
  await page.route(`**/api/${path}`, (route) => {
    if (route.request().method() !== method) return route.fallback();
    return answer === OFF ? route.abort() : route.fulfill(answer as Answer);
  });
  await act();
  await said(page, title, ...(text ? [text] : []));
  await page.unroute(`**/api/${path}`);
}

/** Presses the first button of that name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();
