import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../data/query-client.ts';
import ReportPage from './report-page.tsx';

const DAY_MS = 24 * 3_600_000;
const KEY = 'sterling.report';
const keepReport = (sentAt: number) =>
  localStorage.setItem(
    KEY,
    JSON.stringify({ id: 'r1', code: 'sterling-1234', robloxUsername: 'robin', sentAt }),
  );

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ReportPage />
    </QueryClientProvider>,
  );

test('a report waits for its proof, and is forgotten once proven', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true }));
  keepReport(Date.now() - DAY_MS / 2);
  const screen = await show();
  await expect.element(screen.getByText('sterling-1234')).toBeVisible();
  await screen.getByRole('button', { name: 'Verify' }).click();
  await expect.element(screen.getByText('robin is off sale')).toBeVisible();
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('the next day, a shared computer shows no report of the person before', async () => {
  keepReport(Date.now() - DAY_MS);
  const screen = await show();
  await expect.element(screen.getByLabelText('Roblox username')).toHaveValue('');
});
