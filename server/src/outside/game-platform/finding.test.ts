import { describe, expect, it } from 'vitest';
import { troubleOf, useGameWorld } from '../../../test/game.ts';

const world = useGameWorld();

const ofUser = (name: string) => world.game.findPasses({ kind: 'user', id: name });
const slow = (path: string, seconds: number) => world.arm({ kind: 'slow', path, seconds, times: 10 });

/** The place of nova's only experience. */
async function placeOfNova(): Promise<string> {
  const answer = await fetch(`${world.sandbox.url}/games/v2/users/${world.nova.id}/games`);
  const { data } = (await answer.json()) as { data: { rootPlace: { id: number } }[] };
  return String(data[0]!.rootPlace.id);
}

describe('finding passes', () => {
  it('lists those of a user by name or profile, and of an experience by its place or itself', async () => {
    const hidden = await world.sandbox.pass(world.nova.id, 300);
    await world.sandbox.control('PATCH', `/game/passes/${hidden.id}`, { isForSale: false });
    const { username: creatorName } = world.nova;
    const found = {
      owner: creatorName,
      passes: [
        { id: String(world.pass.id), name: 'Pass at 1000', creatorName, priceRobux: 1_000 },
        { id: String(hidden.id), name: 'Pass at 300', creatorName, priceRobux: null },
      ],
      isComplete: true,
    };
    expect(await ofUser(creatorName.toUpperCase())).toEqual(found);
    expect(await world.game.findPasses({ kind: 'user-id', id: String(world.nova.id) })).toEqual(found);
    const universe = { kind: 'universe', id: String(world.pass.universeId) } as const;
    expect(await world.game.findPasses(universe)).toEqual({ ...found, owner: null });
    const place = { kind: 'place', id: await placeOfNova() } as const;
    expect(await world.game.findPasses(place)).toEqual({ ...found, owner: null });
  });

  it('answers null for an owner that does not exist', async () => {
    expect(await ofUser('nobody_here_99')).toBe(null);
    expect(await world.game.findPasses({ kind: 'user-id', id: '1' })).toBe(null);
    expect(await world.game.findPasses({ kind: 'place', id: '1' })).toBe(null);
  });

  it('ends after five calls and says that there are more', async () => {
    for (let made = 1; made < 450; made += 1) await world.sandbox.pass(world.nova.id, 10);
    await world.sandbox.forget();
    const found = await ofUser(world.nova.username);
    expect([found!.passes.length, found!.isComplete]).toEqual([400, false]);
    expect(new Set(found!.passes.map(({ id }) => id)).size).toBe(400);
    expect(await world.sandbox.requests()).toHaveLength(5);
  });

  it('ends after five seconds and says that it is not complete', async () => {
    await slow('/game-passes/v1/users/', 7);
    const started = Date.now();
    expect(await ofUser(world.nova.username)).toEqual({
      owner: world.nova.username,
      passes: [],
      isComplete: false,
    });
    expect(Date.now() - started).toBeLessThan(6_500);
  });

  it('fails when Roblox does not answer, instead of calling the owner unknown', async () => {
    await slow('/v1/usernames/users', 7);
    expect(await troubleOf(ofUser(world.nova.username))).toEqual({ kind: 'unavailable' });
    await world.sandbox.forget();
    await world.arm({ kind: 'status', status: 429, path: '/game-passes/v1/users/', times: 1 });
    expect(await troubleOf(ofUser(world.nova.username))).toMatchObject({ kind: 'rate_limited' });
  });
});
