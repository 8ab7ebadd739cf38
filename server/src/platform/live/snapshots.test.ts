import { setTimeout as sleep } from 'node:timers/promises';
import { currentLanguage } from '@sterling/contract/texts.ts';
import pino from 'pino';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { refuse } from '../../refusal.ts';
import { inLanguage } from '../language.ts';
import type { Change, Changes, Watcher } from './changes.ts';
import { type CachedAnswer, openSnapshots, type Snapshots } from './snapshots.ts';

/** Snapshots of a fake market that counts its reads and sends change events only on command. */
let watcher: Watcher;
let snapshots: Snapshots;
let stock: number;
let reads: number;
let inProgress: number;
let maxConcurrent: number;
let readMs: number;
let isDown: boolean;
let isRefused: boolean;
let cached: CachedAnswer;

beforeEach(() => {
  const changes: Changes = {
    watch: (one) => {
      watcher = one;
    },
    isConnected: () => true,
  };
  snapshots = openSnapshots(changes, pino({ level: 'silent' }));
  [stock, reads, inProgress, maxConcurrent, readMs, isDown] = [0, 0, 0, 0, 1, false];
  cached = snapshots.cache('market', ['orders'], async () => {
    reads += 1;
    inProgress += 1;
    maxConcurrent = Math.max(maxConcurrent, inProgress);
    const value = { stock };
    await sleep(readMs);
    inProgress -= 1;
    if (isDown) throw new Error('no database');
    return { value };
  });
});

const shown = async () => JSON.parse((await cached.now()).body.toString()).stock as number;
const announce = (topic: Change['topic'] = 'orders') =>
  watcher.changed({ topic, id: null, state: null, people: [] });

// these tests measure time, so a busy machine may need a retry
describe('a snapshot', { retry: 2 }, () => {
  test('is read once for all requests', async () => {
    await Promise.all(Array.from({ length: 100 }, shown));
    for (let request = 0; request < 1_000; request += 1) await shown();
    expect(reads).toBe(1);
  });

  test('is rebuilt when its own topic changes, and requests then wait for the new one', async () => {
    expect(await shown()).toBe(0);
    stock = 1;
    announce('wallet');
    expect(await shown()).toBe(0);
    announce();
    expect(await shown()).toBe(1);
    expect(reads).toBe(2);
  });

  test('contains changes that happened while it was being read', async () => {
    await shown();
    readMs = 100;
    stock = 1;
    announce();
    await sleep(10);
    stock = 2;
    announce();
    const begun = performance.now();
    expect(await shown()).toBe(2);
    // the pause after a slow read delays later rebuilds, not this request
    expect(performance.now() - begun).toBeLessThan(500);
    expect(reads).toBe(3);
  });

  test('is rebuilt a few times for a thousand changes, never twice at the same time, and ends with the last change', async () => {
    readMs = 20;
    await shown();
    for (stock = 1; stock < 1_000; stock += 1) {
      announce();
      if (stock % 10 === 0) await sleep(1);
    }
    announce();
    await expect.poll(shown).toBe(1_000);
    expect(maxConcurrent).toBe(1);
    expect(reads).toBeLessThan(10);
  });

  test('is at most two seconds old even without change events', async () => {
    expect(await shown()).toBe(0);
    stock = 1;
    const begun = performance.now();
    while ((await shown()) === 0) await sleep(20);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('is not rebuilt without requests, and the first request afterwards gets a fresh one', async () => {
    expect(await shown()).toBe(0);
    await sleep(2_100);
    expect(reads).toBe(1);
    stock = 1;
    expect(await shown()).toBe(1);
  });

  test('is not read before the first request, not even in the first seconds of the process', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(5);
    announce('orders');
    await sleep(20);
    vi.restoreAllMocks();
    expect(reads).toBe(0);
  });

  test('bridges a short database outage, and fails during a longer one', async () => {
    expect(await shown()).toBe(0);
    isDown = true;
    await sleep(1_100);
    expect(await shown()).toBe(0);
    await sleep(1_000);
    await expect(cached.now()).rejects.toThrow('no database');
    isDown = false;
    stock = 1;
    await expect.poll(() => shown().catch(() => null)).toBe(1);
    expect(snapshots.figures()).toMatchObject([{ name: 'market', failures: 2 }]);
  });

  test('is dropped immediately when the answer becomes a refusal', async () => {
    isRefused = false;
    cached = snapshots.cache('price', ['prices'], async () =>
      isRefused ? refuse('service_unavailable') : { value: { stock } },
    );
    expect(await shown()).toBe(0);
    isRefused = true;
    announce('prices');
    await expect(cached.now()).rejects.toThrow('Service unavailable');
    await expect(shown()).rejects.toThrow('Service unavailable');
    isRefused = false;
    expect(await shown()).toBe(0);
    expect(snapshots.figures().find(({ name }) => name === 'price')).toMatchObject({ failures: 0 });
  });

  test('has an ETag that depends on the content only', async () => {
    const other = snapshots.cache('other', [], async () => ({ value: { stock } }));
    const [mine, others] = [await cached.now(), await other.now()];
    expect(mine.etag).toBe(others.etag);
    expect(mine.etag).toMatch(/^"[\w-]{22}"$/);
    stock = 1;
    announce();
    expect((await cached.now()).etag).not.toBe(mine.etag);
  });
});

test('S9.15 an answer for all readers is not in the language of the one who asked first', async () => {
  const languages = snapshots.share('languages', [], async () => currentLanguage());
  expect(await inLanguage('es', () => languages.now())).toBe('en');
});
