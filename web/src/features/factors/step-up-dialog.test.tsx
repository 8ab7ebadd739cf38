import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { askCheck } from './step-up-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

test('access 3: a check whose options could not be read offers Retry', async () => {
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return asked === 1
      ? Response.json({ code: 'service_unavailable', message: 'No' }, { status: 503 })
      : Response.json({ passkey: null, totp: true, recoveryCodes: true });
  });
  const check = askCheck();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByLabelText('Code from your authenticator app')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await check).toBe(false);
});

test('access 3: a code whose answer comes after the check was closed is no error', async () => {
  let answer: () => void = () => undefined;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/options')) return Response.json({ passkey: null, totp: true, recoveryCodes: true });
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return Response.json({ checkedUntil: '2026-11-28T12:00:00Z' });
  });
  const failures: unknown[] = [];
  const note = ({ reason }: PromiseRejectionEvent) => failures.push(reason);
  window.addEventListener('unhandledrejection', note);
  const check = askCheck();
  await page.getByLabelText('Code from your authenticator app').fill('123456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await userEvent.keyboard('{Escape}');
  expect(await check).toBe(false);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 400));
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  window.removeEventListener('unhandledrejection', note);
  expect(failures).toEqual([]);
});
