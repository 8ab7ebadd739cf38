import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import ReportPage from './report-page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test('after a report is sent, the page has the focus, so that it is read from its start', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ id: '01a21a2a-86c5-7a97-94c6-54103d7c0ef8', code: 'STERLING-1' }, { status: 201 }),
  );
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <ReportPage />
    </QueryClientProvider>,
  );
  await screen.getByLabelText('Roblox username').fill('Builder');
  await screen.getByLabelText('How can we reach you?').fill('builder@example.com');
  await screen.getByLabelText('What happened?').fill('I did not add it');
  await screen.getByRole('button', { name: 'Send report' }).click();
  await expect.element(screen.getByText('Report received.')).toBeVisible();
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('a report that is not sent is there again after the page was left, and not after it was sent', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ id: '01a21a2a-86c5-7a97-94c6-54103d7c0ef8', code: 'STERLING-1' }, { status: 201 }),
  );
  const page = () => (
    <QueryClientProvider client={new QueryClient()}>
      <ReportPage />
    </QueryClientProvider>
  );
  const screen = await render(page());
  await screen.getByLabelText('Roblox username').fill('Builder');
  await screen.getByLabelText('What happened?').fill('I did not add it');
  await screen.unmount();

  const again = await render(page());
  await expect.element(again.getByLabelText('Roblox username')).toHaveValue('Builder');
  await again.getByLabelText('How can we reach you?').fill('builder@example.com');
  await again.getByRole('button', { name: 'Send report' }).click();
  await again.getByRole('button', { name: 'Report another account' }).click();
  await expect.element(again.getByLabelText('Roblox username')).toHaveValue('');
  await expect.element(again.getByLabelText('What happened?')).toHaveValue('');
});
