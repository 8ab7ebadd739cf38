import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import type { proxies } from '@sterling/contract/proxies.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { proxyFiguresQuery } from './proxies.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that stays open sees that a proxy fails', async () => {
  const { page } = openPage([
    { total: 2, active: 2, failing: 0, inUse: 1 },
    { total: 2, active: 1, failing: 1, inUse: 1 },
  ]);
  await vi.waitFor(() => expect(page.getCurrentResult().data?.failing).toBe(0));
  await vi.advanceTimersByTimeAsync(61_000);
  await vi.waitFor(() => expect(page.getCurrentResult().data).toMatchObject({ active: 1, failing: 1 }));
});

test('a page that stays open sees a new proxy tested within seconds', async () => {
  const { fetch } = openPage([{ total: 2, active: 1, failing: 0, inUse: 1 }]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(fetch.mock.calls.length).toBeGreaterThan(5);
});

/** Opens a page that reads the figures. The server repeats its last answer. */
function openPage(answers: readonly ReplyOf<typeof proxies.figures>[]) {
  vi.useFakeTimers();
  const fetch = vi.fn(async () =>
    Response.json(answers[Math.min(fetch.mock.calls.length, answers.length) - 1]),
  );
  vi.stubGlobal('fetch', fetch);
  const page = new QueryObserver(new QueryClient(), proxyFiguresQuery);
  onTestFinished(page.subscribe(() => undefined));
  return { page, fetch };
}
