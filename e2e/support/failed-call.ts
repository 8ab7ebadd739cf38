import type { Page } from '@playwright/test';
import { replaceAnswers } from './replaced-answers.ts';
import { expectToast } from './toasts.ts';

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
