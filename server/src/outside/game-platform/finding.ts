import { robux } from '@sterling/contract/money.ts';
import * as z from 'zod/mini';
import { type FoundPass, GameTrouble, type PassOwner, type PassSearch } from '../game-platform.ts';
import { OutsideName } from '../outside-name.ts';
import type { Call, Caller } from './call.ts';
import { GameId } from './reading.ts';
import { limitedReader, PAGE_SIZE, pages, passesOfUniverse } from './searching.ts';

const Person = z.object({ id: GameId, name: OutsideName });
const People = z.object({ data: z.array(Person) });
const UniverseOfPlace = z.object({ universeId: z.optional(z.nullable(GameId)) });

const Listed = {
  name: OutsideName,
  isForSale: z.boolean(),
  price: z.optional(z.nullable(z.number().check(z.int(), z.nonnegative()))),
  creator: z.object({ name: OutsideName }),
};
const PassesOfUser = z.object({ gamePasses: z.array(z.object({ gamePassId: GameId, ...Listed })) });
const PassesOfUniverse = z.object({
  gamePasses: z.array(z.object({ id: GameId, ...Listed })),
  nextPageToken: z.optional(z.nullable(z.string())),
});

const LIMITS = { calls: 5, milliseconds: 5_000, pauseMs: 100 };

type Read = ReturnType<typeof limitedReader>;

interface Page {
  readonly items: FoundPass[];
  readonly next: string | null | undefined;
}

/** An owner that exists, and how to read a page of their passes. Null: the limits are reached. */
interface Source {
  readonly name: string | null;
  page(cursor: string): Promise<Page | null>;
}

/** Lists the passes of a user or an experience, with at most 5 calls in 5 seconds. Null if the owner does not exist. */
export async function findPasses(caller: Caller, owner: PassOwner): Promise<PassSearch | null> {
  const read = limitedReader(caller, LIMITS);
  const source = await sourceOf(read, owner);
  if (!source) return null;
  const passes: FoundPass[] = [];
  let isComplete = false;
  const listed = pages<FoundPass>(async (cursor) => {
    const page = await source.page(cursor);
    isComplete = page !== null && !page.next;
    return page;
  });
  for await (const pass of listed) passes.push(pass);
  return { owner: source.name, passes, isComplete };
}

async function sourceOf(read: Read, owner: PassOwner): Promise<Source | null> {
  switch (owner.kind) {
    case 'user': {
      const body = {
        type: 'application/json',
        text: JSON.stringify({ usernames: [owner.id], excludeBannedUsers: true }),
      };
      const people = await lookUp(
        read,
        { host: 'users', path: '/v1/usernames/users', method: 'POST', body },
        People,
      );
      const person = people?.data[0];
      return person ? ofUser(read, person) : null;
    }
    case 'user-id': {
      const person = await lookUp(read, { host: 'users', path: `/v1/users/${owner.id}` }, Person);
      return person ? ofUser(read, person) : null;
    }
    case 'place': {
      const path = `/universes/v1/places/${owner.id}/universe`;
      const universeId = (await lookUp(read, { host: 'apis', path }, UniverseOfPlace))?.universeId;
      return universeId ? ofUniverse(read, universeId) : null;
    }
    case 'universe':
      return ofUniverse(read, owner.id);
  }
}

/** The answer, or null if Roblox does not know what was asked about. Without an answer, the search fails. */
async function lookUp<Schema extends z.ZodMiniType>(
  read: Read,
  call: Call,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    const answer = await read(call, schema);
    if (answer !== null) return answer;
  } catch (error) {
    if (error instanceof GameTrouble && error.trouble.kind === 'not_found') return null;
    throw error;
  }
  throw new GameTrouble({ kind: 'unavailable' }, `${call.path} took too long`);
}

const ofUser = (read: Read, { id: userId, name }: z.output<typeof Person>): Source => ({
  name,
  page: async (cursor) => {
    const path = `/game-passes/v1/users/${userId}/game-passes?count=${PAGE_SIZE}&exclusiveStartId=${cursor}`;
    const page = await read({ host: 'apis', path }, PassesOfUser);
    if (!page) return null;
    const items = page.gamePasses.map(({ gamePassId, ...pass }) => foundPass(gamePassId, pass));
    return { items, next: items.length === PAGE_SIZE ? items.at(-1)!.id : null };
  },
});

const ofUniverse = (read: Read, universeId: string): Source => ({
  name: null,
  page: async (cursor) => {
    const page = await read(passesOfUniverse(universeId, cursor), PassesOfUniverse);
    return (
      page && {
        items: page.gamePasses.map(({ id, ...pass }) => foundPass(id, pass)),
        next: page.nextPageToken,
      }
    );
  },
});

type ListedPass = z.output<z.ZodMiniObject<typeof Listed>>;

function foundPass(id: string, { name, isForSale, price, creator }: ListedPass): FoundPass {
  return {
    id,
    name,
    creatorName: creator.name,
    priceRobux: isForSale && price != null ? robux(price) : null,
  };
}
