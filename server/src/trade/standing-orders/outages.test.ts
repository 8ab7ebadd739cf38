import type { StandingOrder } from '@sterling/contract/standing-orders.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import type { OnWire } from '../../../test/wire.ts';
import { GameTrouble } from '../../outside/game-platform.ts';
import { runDueRounds } from './standing-orders.jobs.ts';

/** A round is tried for an hour while Roblox does not answer. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await world.seller(50_000, 3);
});
afterEach(() => world.database.asOwner('delete from standing_orders'));
afterAll(() => world.close());

/** A buyer with a standing order whose round was due some time ago. */
async function due(ago: string): Promise<Caller> {
  const nova = await world.buyer(10_000);
  const { url: gamepassUrl } = await world.pass(1_000);
  const order = { robuxAmount: 1_000, ratePerThousand: 3, gamepassUrl, weekday: 3, hour: 9 };
  expect((await nova.call('POST', '/api/standing-orders', order)).status).toBe(201);
  await world.database.asOwner(
    `update standing_orders set next_at = now() - $1::interval, try_at = now() - $1::interval`,
    [ago],
  );
  return nova;
}

const silent = async (): Promise<never> => {
  throw new GameTrouble({ kind: 'unavailable' }, 'gamepass');
};

/** The worker looks, while Roblox does not answer. */
async function tryInOutage(): Promise<void> {
  await world.database.asOwner('update standing_orders set try_at = now() where try_at is not null');
  await runDueRounds({ ...world.services, game: { ...world.services.game, gamepass: silent } });
}

const letPass = (time: string) =>
  world.database.asOwner(`update standing_orders set unanswered_since = unanswered_since - $1::interval`, [
    time,
  ]);

async function roundsOf(who: Caller) {
  const [only] = (await who.call('GET', '/api/standing-orders')).body as unknown as OnWire<
    typeof StandingOrder
  >[];
  return only!.rounds.map(({ outcome, reason }) => reason ?? outcome);
}

/** A stop of some hours that has just ended. */
async function stopped(hours: number): Promise<void> {
  await setEmergencyStop(world.database, true);
  await world.database.asOwner(
    `update trade_pauses set started_at = started_at - make_interval(hours => $1) where ended_at is null`,
    [hours],
  );
  await setEmergencyStop(world.database, false);
}

test('S9.10 a round that was due during a long stop is still tried for an hour', async () => {
  const nova = await due('2 hours');
  await stopped(3);
  await tryInOutage();
  expect(await roundsOf(nova)).toEqual([]);
  await world.database.asOwner('update standing_orders set try_at = now()');
  await runDueRounds(world.services);
  expect(await roundsOf(nova)).toEqual(['placed']);
});

test('S9.10 a stop during an outage is no time in which Roblox did not answer', async () => {
  const nova = await due('3 hours');
  await tryInOutage();
  await letPass('3 hours');
  await stopped(2);
  await tryInOutage();
  expect(await roundsOf(nova)).toEqual([]);
});

test('S9.10 after an hour without an answer the round is skipped', async () => {
  await world.database.asOwner(
    `update trade_pauses set started_at = started_at - interval '2 hours', ended_at = ended_at - interval '2 hours'`,
  );
  const nova = await due('1 minute');
  await tryInOutage();
  await letPass('59 minutes');
  await tryInOutage();
  expect(await roundsOf(nova)).toEqual([]);
  await letPass('1 minute');
  await tryInOutage();
  expect(await roundsOf(nova)).toEqual(['Roblox did not answer for an hour']);
});

test('after the clock went back, a round that ended early is not due a second time', async () => {
  await due('0 minutes');
  // the clock of the claim was ahead
  await world.database.asOwner(
    'update standing_orders set next_at = next_round(weekday, hour, time_zone, now()), try_at = now()',
  );
  await runDueRounds(world.services);
  const planned = () =>
    world.database.asOwner("select next_at > now() + interval '7 days' as is_later from standing_orders");
  expect((await planned()).rows).toEqual([{ is_later: true }]);
});
