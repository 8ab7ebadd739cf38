import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../refusal.ts';
import type { Change, Changes, Watcher } from './changes.ts';
import { type CachedAnswer, openSnapshots, type Snapshots } from './snapshots.ts';

/** Snapshots of a market that counts how often it is read, and says nothing unless it is told to. */
let watcher: Watcher;
let snapshots: Snapshots;
let stock: number;
let reads: number;
let underWay: number;
let mostAtOnce: number;
let readMs: number;
let isDown: boolean;
let isRefused: boolean;
let held: CachedAnswer;

beforeEach(() => {
  const changes: Changes = {
    watch: (one) => {
      watcher = one;
    },
    isConnected: () => true,
  };
  snapshots = openSnapshots(changes, pino({ level: 'silent' }));
  [stock, reads, underWay, mostAtOnce, readMs, isDown] = [0, 0, 0, 0, 1, false];
  held = snapshots.hold('market', ['orders'], async () => {
    reads += 1;
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    const value = { stock };
    await sleep(readMs);
    underWay -= 1;
    if (isDown) throw new Error('no database');
    return { value };
  });
});

const shown = async () => JSON.parse((await held.now()).body.toString()).stock as number;
const tell = (topic: Change['topic'] = 'orders') =>
  watcher.changed({ topic, id: null, state: null, people: [] });

// what it promises of time is told again when the machine took the time
describe('a snapshot', { retry: 2 }, () => {
  test('is read once for everyone who asks', async () => {
    await Promise.all(Array.from({ length: 100 }, shown));
    for (let asked = 0; asked < 1_000; asked += 1) await shown();
    expect(reads).toBe(1);
  });

  test('is read anew when its topic changes and not when another does, and anyone who asks then waits for it', async () => {
    expect(await shown()).toBe(0);
    stock = 1;
    tell('wallet');
    expect(await shown()).toBe(0);
    tell();
    expect(await shown()).toBe(1);
    expect(reads).toBe(2);
  });

  test('holds what changed while it was being read', async () => {
    await shown();
    readMs = 100;
    stock = 1;
    tell();
    await sleep(10);
    stock = 2;
    tell();
    const begun = performance.now();
    expect(await shown()).toBe(2);
    // a dear reading is paid for by later ones, not by who waits for this one
    expect(performance.now() - begun).toBeLessThan(500);
    expect(reads).toBe(3);
  });

  test('is read a few times for a thousand changes, never twice immediately, and ends with the last of them', async () => {
    readMs = 20;
    await shown();
    for (stock = 1; stock < 1_000; stock += 1) {
      tell();
      if (stock % 10 === 0) await sleep(1);
    }
    tell();
    await expect.poll(shown).toBe(1_000);
    expect(mostAtOnce).toBe(1);
    expect(reads).toBeLessThan(10);
  });

  test('is at most two seconds old though nobody says that something changed', async () => {
    expect(await shown()).toBe(0);
    stock = 1;
    const begun = performance.now();
    while ((await shown()) === 0) await sleep(20);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('costs nothing while nobody asks, and is never an old one for the first who does', async () => {
    expect(await shown()).toBe(0);
    await sleep(2_100);
    expect(reads).toBe(1);
    stock = 1;
    expect(await shown()).toBe(1);
  });

  test('bridges a database that is away for a moment, and says so when it is away for longer', async () => {
    expect(await shown()).toBe(0);
    isDown = true;
    await sleep(1_100);
    expect(await shown()).toBe(0);
    await sleep(1_000);
    await expect(held.now()).rejects.toThrow('no database');
    isDown = false;
    stock = 1;
    await expect.poll(() => shown().catch(() => null)).toBe(1);
    expect(snapshots.figures()).toMatchObject([{ name: 'market', failures: 2 }]);
  });

  test('goes immediately when there is none any longer', async () => {
    isRefused = false;
    held = snapshots.hold('price', ['prices'], async () =>
      isRefused ? refuse('service_unavailable') : { value: { stock } },
    );
    expect(await shown()).toBe(0);
    isRefused = true;
    tell('prices');
    await expect(held.now()).rejects.toThrow('Service unavailable');
    await expect(shown()).rejects.toThrow('Service unavailable');
    isRefused = false;
    expect(await shown()).toBe(0);
    expect(snapshots.figures().find(({ name }) => name === 'price')).toMatchObject({ failures: 0 });
  });

  test('has an ETag of its content alone', async () => {
    const other = snapshots.hold('other', [], async () => ({ value: { stock } }));
    const [mine, others] = [await held.now(), await other.now()];
    expect(mine.etag).toBe(others.etag);
    expect(mine.etag).toMatch(/^"[\w-]{22}"$/);
    stock = 1;
    tell();
    expect((await held.now()).etag).not.toBe(mine.etag);
  });
});
