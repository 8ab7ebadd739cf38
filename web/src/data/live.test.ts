import type { LiveEvent } from '@sterling/contract/events.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Noun } from './changes.ts';
import { ALL_TOPICS, everyMs, followEvents, refetchTopics } from './live.ts';

/** A fake EventSource, because Node has none and tests must break the connection. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;

  constructor() {
    super();
    FakeSource.opened.push(this);
  }

  sends(...events: Partial<LiveEvent>[]) {
    this.onmessage?.({ data: JSON.stringify(events.map((event) => ({ id: null, state: null, ...event }))) });
  }

  breaks(readyState: number) {
    this.readyState = readyState;
    this.onerror?.();
  }

  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

const page = Object.assign(new EventTarget(), { hidden: false });
const last = () => FakeSource.opened.at(-1)!;
let client: QueryClient;
let read: Record<string, number>;
let heard: LiveEvent[];
let stop: () => void;

/** Renders a query that refetches when it is stale. */
function show(...queryKey: [Noun, ...string[]]): void {
  const name = queryKey.join(' ');
  read[name] = -1;
  const queryFn = () => {
    read[name]! += 1;
    return { same: true };
  };
  new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  );
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', page);
  [FakeSource.opened, page.hidden, read, heard] = [[], false, {}, []];
  client = new QueryClient();
  show('orders', 'buyer');
  show('wallet', 'buyer', 'newest');
  show('market');
  show('reserves');
  await vi.advanceTimersByTimeAsync(0);
  stop = followEvents(client, (event) => heard.push(event));
  last().onopen?.();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page with a live event stream', () => {
  test('refetches what has changed, and nothing else', async () => {
    last().sends({ topic: 'wallet' });
    await vi.advanceTimersByTimeAsync(10);
    expect(read).toEqual({ 'orders buyer': 0, 'wallet buyer newest': 1, market: 0, reserves: 0 });
    expect(heard).toEqual([{ topic: 'wallet', id: null, state: null }]);
  });

  test.each<[topic: LiveEvent['topic'], key: [Noun, ...string[]]]>([
    ['roblox-accounts', ['stats', 'week', 'seller']],
    ['pre-orders', ['stats', 'week', 'buyer']],
    ['proxies', ['roblox-accounts', 'page']],
    ['roblox-accounts', ['proxies', 'figures']],
    ['affiliate', ['wallet', 'seller']],
    ['affiliate', ['history', 'seller']],
    ['api-credentials', ['api-credentials']],
    ['sessions', ['sessions']],
    ['factors', ['factors', 'own']],
  ])('a change of %s refetches %j', async (topic, key) => {
    show(...key);
    await vi.advanceTimersByTimeAsync(10);
    last().sends({ topic });
    await vi.advanceTimersByTimeAsync(10);
    expect(read[key.join(' ')]).toBe(1);
  });

  test('refetches at most once a second, and never misses the last event', async () => {
    for (let sent = 0; sent < 29; sent += 1) {
      last().sends({ topic: 'orders', id: String(sent) }, { topic: 'wallet' });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(read.market).toBe(3);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(read.market).toBe(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read.market).toBe(4);
  });

  test('polls while the connection is lost, and refetches when it is back', async () => {
    expect(everyMs(1_500, 15_000)).toBe(15_000);
    last().breaks(0);
    last().breaks(0);
    expect(everyMs(1_500, 15_000)).toBe(1_500);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read['orders buyer']).toBe(1);
    last().onopen?.();
    expect(everyMs(1_500)).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read['orders buyer']).toBe(2);
    expect(FakeSource.opened).toHaveLength(1);
  });

  test('reconnects after a refusal, which a browser does not do', async () => {
    last().breaks(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(FakeSource.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSource.opened).toHaveLength(2);
  });

  test('reads the inbox again with each refused connection, because nothing else polls it', async () => {
    show('inbox', '1');
    await vi.advanceTimersByTimeAsync(10);
    for (let tries = 0; tries < 3; tries += 1) {
      last().breaks(FakeSource.CLOSED);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(read['inbox 1']).toBe(3);
    expect(read['orders buyer']).toBe(1);
  });

  test('opens a new connection after the device has slept', async () => {
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSource.opened).toHaveLength(2);
    expect(FakeSource.opened[0]!.readyState).toBe(FakeSource.CLOSED);
    last().onopen?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read['orders buyer']).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSource.opened).toHaveLength(2);
  });

  test('closes its connection after 30 s in the background, and refetches when it is visible again', async () => {
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(last().readyState).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last().readyState).toBe(FakeSource.CLOSED);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(FakeSource.opened).toHaveLength(2);
    last().onopen?.();
    await vi.advanceTimersByTimeAsync(10);
    expect(read.market).toBe(1);
  });

  test('stays connected when a connection was refused while the page was hidden', async () => {
    const hide = (hidden: boolean) => {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    hide(true);
    await vi.advanceTimersByTimeAsync(25_000);
    last().breaks(FakeSource.CLOSED);
    hide(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSource.opened).toHaveLength(2);
    expect(last().readyState).toBe(0);
  });

  test('refetches everything when the server reports missed events', async () => {
    last().dispatchEvent(new Event('missed'));
    await vi.advanceTimersByTimeAsync(10);
    expect(read['wallet buyer newest']).toBe(1);
  });

  test('ignores unknown events, which a newer server may send, and none beside them', async () => {
    last().sends({ topic: 'weather' as never }, { topic: 'wallet' });
    await vi.advanceTimersByTimeAsync(10);
    expect(heard).toEqual([{ topic: 'wallet', id: null, state: null }]);
  });
});

test('overlapping query keys are refetched once', async () => {
  void refetchTopics(client, ALL_TOPICS);
  await vi.advanceTimersByTimeAsync(10);
  expect(read).toMatchObject({ 'orders buyer': 1, market: 1, reserves: 0 });
});

test('an equal answer does not render again', async () => {
  const draws: unknown[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['orders', 'same'],
    queryFn: () => ({ rows: [{ id: '1' }] }),
    notifyOnChangeProps: ['data', 'error'],
  });
  const end = observer.subscribe(({ data }) => draws.push(data));
  await vi.advanceTimersByTimeAsync(10);
  last().sends({ topic: 'orders' });
  await vi.advanceTimersByTimeAsync(10);
  expect(draws).toEqual([{ rows: [{ id: '1' }] }]);
  end();
});
