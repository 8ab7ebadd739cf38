import { robux } from '@sterling/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { errors, sessionOf, troubleOf, useGameWorld } from '../../../test/game.ts';
import type { Trouble } from '../game-platform.ts';

const world = useGameWorld();

/** Challenge types of the economy service, which come before it looks at a purchase. */
const CHALLENGE_TYPES = [
  'captcha',
  'twostepverification',
  'forcetwostepverification',
  'forceauthenticator',
  'reauthentication',
  'securityquestions',
  'proofofwork',
  'proofofspace',
  'rostile',
  'privateaccesstoken',
  'deviceintegrity',
  'phoneverification',
  'emailverification',
  'biometric',
  'chef',
  'blocksession',
  'denied',
];

describe('S4.11 buying', () => {
  it('pays once and answers the remaining balance', async () => {
    const answer = await world.game.buyGamepass(sessionOf(world.sela), world.purchase());
    expect(answer).toEqual({ kind: 'bought', balanceAfter: 4_000 });
    expect(await world.look(world.sela)).toMatchObject({ robux: 4_000, owns: [world.pass.id] });
    expect((await world.look(world.nova)) as unknown).toMatchObject({ pendingRobux: 700 });
  });

  it('pays once for the same key', async () => {
    const wanted = world.purchase();
    await world.game.buyGamepass(sessionOf(world.sela), wanted);
    expect(await world.game.buyGamepass(sessionOf(world.sela), wanted)).toEqual({
      kind: 'bought',
      balanceAfter: 4_000,
    });
    expect((await world.look(world.sela)).robux).toBe(4_000);
  });

  it('is refused with the reason, the missing Robux or the restriction', async () => {
    const at = (price: number) =>
      world.game.buyGamepass(sessionOf(world.sela), world.purchase({ expectedPrice: robux(price) }));
    expect(await at(900)).toMatchObject({ kind: 'refused', reason: 'PriceChanged' });
    await world.change(world.sela, { robux: 600 });
    expect(await at(1_000)).toMatchObject({ kind: 'refused', reason: 'InsufficientFunds', shortfall: 400 });
    await world.change(world.sela, {
      restriction: { reason: 'FraudUseOfUnauthorizedOffPlatformTransactions', minutes: 90 },
    });
    expect(await at(1_000)).toMatchObject({
      reason: 'EconomicRestriction',
      restriction: { key: 'FraudUseOfUnauthorizedOffPlatformTransactions', minutes: 90 },
    });
  });

  it.each([
    'NotForSale',
    'NotAvailableInRobux',
    'SaleExpired',
    'SupplyExausted',
    'SaleUnavailableAtSaleLocation',
    'ContentRatingRestricted',
    'AlreadyOwned',
    'TwoStepVerificationRequired',
    'TooManyPurchases',
    'PendingTransactionAlreadyExists',
    'AccountRestrictionsRestricted',
    'UnknownBirthday',
    'InsufficientMembership',
    'Unauthorized',
    'InvalidArguments',
    'InvalidTransaction',
    'UnexpectedSeller',
    'ApplicationError',
    'ExceptionOccurred',
    'EconomyDisabled',
  ])('a refusal with %s keeps its reason', async (reason) => {
    await world.arm({ kind: 'status', status: 200, path: '/purchase', body: { purchased: false, reason } });
    expect(await world.game.buyGamepass(sessionOf(world.sela), world.purchase())).toMatchObject({
      kind: 'refused',
      reason,
    });
  });

  it.each<[name: string, fault: object, debited: number]>([
    [
      'an unknown reason',
      { kind: 'status', status: 200, body: { purchased: false, reason: 'Moonphase' } },
      0,
    ],
    ['no reason at all', { kind: 'status', status: 200, body: { purchased: false, productId: 1 } }, 0],
    ['an empty 200', { kind: 'status', status: 200 }, 0],
    ['a 500', { kind: 'status', status: 500, body: errors(0, 'x') }, 0],
    ['a redirect', { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 0],
    ['time-out before the debit', { kind: 'timeout-before' }, 0],
    ['time-out after the debit', { kind: 'timeout-after' }, 1_000],
    ['reset before the debit', { kind: 'reset-before' }, 0],
    ['reset after the debit', { kind: 'reset-after' }, 1_000],
    ['half an answer', { kind: 'truncate' }, 1_000],
    ['502 after the debit', { kind: 'html' }, 1_000],
    ['16 MB of answer', { kind: 'huge' }, 1_000],
  ])('%s is unclear, and the purchase is sent once', async (_name, fault, debited) => {
    const session = sessionOf(world.sela);
    await world.arm({ path: '/purchase', ...fault });
    expect(await world.game.buyGamepass(session, world.purchase())).toEqual({
      kind: 'unclear',
      detail: expect.any(String),
    });
    expect((await world.look(world.sela)).robux).toBe(5_000 - debited);
    expect(await world.purchasesSeen()).toHaveLength(2);
  });

  it.each<[name: string, fault: object, trouble: Trouble]>([
    [
      'out of service',
      { status: 400, body: errors(0, 'Purchasing is unavailable.') },
      { kind: 'unavailable' },
    ],
    [
      'another egress',
      { status: 401, body: errors(9002, 'User is not authenticated') },
      { kind: 'invalid_cookie' },
    ],
    [
      'too many',
      { status: 429, headers: { 'retry-after': '3' } },
      { kind: 'rate_limited', retryAfterSeconds: 3 },
    ],
    ['moderated', { status: 403, body: errors(0, 'User is moderated') }, { kind: 'moderated' }],
  ])('%s: Roblox did not act', async (_name, fault, trouble) => {
    await world.arm({ kind: 'status', path: '/purchase', ...fault });
    expect(await troubleOf(world.game.buyGamepass(sessionOf(world.sela), world.purchase()))).toEqual(trouble);
    expect((await world.look(world.sela)).robux).toBe(5_000);
  });

  it.each(CHALLENGE_TYPES)(
    'a challenge of type %s takes precedence over the CSRF token beside it: nothing is repeated or paid',
    async (challenge) => {
      await world.change(world.sela, { challenge });
      const session = sessionOf(world.sela);
      expect(await troubleOf(world.game.buyGamepass(session, world.purchase()))).toEqual({
        kind: 'challenge',
        type: challenge,
      });
      expect(await world.purchasesSeen()).toHaveLength(2);
      expect((await world.look(world.sela)).robux).toBe(5_000);
    },
  );

  it('a challenge on the first call is not treated as the CSRF handshake', async () => {
    const session = sessionOf(world.sela);
    await world.game.buyGamepass(session, world.purchase({ expectedPrice: robux(1) }));
    await world.change(world.sela, { challenge: 'captcha' });
    await world.sandbox.forget();
    expect(await troubleOf(world.game.buyGamepass(session, world.purchase()))).toEqual({
      kind: 'challenge',
      type: 'captcha',
    });
    expect(await world.purchasesSeen()).toHaveLength(1);
  });
});
