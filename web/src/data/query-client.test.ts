import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, shownUser } from './call.ts';
import { CURRENT_USER_KEY, PLATFORM_STATUS_KEY } from './changes.ts';
import { createQueryClient, keepEqual } from './query-client.ts';

const macrotask = () => new Promise((resolve) => setTimeout(resolve));
const closed = async () => {
  await macrotask();
  throw new ApiError(503, { message: 'Service unavailable', code: 'service_unavailable' });
};

let leave = (): void => undefined;
afterEach(() => leave());

test('S8.05 any 503 answer refetches the platform status, but a failing status request does not repeat itself', async () => {
  const client = createQueryClient(() => undefined);
  const status = vi.fn(closed);
  const shell = new QueryObserver(client, { queryKey: PLATFORM_STATUS_KEY, queryFn: status });
  leave = shell.subscribe(() => undefined);
  await vi.waitFor(() => expect(shell.getCurrentResult().isError).toBe(true));
  for (let turns = 0; turns < 20; turns += 1) await macrotask();
  expect(status).toHaveBeenCalledTimes(1);

  await client.fetchQuery({ queryKey: ['market'], queryFn: closed }).catch(() => undefined);
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
  const why = { description: 'This proxy is in use', variant: 'destructive' };
  await expect(write(['proxies']).mutate(true)).rejects.toBeInstanceOf(ApiError);
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
  expect(shown).toHaveBeenLastCalledWith({ ...why, title: 'Stop Failed' });
  await expect(write('all').mutate(false)).rejects.toBeInstanceOf(ApiError);
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(3));
  expect(shown).toHaveBeenLastCalledWith({ ...why, title: 'Lift failed' });
});

test.each([
  [0, 'network_error'],
  [504, ''],
  [503, 'answer_lost'],
])(
  'a write with the answer %i %s may have happened, so it is not said to have failed',
  async (status, code) => {
    const shown = vi.fn();
    const write = new MutationObserver(createQueryClient(shown), {
      mutationFn: async () => {
        throw new ApiError(status, { message: '', code });
      },
      meta: { failed: 'Shutdown failed' },
    });
    await write.mutate().catch(() => undefined);
    expect(shown).toHaveBeenCalledWith({
      title: 'No answer',
      description: expect.stringContaining('It may have worked. Look before you try again.'),
      variant: 'destructive',
    });
  },
);

test('without a connection, a write fails immediately and does not start when the connection is back', async () => {
  const send = vi.fn(async () => {
    throw new TypeError('no connection');
  });
  onlineManager.setOnline(false);
  const pressed = new MutationObserver(
    createQueryClient(() => undefined),
    { mutationFn: send },
  ).mutate();
  const ended = await Promise.race([pressed.catch(() => 'failed'), macrotask().then(() => 'waiting')]);
  onlineManager.setOnline(true);
  expect(ended).toBe('failed');
  await macrotask();
  expect(send).toHaveBeenCalledTimes(1);
});

test('what the answer of a write replaces is read again only after a failure', async () => {
  const client = createQueryClient(() => undefined);
  const reads = vi.fn(async () => 'read');
  const list = new QueryObserver(client, { queryKey: ['webhooks'], queryFn: reads });
  leave = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(1));
  const write = (send: () => Promise<void>) =>
    new MutationObserver(client, { mutationFn: send, meta: { replaces: ['webhooks'] } }).mutate();
  await write(async () => undefined);
  await macrotask();
  expect(reads).toHaveBeenCalledTimes(1);
  await write(closed).catch(() => undefined);
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
});

const rows = (...ends: (string | null)[]) =>
  ends.map((end, id) => ({ id, at: new Date('2026-01-01'), end: end === null ? null : new Date(end) }));

test('an equal answer is the one before, and a changed one keeps its equal rows', () => {
  const before = { rows: rows('2026-01-02', '2026-01-03'), total: 2 };
  expect(keepEqual(before, structuredClone(before))).toBe(before);

  const now = { rows: rows('2026-01-02', '2026-01-04'), total: 2 };
  const kept = keepEqual(before, now) as typeof now;
  expect(kept).toEqual(now);
  expect(kept.rows[0]).toBe(before.rows[0]);
  expect(kept.rows[1]!.at).toBe(before.rows[1]!.at);
});

test.each([
  [[1], [1, 2]],
  [[1, 2], [1]],
  [{ a: undefined }, { b: undefined }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ 0: 1 }, [1]],
  [new Date('2026-01-01'), '2026-01-01T00:00:00.000Z'],
  [new Map([[1, 2]]), new Map([[1, 3]])],
  [undefined, null],
])('%j and %j differ', (before, now) => {
  expect(keepEqual(before, now)).toStrictEqual(now);
});

test('a query whose answer is equal does not render its rows again', async () => {
  const client = createQueryClient(() => undefined);
  const list = new QueryObserver(client, { queryKey: ['listings'], queryFn: async () => rows('2026-01-02') });
  const { data: first } = await list.refetch();
  const { data: second } = await list.refetch();
  expect(second).toBe(first);
});

test('when someone else signs in with this browser, no page keeps the data of the person before', async () => {
  const client = createQueryClient(() => undefined);
  let [person, mine] = ['nova', 'of nova'];
  const me = new QueryObserver<unknown>(client, {
    queryKey: CURRENT_USER_KEY,
    queryFn: async () => (person === '' ? null : { id: person }),
  });
  const shown = new QueryObserver(client, { queryKey: ['webhooks'], queryFn: async () => mine });
  leave = shown.subscribe(() => undefined);
  await me.refetch();
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('of nova'));
  client.setQueryData(['withdrawal-addresses'], 'of nova');
  const pause = Promise.withResolvers<string>();

  await me.refetch();
  expect(client.getQueryData(['withdrawal-addresses'])).toBe('of nova');
  person = '';
  await me.refetch();
  [person, mine] = ['nick', 'of nick'];
  shown.setOptions({ queryKey: ['webhooks'], queryFn: () => pause.promise });
  await me.refetch();
  expect(client.getQueryData(['withdrawal-addresses'])).toBe(undefined);
  expect(shown.getCurrentResult().data).toBe(undefined);
  pause.resolve('of nick');
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('of nick'));
  // the next call names the new person
  expect(shownUser.id).toBe('nick');
});
