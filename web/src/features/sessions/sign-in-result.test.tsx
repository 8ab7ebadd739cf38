import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { currentToast, dismissToast } from '../../kit/ui/toast.ts';
import { useSignInResult } from './session.tsx';

function Page() {
  useSignInResult();
  return <h1>Dashboard</h1>;
}

const here = window.location.href;
afterEach(() => {
  history.replaceState(null, '', here);
  dismissToast(currentToast()?.id ?? 0);
});

/** Opens a page with these parameters. They are removed as soon as they have been read. */
async function open(parameters: string) {
  history.replaceState(null, '', `/dashboard?${parameters}&section=wallet`);
  await render(<Page />);
  await expect.poll(() => window.location.search).toBe('?section=wallet');
  await import('./session-texts.ts');
}

test.each([
  ['done=avatar', 'Avatar updated'],
  ['error=access_denied', 'Sign-in cancelled'],
  ['error=an_error_of_a_newer_server', 'Sign-in failed'],
  ['error=avatar', 'Sign-in failed'],
  ['error=constructor', 'Sign-in failed'],
])('%s shows "%s"', async (parameters, title) => {
  await open(parameters);
  await expect.poll(() => currentToast()?.title).toBe(title);
});

test.each(['done=unknown', 'done=banned', 'done=constructor'])('%s shows nothing', async (parameters) => {
  await open(parameters);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(currentToast()).toBeNull();
});
