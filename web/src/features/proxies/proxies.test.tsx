import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { proxyFiguresQuery } from './proxies.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['sees that a proxy fails', { total: 2, active: 2, failing: 0, inUse: 1 }, 1],
  ['sees a new proxy tested within seconds', { total: 2, active: 1, failing: 0, inUse: 1 }, 5],
])('a page that stays open %s', async (_what, figures, fewer) => {
  vi.useFakeTimers();
  const fetch = vi.fn(async () => Response.json(figures));
  vi.stubGlobal('fetch', fetch);
  const hide = new QueryObserver(new QueryClient(), proxyFiguresQuery).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(61_000);
  hide();
  expect(fetch.mock.calls.length).toBeGreaterThan(fewer);
});
