import { describe, expect, it } from 'vitest';
import { errors, sessionOf, troubleOf, useGameWorld } from '../../../test/game.ts';
import type { GameTrouble, Trouble } from '../game-platform.ts';
import { openGamePlatform } from './open.ts';

const world = useGameWorld();

const CHALLENGE = errors(0, 'Challenge is required to authorize the request');

describe('errors of a read', () => {
  it.each<[name: string, fault: object, trouble: Trouble]>([
    [
      'a missing cookie, which is our bug',
      { status: 401, body: errors(0, 'Authentication cookie is empty') },
      { kind: 'protocol' },
    ],
    [
      'an expired cookie',
      { status: 401, body: errors(9002, 'User is not authenticated') },
      { kind: 'invalid_cookie' },
    ],
    [
      'denied',
      { status: 401, body: errors(0, 'Authorization has been denied for this request.') },
      { kind: 'invalid_cookie' },
    ],
    ['401 without a body', { status: 401 }, { kind: 'invalid_cookie' }],
    ['moderated', { status: 403, body: errors(0, 'User is moderated') }, { kind: 'moderated' }],
    [
      'errors as an object',
      { status: 403, body: { errors: { code: 0, message: 'User is moderated' } } },
      { kind: 'moderated' },
    ],
    ['another 403', { status: 403, body: errors(1, 'The user is invalid') }, { kind: 'protocol' }],
    [
      '429 with retry-after',
      { status: 429, headers: { 'retry-after': '17' } },
      { kind: 'rate_limited', retryAfterSeconds: 17 },
    ],
    [
      '429 with x-ratelimit-reset',
      { status: 429, headers: { 'x-ratelimit-reset': '41' } },
      { kind: 'rate_limited', retryAfterSeconds: 41 },
    ],
    [
      '429 with nothing',
      { status: 429, body: errors(0, 'Too many requests') },
      { kind: 'rate_limited', retryAfterSeconds: null },
    ],
    ['500', { status: 500, body: errors(0, 'InternalServerError') }, { kind: 'unavailable' }],
    ['502 in HTML', { kind: 'html' }, { kind: 'unavailable' }],
    ['404', { status: 404, body: { errorCode: 'NotFound' } }, { kind: 'not_found' }],
    ['200 with nothing', { status: 200 }, { kind: 'protocol' }],
    ['200 with another shape', { status: 200, body: { id: 'x', name: 7 } }, { kind: 'protocol' }],
    ['a truncated answer', { kind: 'truncate' }, { kind: 'protocol' }],
    ['an endless answer', { kind: 'huge' }, { kind: 'protocol' }],
    ['a slow answer', { kind: 'slow', seconds: 5 }, { kind: 'unavailable' }],
    ['no answer', { kind: 'timeout-after' }, { kind: 'unavailable' }],
    ['a broken connection', { kind: 'reset-before' }, { kind: 'unavailable' }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/steal' } }, { kind: 'protocol' }],
    [
      'challenge, all headers',
      {
        status: 403,
        headers: {
          'rblx-challenge-id': 'a',
          'rblx-challenge-type': 'captcha',
          'rblx-challenge-metadata': 'e30=',
        },
        body: CHALLENGE,
      },
      { kind: 'challenge', type: 'captcha' },
    ],
    [
      'challenge, type only',
      { status: 403, headers: { 'rblx-challenge-type': 'chef' } },
      { kind: 'challenge', type: 'chef' },
    ],
    [
      'challenge, id only',
      { status: 403, headers: { 'rblx-challenge-id': 'a' } },
      { kind: 'challenge', type: 'unknown' },
    ],
    [
      'challenge, bad metadata only',
      { status: 403, headers: { 'rblx-challenge-metadata': '%%%' } },
      { kind: 'challenge', type: 'unknown' },
    ],
    ['challenge, body only', { status: 403, body: CHALLENGE }, { kind: 'challenge', type: 'unknown' }],
    [
      'challenge of an odd type',
      { status: 403, headers: { 'rblx-challenge-type': '<b>x</b>' } },
      { kind: 'challenge', type: 'unknown' },
    ],
  ])('%s', async (_name, fault, trouble) => {
    await world.arm({ kind: 'status', ...fault });
    expect(await troubleOf(world.game.whoAmI(sessionOf(world.sela)))).toEqual(trouble);
    expect(await world.sandbox.requests()).toHaveLength(1);
  });

  it('an unreachable Roblox is unavailable, and an unreachable proxy is a proxy error', async () => {
    const nowhere = {
      ...world.sandbox.config,
      game: { hosts: { ...world.sandbox.config.game.hosts, users: 'http://127.0.0.1:1' } },
    };
    const unreachable = openGamePlatform(nowhere);
    expect(await troubleOf(unreachable.whoAmI(sessionOf(world.sela)))).toEqual({ kind: 'unavailable' });
    expect(await troubleOf(unreachable.whoAmI(sessionOf(world.sela, 'http://127.0.0.1:1')))).toEqual({
      kind: 'proxy',
    });
  });

  it('no error contains the cookie', async () => {
    await world.change(world.sela, { cookieValid: false });
    const error = (await world.game
      .robuxBalance(sessionOf(world.sela))
      .catch((thrown) => thrown)) as GameTrouble;
    expect(error.trouble.kind).toBe('invalid_cookie');
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain(
      world.sela.cookie.slice(-40),
    );
  });
});
