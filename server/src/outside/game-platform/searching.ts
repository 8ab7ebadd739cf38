import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { GameTrouble } from '../game-platform.ts';
import type { Call, Caller } from './call.ts';

interface Limits {
  readonly calls: number;
  readonly milliseconds: number;
  /** Before each call but the first. */
  readonly pauseMs: number;
}

/** Reads until calls or time are used up, then returns null without a pause. */
export function limitedReader({ read }: Caller, { calls: maxCalls, milliseconds, pauseMs }: Limits) {
  const endsAt = performance.now() + milliseconds;
  let calls = 0;
  const isOver = () => calls >= maxCalls || performance.now() >= endsAt;
  return async <Schema extends z.ZodMiniType>(
    call: Call,
    schema: Schema,
  ): Promise<z.output<Schema> | null> => {
    if (isOver()) return null;
    if (calls > 0) await sleep(pauseMs);
    if (isOver()) return null;
    calls += 1;
    try {
      return await read({ ...call, timeoutMs: Math.ceil(endsAt - performance.now()) }, schema);
    } catch (error) {
      if (error instanceof GameTrouble && performance.now() >= endsAt) return null;
      throw error;
    }
  };
}

/** All items of pages that end with the address of the next one. A page of null ends the list early. */
export async function* pages<Item>(
  readPage: (cursor: string) => Promise<{ items: Item[]; next?: string | null | undefined } | null>,
): AsyncGenerator<Item> {
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await readPage(cursor);
    if (!page) return;
    yield* page.items;
    cursor = page.next ? encodeURIComponent(page.next) : null;
  }
}

export const PAGE_SIZE = 100;

/** The call for one page of the gamepasses of an experience. */
export const passesOfUniverse = (universeId: string, cursor: string): Call => ({
  host: 'apis',
  path: `/game-passes/v1/universes/${universeId}/game-passes?passView=Full&pageSize=${PAGE_SIZE}&pageToken=${cursor}`,
});
