import * as z from 'zod/mini';
import type { Experience } from '../game-platform.ts';
import type { Caller } from './call.ts';
import { GameId } from './reading.ts';
import { limitedReader, pages, passesOfUniverse } from './searching.ts';

const Games = z.object({
  data: z.array(z.object({ id: GameId, rootPlace: z.optional(z.nullable(z.object({ id: GameId }))) })),
  nextPageCursor: z.optional(z.nullable(z.string())),
});
const PassesOfUniverse = z.object({
  gamePasses: z.array(z.object({ id: GameId })),
  nextPageToken: z.optional(z.nullable(z.string())),
});

const LIMITS = { calls: 20, milliseconds: 10_000, pauseMs: 150 };

/**
 * Searches a user's public experiences for a gamepass, with at most 20 calls in 10 seconds and a pause before each call.
 * Null also means that the search ended before it saw all experiences.
 */
export async function findExperience(
  caller: Caller,
  userId: string,
  passId: string,
): Promise<Experience | null> {
  const read = limitedReader(caller, LIMITS);
  const games = pages(async (cursor) => {
    const path = `/v2/users/${userId}/games?accessFilter=2&limit=50&cursor=${cursor}`;
    const page = await read({ host: 'games', path }, Games);
    return page && { items: page.data, next: page.nextPageCursor };
  });
  for await (const { id: universeId, rootPlace } of games) {
    const passes = pages(async (cursor) => {
      const page = await read(passesOfUniverse(universeId, cursor), PassesOfUniverse);
      return page && { items: page.gamePasses, next: page.nextPageToken };
    });
    for await (const { id } of passes) {
      if (id === passId) return { universeId, placeId: rootPlace?.id ?? null };
    }
  }
  return null;
}
