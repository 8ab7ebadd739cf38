import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
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
