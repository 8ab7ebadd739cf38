import type { LiveEvent } from '@sterling/contract/events.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { everyMs } from './connection.ts';
import { followEvents } from './follow-events.ts';
import { ALL_TOPICS, readAnew } from './stale.ts';

/** The browser's side of a stream, as a page sees it. */
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

  tells(...events: Partial<LiveEvent>[]) {
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

/** Something on the screen that is read anew when it is old. */
function show(...queryKey: string[]): void {
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
  show('landing');
  await vi.advanceTimersByTimeAsync(0);
  stop = followEvents(client, (event) => heard.push(event));
  last().onopen?.();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page that is told of changes', () => {
  test('reads anew what has changed, and nothing else', async () => {
    last().tells({ topic: 'wallet' });
    await vi.advanceTimersByTimeAsync(10);
    expect(read).toEqual({ 'orders buyer': 0, 'wallet buyer newest': 1, market: 0, landing: 0 });
    expect(heard).toEqual([{ topic: 'wallet', id: null, state: null }]);
  });

  test('reads once a second however much is told, and the last of it', async () => {
    for (let told = 0; told < 29; told += 1) {
      last().tells({ topic: 'orders', id: String(told) }, { topic: 'wallet' });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(read.market).toBe(3);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(read.market).toBe(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read.market).toBe(4);
  });

  test('looks by itself while the connection is lost, and catches up when it is back', async () => {
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

  test('comes back after a refusal, which a browser does not', async () => {
    last().breaks(FakeSource.CLOSED);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(FakeSource.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSource.opened).toHaveLength(2);
  });

  test('gives its connection back when nobody has seen it for a while, and catches up when it is seen', async () => {
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

  test('keeps its connection when it is visible again, though it was refused while hidden', async () => {
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

  test('is told by the server that something was missed', async () => {
    last().dispatchEvent(new Event('missed'));
    await vi.advanceTimersByTimeAsync(10);
    expect(read['wallet buyer newest']).toBe(1);
  });

  test('ignores what it does not understand', async () => {
    last().onmessage?.({ data: '[{"topic":"weather"}]' });
    await vi.advanceTimersByTimeAsync(10);
    expect(heard).toEqual([]);
  });
});

test('what overlaps is read once', async () => {
  readAnew(client, ALL_TOPICS);
  await vi.advanceTimersByTimeAsync(10);
  expect(read).toMatchObject({ 'orders buyer': 1, market: 1, landing: 0 });
});

test('an answer that is the same draws nothing', async () => {
  const draws: unknown[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['orders', 'same'],
    queryFn: () => ({ rows: [{ id: '1' }] }),
    notifyOnChangeProps: ['data', 'error'],
  });
  const end = observer.subscribe(({ data }) => draws.push(data));
  await vi.advanceTimersByTimeAsync(10);
  last().tells({ topic: 'orders' });
  await vi.advanceTimersByTimeAsync(10);
  expect(draws).toEqual([{ rows: [{ id: '1' }] }]);
  end();
});
