import type { Status } from '@sterling/contract/platform.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { Banners } from './banners.tsx';
import { platformStatusQuery } from './queries.ts';

const STATUS: Status = {
  mode: 'production',
  maintenance: true,
  stopped: false,
  marketplaceFeePercent: 5,
  manualDeadlineMinutes: 30,
  publishesReserves: false,
};
const announced = (text: string, until: Date | null = null): Status => ({
  ...STATUS,
  announcement: { text, until },
});

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

function showBanners(text: string, until: Date | null = null) {
  const client = createQueryClient(() => undefined);
  client.setQueryData(platformStatusQuery.queryKey, announced(text, until));
  const banners = (
    <QueryClientProvider client={client}>
      <Banners />
    </QueryClientProvider>
  );
  return { client, screen: render(banners) };
}

test('an announcement stays dismissed in this browser until its text changes, and maintenance stays', async () => {
  const first = await showBanners('Withdrawals take longer today').screen;
  await first.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(first.getByText('Withdrawals take longer today')).not.toBeInTheDocument();
  await expect.element(first.getByText(/^Maintenance in progress/)).toBeVisible();
  await first.unmount();

  const { client, screen } = showBanners('Withdrawals take longer today');
  const later = await screen;
  await expect.element(later.getByText(/^Maintenance in progress/)).toBeVisible();
  await expect.element(later.getByText('Withdrawals take longer today')).not.toBeInTheDocument();
  client.setQueryData(platformStatusQuery.queryKey, announced('Withdrawals are fast again'));
  await expect.element(later.getByText('Withdrawals are fast again')).toBeVisible();
});

test('an announcement goes at its end', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const screen = await showBanners('Back in an hour', new Date(Date.now() + 3_600_000)).screen;
  await expect.element(screen.getByText('Back in an hour')).toBeVisible();
  vi.advanceTimersByTime(3_610_000);
  await expect.element(screen.getByText('Back in an hour')).not.toBeInTheDocument();
});
