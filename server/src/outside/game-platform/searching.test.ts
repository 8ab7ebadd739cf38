import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { limitedReader } from './searching.ts';

afterEach(() => vi.useRealTimers());

test('rare day 11: a clock that is set back does not make a search longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const read = vi.fn(async () => null);
  const next = limitedReader({ read } as never, { calls: 2, milliseconds: 5_000, pauseMs: 0 });
  vi.setSystemTime(Date.now() - 86_400_000);
  await next({} as Call, z.null());
  const [{ timeoutMs }] = read.mock.calls[0] as unknown as [{ timeoutMs: number }];
  expect(timeoutMs).toBeLessThanOrEqual(5_000);
  // a timer of a request takes no fraction
  expect(timeoutMs).toBe(Math.round(timeoutMs));
});
