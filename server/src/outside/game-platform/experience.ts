import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Experience, GameTrouble } from '../game-platform.ts';
import type { Call, Caller } from './call.ts';
import { GameId } from './reading.ts';

const Games = z.object({
  data: z.array(z.object({ id: GameId, rootPlace: z.optional(z.nullable(z.object({ id: GameId }))) })),
  nextPageCursor: z.optional(z.nullable(z.string())),
});
const PassesOfUniverse = z.object({
  gamePasses: z.array(z.object({ id: GameId })),
  nextPageToken: z.optional(z.nullable(z.string())),
});

const MAX_CALLS = 20;
const MAX_MS = 10_000;
const PAUSE_MS = 150;

/**
 * Searches a user's public experiences for a gamepass, with at most 20 calls in 10 seconds and a pause before each call.
 * Null also means that the search ended before it saw all experiences.
 */
export async function findExperience(
  caller: Caller,
  userId: string,
  passId: string,
): Promise<Experience | null> {
  const read = limitedReader(caller);
  const games = pages(async (cursor) => {
    const path = `/v2/users/${userId}/games?accessFilter=2&limit=50&cursor=${cursor}`;
    const page = await read({ host: 'games', path }, Games);
    return page && { items: page.data, next: page.nextPageCursor };
  });
  for await (const { id: universeId, rootPlace } of games) {
    const passes = pages(async (cursor) => {
      const path = `/game-passes/v1/universes/${universeId}/game-passes?passView=Full&pageSize=100&pageToken=${cursor}`;
      const page = await read({ host: 'apis', path }, PassesOfUniverse);
      return page && { items: page.gamePasses, next: page.nextPageToken };
    });
    for await (const { id } of passes) {
      if (id === passId) return { universeId, placeId: rootPlace?.id ?? null };
    }
  }
  return null;
}

/** Reads until calls or time are used up, then returns null without a pause. */
function limitedReader({ read }: Caller) {
  const endsAt = Date.now() + MAX_MS;
  let calls = 0;
  const isOver = () => calls >= MAX_CALLS || Date.now() >= endsAt;
  return async <Schema extends z.ZodMiniType>(
    call: Call,
    schema: Schema,
  ): Promise<z.output<Schema> | null> => {
    if (isOver()) return null;
    if (calls > 0) await sleep(PAUSE_MS);
    if (isOver()) return null;
    calls += 1;
    try {
      return await read({ ...call, timeoutMs: endsAt - Date.now() }, schema);
    } catch (error) {
      if (error instanceof GameTrouble && Date.now() >= endsAt) return null;
      throw error;
    }
  };
}

async function* pages<Item>(
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
