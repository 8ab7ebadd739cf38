import type { Page, Route } from '@playwright/test';
import { expectToast } from './toasts.ts';

/**
 * Replaces the server's answers to a page's requests for `url` until the returned function is called. A number is the status of
 * an empty answer. The route stays after the end and lets requests through: when a page's last route is removed, requests of
 * the same moment may never get an answer.
 */
export async function replaceAnswers(
  page: Page,
  url: string,
  answer: number | ((route: Route) => unknown),
): Promise<() => void> {
  let isOver = false;
  await page.route(url, (route) => {
    if (isOver) return route.fallback();
    return typeof answer === 'number' ? route.fulfill({ status: answer, json: {} }) : answer(route);
  });
  return () => {
    isOver = true;
  };
}

/** The call gets no answer. */
export const NO_ANSWER = 'no answer';
/** What the server answers after a bug. */
export const SERVER_ERROR = { status: 500, json: { message: 'Server error', code: 'server_error' } };

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

interface FailedCall {
  readonly page: Page;
  readonly call: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;
  readonly answer: typeof NO_ANSWER | Answer;
  /** Makes the call in the page. */
  readonly act: () => Promise<void>;
  /** Title and text of the expected toast. */
  readonly title: string;
  readonly text?: string | RegExp;
}

/** Replaces the server's answer to one call, makes the call, and expects a toast. */
export async function expectFailure({ page, call, answer, act, title, text }: FailedCall): Promise<void> {
  const [method, path] = call.split(' ') as [string, string];
  const restore = await replaceAnswers(page, `**/api/${path}`, (route) => {
    if (route.request().method() !== method) return route.fallback();
    return answer === NO_ANSWER ? route.abort() : route.fulfill(answer as Answer);
  });
  await act();
  await expectToast(page, title, ...(text ? [text] : []));
  restore();
}
