import type { Selectable } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { pollPrices } from '../src/money/prices/prices.jobs.ts';
import type { Users } from '../src/platform/db/types.generated.ts';
import type { Called, Caller } from './app.ts';
import { type OrderWorld, openOrderWorld } from './order-world.ts';

/** An order world without a worker, for what staff does. */
export interface StaffWorld extends OrderWorld {
  /** An owner. */
  readonly otto: Caller;
  /** An admin who is no owner. */
  readonly ada: Caller;
  /** Changes a person in the user table; otto does it by default. */
  edit(person: { id: string }, changes: object, by?: Caller): Promise<Called>;
  /** The status of a call with the person's session: 401 if the session has ended. */
  sessionStatus(person: Caller): Promise<number>;
  userRow(person: { id: string }): Promise<Selectable<Users>>;
}

/** Opens the world for one test file, and proves its books at the end. */
export function useStaffWorld(): StaffWorld {
  const world = {} as { -readonly [Name in keyof StaffWorld]: StaffWorld[Name] };
  beforeAll(async () => {
    Object.assign(world, await openOrderWorld({ worker: false }), {
      edit: ({ id }, changes, by = world.otto) => by.call('PATCH', `/api/admin/users/${id}`, changes),
      sessionStatus: async (person) => (await person.call('GET', '/api/auth/user')).status,
      userRow: ({ id }) =>
        world.services.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
    } satisfies Partial<StaffWorld>);
    world.otto = await world.signIn('otto', 'admin', true);
    world.ada = await world.signIn('ada', 'admin');
    await pollPrices(world.services);
  });
  beforeEach(() => world.clear());
  afterAll(async () => {
    expect(await world.differences()).toEqual([]);
    await world.close();
  });
  return world;
}
