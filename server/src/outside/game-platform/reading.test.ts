import { describe, expect, it } from 'vitest';
import { sessionOf, useGameWorld } from '../../../test/game.ts';

const world = useGameWorld();

describe('reading', () => {
  it('reads the user and the balance of a session', async () => {
    const session = sessionOf(world.sela);
    expect(await world.game.whoAmI(session)).toEqual({
      id: String(world.sela.id),
      name: world.sela.username,
    });
    expect(await world.game.robuxBalance(session)).toBe(5_000);
  });

  it('requests a pending portrait again', async () => {
    const found = await world.game.headshots([String(world.sela.id), '1'], { proxyUrl: null });
    expect([...found.keys()]).toEqual([String(world.sela.id)]);
    expect(found.get(String(world.sela.id))).toMatch(/^http/);
    expect(await world.sandbox.requests()).toHaveLength(2);
  });

  it('leaves out a blocked portrait', async () => {
    await world.change(world.sela, { moderated: true });
    expect(await world.game.headshots([String(world.sela.id)], { proxyUrl: null })).toEqual(new Map());
  });

  it('S4.07 reads a gamepass with its base price, creator and product', async () => {
    expect(await world.game.gamepass(String(world.pass.id))).toEqual({
      id: String(world.pass.id),
      productId: String(world.pass.productId),
      name: 'Pass at 1000',
      priceRobux: 1_000,
      payerPrice: 1_000,
      discounts: [],
      isForSale: true,
      creatorType: 'User',
      creatorTargetId: String(world.nova.id),
      creatorName: world.nova.username,
    });
  });

  it('reads a name without line breaks and characters that change the text direction', async () => {
    const named = { ownerId: world.nova.id, price: 100, name: 'VIP\u202e\n00.01$' };
    const { id } = await world.sandbox.control<{ id: number }>('POST', '/game/passes', named);
    expect(await world.game.gamepass(String(id))).toMatchObject({ name: 'VIP 00.01$' });
  });

  it('reads the payer’s price beside the base price', async () => {
    await world.change(world.sela, { plusPercent: 10 });
    expect(await world.game.gamepass(String(world.pass.id), sessionOf(world.sela))).toMatchObject({
      priceRobux: 1_000,
      payerPrice: 900,
      discounts: [{ type: 'RobloxPlusSubscription', amountRobux: 100, percent: 10 }],
    });
    await world.change(world.sela, { plusPercent: 0, regionFactor: 0.5 });
    expect(await world.game.gamepass(String(world.pass.id), sessionOf(world.sela))).toMatchObject({
      priceRobux: 500,
    });
  });

  it('identifies a group by its own id', async () => {
    await world.changePass({ groupId: 4_711 });
    const seen = await world.game.gamepass(String(world.pass.id));
    expect(seen).toMatchObject({ creatorType: 'Group', creatorTargetId: '4711' });
  });

  it('recognises gamepasses that are off sale or deleted', async () => {
    await world.changePass({ isForSale: false });
    expect(await world.game.gamepass(String(world.pass.id))).toMatchObject({
      isForSale: false,
      priceRobux: null,
    });
    await world.changePass({ deleted: true });
    expect(await world.game.gamepass(String(world.pass.id))).toBeNull();
  });

  it('reads ownership and purchases after a purchase', async () => {
    const [sellerId, passId] = [String(world.sela.id), String(world.pass.id)];
    expect(await world.game.ownsGamepass(sellerId, passId)).toBe(false);
    await world.sandbox.control('POST', '/game/buy', { accountId: world.sela.id, passId: world.pass.id });
    expect(await world.game.ownsGamepass(sellerId, passId)).toBe(true);
    const rows = await world.game.recentPurchases(sessionOf(world.sela), sellerId);
    expect(rows).toEqual([
      { passId, amount: 1_000, at: expect.any(Date), token: expect.stringMatching(/./) },
    ]);
  });

  it('finds the experience of a gamepass', async () => {
    expect(await world.game.experienceOfGamepass(String(world.nova.id), String(world.pass.id))).toEqual({
      universeId: String(world.pass.universeId),
      placeId: expect.stringMatching(/^\d+$/),
    });
    expect(await world.game.experienceOfGamepass(String(world.nova.id), '1')).toBeNull();
  });

  it('sends no cookie with public calls, and an honest user agent', async () => {
    await world.game.gamepass(String(world.pass.id));
    const [request] = await world.sandbox.requests();
    expect(request!.headers.cookie).toBeUndefined();
    expect(request!.headers['user-agent']).toBe('Sterling/0.1 (sandbox)');
  });
});
