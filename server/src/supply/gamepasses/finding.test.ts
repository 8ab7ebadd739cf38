import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { controlOf, type SandboxAccount, type TestSandbox } from '../../../test/sandbox.ts';

let world: TestApp;
let control: TestSandbox['control'];
let buyer: Caller;
let maker: SandboxAccount;
let made = 0;
beforeAll(async () => {
  world = await openTestApp();
  control = controlOf(world.sandboxUrl);
});
beforeEach(async () => {
  vi.useRealTimers();
  buyer = await world.signIn('nova');
  maker = await control('POST', '/game/accounts', { username: `maker_${++made}`, robux: 0 });
  await makePass(700, 'River Raft');
  await control('DELETE', '/requests');
});
afterAll(() => world.close());

const makePass = (price: number, name: string) =>
  control<{ id: number; universeId: number }>('POST', '/game/passes', { ownerId: maker.id, price, name });
const find = (from: string, who = buyer) => who.call('POST', '/api/gamepass/find', { from });
const requestCount = async () => (await control<object[]>('GET', '/requests?service=game-platform')).length;

describe('finding a gamepass', () => {
  it('lists the passes on sale and counts the others', async () => {
    const hidden = await makePass(300, 'Old Raft');
    await control('PATCH', `/game/passes/${hidden.id}`, { isForSale: false });
    const { status, body } = await find(` @${maker.username} `);
    expect([status, body]).toMatchObject([
      200,
      { owner: maker.username, passes: [{ name: 'River Raft', price: 700 }], offSale: 1, isComplete: true },
    ]);
    const [pass] = body.passes as { id: string; url: string }[];
    expect((await buyer.call('POST', '/api/gamepass/validate', { url: pass!.url })).body).toMatchObject({
      id: pass!.id,
      price: 700,
    });
    const { universeId } = hidden;
    const { body: same } = await find(
      `https://create.roblox.com/dashboard/creations/experiences/${universeId}/overview`,
    );
    expect(same).toMatchObject({ owner: null, passes: [{ name: 'River Raft' }], offSale: 1 });
  });

  it('says what is wrong in words', async () => {
    const answers = [
      ['nobody_here_99', 404, 'roblox_user_not_found', undefined],
      ['https://www.roblox.com/games/5/x', 404, 'experience_not_found', undefined],
      ['https://evil.test/users/1', 400, 'invalid_pass_owner', 'Only roblox.com links are accepted.'],
      [
        'https://www.roblox.com/game-pass/123456',
        400,
        'invalid_pass_owner',
        "That's a link to a gamepass. Paste it as the gamepass URL.",
      ],
    ] as const;
    for (const [from, status, code, hint] of answers)
      expect(await find(from)).toMatchObject({ status, body: { code, ...(hint && { hint }) } });
  });

  it('asks Roblox once for the same owner within seconds, even at the same time', async () => {
    const others = await Promise.all([1, 2, 3].map(() => world.signIn('other')));
    await Promise.all([buyer, ...others].map((who) => find(maker.username, who)));
    await find(maker.username.toUpperCase());
    expect(await requestCount()).toBe(2);
  });

  it('does not keep a failure', async () => {
    await control('POST', '/faults', { service: 'game-platform', kind: 'html', times: 1 });
    expect(await find(maker.username)).toMatchObject({ status: 502, body: { code: 'outside_failed' } });
    expect((await find(maker.username)).status).toBe(200);
  });

  it('is limited to 20 searches a minute and person', async () => {
    const busy = await world.signIn('busy');
    const statuses: number[] = [];
    for (let asked = 0; asked < 21; asked += 1) statuses.push((await find(maker.username, busy)).status);
    expect([new Set(statuses.slice(0, 20)), statuses.at(-1)]).toEqual([new Set([200]), 429]);
    expect((await find(maker.username, await world.signIn('other'))).status).toBe(200);
  });
});
