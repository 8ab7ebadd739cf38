import type { Clock } from '../clock.ts';
import { creatorKey, type State } from '../state.ts';
import { PlatformError, passError } from './errors.ts';
import type { Creator, Group, Pass, Universe } from './rows.ts';

interface NewPass extends Creator {
  id?: number;
  productId?: number;
  price: number;
  name: string;
  universeId?: number | undefined;
}

/** Creates a gamepass in the given experience, or in its creator's first experience, and the experience if there is none. */
export function makePass(state: State, clock: Clock, wanted: NewPass): Pass {
  const { creatorType, creatorTargetId } = wanted;
  const sequence = state.next('pass');
  return state.passes.put({
    id: wanted.id ?? 1_250_000_000 + sequence * 7,
    productId: wanted.productId ?? 3_600_000_000 + sequence * 11,
    universeId: wanted.universeId ?? universeOf(state, { creatorType, creatorTargetId }).id,
    creatorType,
    creatorTargetId,
    name: wanted.name,
    description: '',
    price: wanted.price,
    isForSale: true,
    managedPricing: true,
    activeInPO: false,
    discounts: [],
    deleted: false,
    sales: 0,
    createdAt: clock.isoNow(),
    updatedAt: clock.isoNow(),
  });
}

/** Finds a gamepass. @throws PlatformError 404 if it does not exist or was deleted. */
export function requirePass(state: State, passId: string | number): Pass {
  const pass = state.passes.get(passId);
  if (!pass || pass.deleted)
    throw new PlatformError(404, passError('PassNotFound', 'The game pass was not found.'));
  return pass;
}

/** The gamepass with this product id. Undefined if it was deleted. */
export function findByProduct(state: State, productId: string): Pass | undefined {
  return state.passes.where(productId).find((pass) => !pass.deleted);
}

/** All matching gamepasses that are not deleted. */
export function passesWhere(state: State, matches: (pass: Pass) => boolean): Pass[] {
  return state.passes.values().filter((pass) => !pass.deleted && matches(pass));
}

/** The address of a gamepass's page. As at Roblox, it ends with the name, and readers use only the id. */
export function passUrl({ id, name }: Pass): string {
  return `https://www.roblox.com/game-pass/${id}/${name.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || '-'}`;
}

/** The asset id of a gamepass's picture. */
export function iconOf({ id }: Pass): number {
  return 90_000_000_000 + id;
}

/** Finds the group with this id, or creates it without an owner. */
export function findOrMakeGroup(state: State, id: number): Group {
  const known = state.groups.get(id);
  return (
    known ?? state.groups.put({ id, agentId: 5_551_000_000 + id, name: `Group ${id}`, ownerId: 0, robux: 0 })
  );
}

function universeOf(state: State, creator: Creator): Universe {
  const known = state.universes.where(creatorKey(creator))[0];
  return known ?? makeUniverse(state, creator);
}

/** Creates an experience without gamepasses. */
export function makeUniverse(state: State, creator: Creator): Universe {
  const id = 6_100_000_000 + state.next('universe') * 13;
  return state.universes.put({ ...creator, id, placeId: id + 9_000_000_007, name: 'Untitled Experience' });
}
