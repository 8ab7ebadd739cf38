import type { LiveEvent } from '@sterling/contract/events.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Changes, Watcher } from './changes.ts';
import { openStreams, type Stream } from './streams.ts';

/** What streams write, with a fake clock. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const openFake = () => {
  let watcher!: Watcher;
  const changes: Changes = {
    watch: (one) => {
      watcher = one;
    },
    isConnected: () => true,
  };
  const streams = openStreams(changes, async (ids) => new Map(ids.map((id) => [id, { isStaff: false }])));
  const written: string[] = [];
  let isFull = false;
  const stream: Stream = {
    userId: 'nova',
    tokenHash: 'a1',
    isStaff: false,
    write: (text) => {
      written.push(text);
      return !isFull;
    },
    end: () => void written.push('end'),
  };
  streams.add(stream);
  const fill = () => {
    isFull = true;
  };
  return { streams, watcher, written, fill };
};
const change = (id: string) => ({ topic: 'orders', id, state: null, people: ['nova'] }) as const;

test('idle streams send heartbeats, so that proxies keep the connection open', () => {
  const { streams, written } = openFake();
  vi.advanceTimersByTime(30_000);
  expect(written).toEqual([':\n\n', ':\n\n']);
  streams.close();
  expect(written.at(-1)).toBe('end');
});

test('events are sent in batches without duplicates, and a large batch names only its topic', () => {
  const { streams, watcher, written } = openFake();
  for (const id of ['a', 'b', 'a']) watcher.changed(change(id));
  vi.advanceTimersByTime(100);
  expect(JSON.parse(written[0]!.slice('data: '.length)).map(({ id }: LiveEvent) => id)).toEqual(['a', 'b']);
  for (let n = 0; n < 1_000; n += 1) watcher.changed(change(String(n)));
  vi.advanceTimersByTime(100);
  expect(written).toHaveLength(2);
  const many = JSON.parse(written[1]!.slice('data: '.length)) as LiveEvent[];
  expect([many.length, many.at(-1)!.id]).toEqual([31, null]);
  streams.close();
});

test('many changes of the marketplace are one event every five seconds, and the last is never missed', () => {
  const { streams, watcher, written } = openFake();
  const change = { topic: 'marketplace', id: null, state: null, people: [] } as const;
  const sent = () => written.filter((text) => text.includes('marketplace')).length;
  watcher.changed(change);
  vi.advanceTimersByTime(100);
  expect(sent()).toBe(1);
  for (let n = 0; n < 49; n += 1) {
    watcher.changed(change);
    vi.advanceTimersByTime(100);
  }
  expect(sent()).toBe(1);
  vi.advanceTimersByTime(200);
  expect(sent()).toBe(2);
  vi.advanceTimersByTime(20_000);
  expect(sent()).toBe(2);
  streams.close();
});

test('a stream whose page does not read is closed', () => {
  const { streams, watcher, written, fill } = openFake();
  fill();
  watcher.changed(change('a'));
  vi.advanceTimersByTime(100);
  expect(written.at(-1)).toBe('end');
  watcher.changed(change('b'));
  vi.advanceTimersByTime(100);
  expect(written).toHaveLength(2);
  streams.close();
});
