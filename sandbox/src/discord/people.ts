import { seededHex } from '../seeded.ts';
import type { State } from '../state.ts';
import type { Person } from './person.ts';

/** The Discord id that the product's sandbox configuration names as owner (`OWNER_DISCORD_IDS`). */
export const OTTO_DISCORD_ID = '100000000000000004';

const DEMO_PEOPLE: Person[] = [
  demoPerson('100000000000000001', 'nova', 'Nova', '0'),
  demoPerson('100000000000000002', 'sela', 'Sela', '0'),
  demoPerson('100000000000000003', 'ada', 'Ada', '4242'),
  { ...demoPerson(OTTO_DISCORD_ID, 'otto', 'Otto', '0'), avatar: null },
];

/** Adds the people of the demo world. */
export function seedPeople(state: State): void {
  for (const person of DEMO_PEOPLE) state.people.put({ ...person });
}

/** Finds the person with this username, or creates one whose account is some years old. */
export function findOrMakePerson(state: State, username: string): Person {
  const known = state.people.get(username);
  if (known) return known;
  const id = nextId(state, Date.UTC(2021, 2, 1));
  return state.people.put(demoPerson(id, username, username, '0'));
}

/** The person with this Discord id. It changes when `moveCreation` moves the account. */
export function findPersonById(state: State, id: string): Person | undefined {
  return state.people.values().find((person) => person.id === id);
}

/** Changes an account's creation time. Discord's ids contain that time, so the id changes too. */
export function moveCreation(state: State, person: Person, createdAtMs: number): Person {
  return state.people.put({ ...person, id: nextId(state, createdAtMs) });
}

/** The creation time that a Discord id contains. */
export function createdAtMs(id: string): number {
  return Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS;
}

const DISCORD_EPOCH_MS = 1_420_070_400_000;

function nextId(state: State, createdMs: number): string {
  const sequence = BigInt(state.next('discord-person')) & 0x3fffffn;
  return String((BigInt(createdMs - DISCORD_EPOCH_MS) << 22n) | sequence);
}

function demoPerson(id: string, username: string, globalName: string, discriminator: string): Person {
  const avatar = seededHex(`avatar/${id}`, 32);
  return {
    id,
    username,
    globalName,
    discriminator,
    avatar,
    email: `${username}@example.test`,
    verified: true,
  };
}
