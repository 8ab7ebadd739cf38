import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './call.ts';
import { PLATFORM_STATUS_KEY } from './changes.ts';
import { createQueryClient } from './query-client.ts';

const macrotask = () => new Promise((resolve) => setTimeout(resolve));
const closed = async () => {
  await macrotask();
  throw new ApiError(503, { message: 'Service unavailable', code: 'service_unavailable' });
};

let leave: () => void;
afterEach(() => leave());

test('S8.05 any 503 answer refetches the platform status, but a failing status request does not repeat itself', async () => {
  const client = createQueryClient(() => undefined);
  const status = vi.fn(closed);
  const shell = new QueryObserver(client, { queryKey: PLATFORM_STATUS_KEY, queryFn: status });
  leave = shell.subscribe(() => undefined);
  await vi.waitFor(() => expect(shell.getCurrentResult().isError).toBe(true));
  for (let turns = 0; turns < 20; turns += 1) await macrotask();
  expect(status).toHaveBeenCalledTimes(1);

  await client.fetchQuery({ queryKey: ['something'], queryFn: closed }).catch(() => undefined);
  await vi.waitFor(() => expect(status).toHaveBeenCalledTimes(2));
});

test('a failed write refetches what it may have changed and says why, by a title that may depend on the failure', async () => {
  const shown = vi.fn();
  const client = createQueryClient(shown);
  const reads = vi.fn(async () => 'read');
  const list = new QueryObserver(client, { queryKey: ['proxies', 'page'], queryFn: reads });
  leave = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(1));
  const write = (changes: readonly ['proxies'] | 'all') =>
    new MutationObserver(client, {
      mutationFn: async (_enabled: boolean) => {
        throw new ApiError(409, { message: 'This proxy is in use', code: 'proxy_in_use' });
      },
      meta: { changes, failed: (_error, enabled) => (enabled ? 'Stop Failed' : 'Lift failed') },
    });
  await expect(write(['proxies']).mutate(true)).rejects.toBeInstanceOf(ApiError);
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
  expect(shown).toHaveBeenLastCalledWith({ title: 'Stop Failed', description: 'This proxy is in use' });
  await expect(write('all').mutate(false)).rejects.toBeInstanceOf(ApiError);
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(3));
  expect(shown).toHaveBeenLastCalledWith({ title: 'Lift failed', description: 'This proxy is in use' });
});
