import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, statusAndCode } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { newCaller } from '../../../test/roles.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { STEP_TEXTS } from './transactions.rules.ts';

let world: TradeWorld;
let owner: Caller;
let nova: Caller;
let sela: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
  owner = await newCaller(world, 'owner');
});
beforeEach(async () => {
  [nova, sela] = [await world.buyer(20_000), await world.seller()];
});
afterEach(async () => {
  expect(await pauses('ended_at is null')).toBe(0);
  expect(await world.differences()).toEqual([]);
});
afterAll(() => world.close());

type Switch = 'emergency-shutdown' | 'maintenance';
const turn = async (which: Switch, enabled: boolean) => {
  const answer =
    which === 'maintenance'
      ? await owner.call('PUT', '/api/admin/settings/maintenance_mode', { value: { enabled } })
      : await owner.call('POST', '/api/admin/emergency-shutdown', { enabled });
  expect(answer.status).toBe(200);
};
const pauses = async (which: string): Promise<number> =>
  (await world.database.asOwner(`select count(*)::int as count from trade_pauses where ${which}`)).rows[0]
    .count;
/** The present pause is that much older. */
const hoursOfPausePass = (hours: number) =>
  world.database.asOwner(
    `update trade_pauses set started_at = started_at - $1 * interval '1 hour' where ended_at is null`,
    [hours],
  );
/** The present pause and the trade are that much older. */
async function hoursPass(id: string, hours: number): Promise<void> {
  await world.letPass(id, hours);
  await hoursOfPausePass(hours);
}
const bought = async () => world.bought(nova, await world.list(sela));
const delivered = () => world.delivered(nova, sela);
const read = async (id: string) => (await nova.call('GET', `/api/transactions/${id}`)).body;
/** Hours until a deadline. */
const left = async (id: string, deadline: 'deliverBy' | 'confirmAt') =>
  Math.round((Date.parse(String((await read(id))[deadline])) - Date.now()) / 3_600_000);
const openReviews = async (id: string) =>
  (
    await world.services.db
      .selectFrom('reviews')
      .where('subjectId', '=', id)
      .where('state', '=', 'open')
      .select('id')
      .execute()
  ).length;

describe.each<Switch>(['emergency-shutdown', 'maintenance'])('a pause by %s', (which) => {
  test('leaves a seller their time to deliver', async () => {
    const id = await bought();
    await world.letPass(id, 10);
    await turn(which, true);
    await hoursPass(id, 73);
    await world.workDue();
    expect((await world.step(sela, id, 'cancel')).status).toBe(503);
    await turn(which, false);
    expect(await openReviews(id)).toBe(0);
    // the buyer is faster than the seller when the pause ends
    expect(statusAndCode(await world.step(nova, id, 'cancel'))).toEqual([409, 'out_of_order']);
    expect((await world.wallet(nova)).held).toBe(10_000);
    expect(await left(id, 'deliverBy')).toBe(62);
    expect((await read(id)).events).toMatchObject([{}, { by: 'system', what: STEP_TEXTS.moved, text: null }]);
    await world.letPass(id, 63);
    expect((await world.step(nova, id, 'cancel')).status).toBe(200);
  });

  test('leaves a buyer their days to confirm or dispute', async () => {
    const id = await delivered();
    await turn(which, true);
    for (let hour = 0; hour < 72; hour += 12) {
      await hoursPass(id, 12);
      await world.workDue();
    }
    expect((await world.step(nova, id, 'confirm')).status).toBe(503);
    await turn(which, false);
    // two hours later, of 72 of which the pause took all
    await world.letPass(id, 2);
    await world.workDue();
    expect((await world.wallet(sela, 'seller')).posted).toBe(0);
    expect(await left(id, 'confirmAt')).toBe(70);
    expect((await world.step(nova, id, 'dispute', { reason: 'Nothing came' })).status).toBe(200);
  });
});

test('during an emergency stop the parties deliver, talk and dispute, and no money moves', async () => {
  const id = await bought();
  await turn('emergency-shutdown', true);
  await hoursPass(id, 73);
  expect((await world.step(sela, id, 'deliver')).status).toBe(200);
  expect((await world.step(nova, id, 'messages', { text: 'It has not come' })).status).toBe(200);
  await hoursPass(id, 73);
  await world.workDue();
  expect((await world.step(nova, id, 'dispute', { reason: 'Nothing came' })).status).toBe(200);
  expect((await world.wallet(nova)).held).toBe(10_000);
  await turn('emergency-shutdown', false);
  expect(await read(id)).toMatchObject({ stage: 'disputed' });
});

test('maintenance refuses every step of a trade', async () => {
  const [open, sent] = [await bought(), await delivered()];
  await turn('maintenance', true);
  const steps = [
    await world.step(sela, open, 'deliver'),
    await world.step(nova, open, 'messages', { text: 'Hello' }),
    await world.step(nova, sent, 'dispute', { reason: 'Nothing came' }),
    await world.step(nova, sent, 'confirm'),
  ];
  expect(steps.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  await turn('maintenance', false);
});

test('of a pause that began before the purchase or the delivery, only the rest counts', async () => {
  await turn('emergency-shutdown', true);
  await turn('emergency-shutdown', false);
  const [open, sent] = [await bought(), await delivered()];
  await turn('emergency-shutdown', true);
  for (const id of [open, sent]) await world.letPass(id, 5);
  await hoursOfPausePass(48);
  await turn('emergency-shutdown', false);
  expect([await left(open, 'deliverBy'), await left(sent, 'confirmAt')]).toEqual([72, 72]);
});

test('each of several pauses moves the deadlines, and a stop within maintenance counts once', async () => {
  const id = await bought();
  const before = await pauses('true');
  await turn('maintenance', true);
  await hoursPass(id, 20);
  await turn('emergency-shutdown', true);
  await hoursPass(id, 20);
  await turn('maintenance', false);
  await hoursPass(id, 20);
  expect(await left(id, 'deliverBy')).toBe(12);
  await turn('emergency-shutdown', false);
  expect(await left(id, 'deliverBy')).toBe(72);
  await turn('emergency-shutdown', true);
  await hoursPass(id, 100);
  await turn('emergency-shutdown', false);
  expect(await left(id, 'deliverBy')).toBe(72);
  expect(await pauses('true')).toBe(before + 2);
});

test('a delivery time that had passed before the pause stays passed', async () => {
  const id = await bought();
  await world.letPass(id, 73);
  await turn('emergency-shutdown', true);
  await hoursPass(id, 5);
  await turn('emergency-shutdown', false);
  expect((await read(id)).events).toHaveLength(1);
  expect((await world.step(nova, id, 'cancel')).status).toBe(200);
});

test('no trade becomes late during a pause, not even for a buyer of the staff, whom maintenance lets in', async () => {
  const ada = await world.buyer(20_000);
  const id = await world.bought(ada, await world.list(sela));
  await world.database.asOwner(`update users set is_owner = true where id = $1`, [ada.id]);
  await turn('maintenance', true);
  await hoursPass(id, 73);
  await world.workDue();
  expect([statusAndCode(await world.step(ada, id, 'cancel')), await openReviews(id)]).toEqual([
    [409, 'out_of_order'],
    0,
  ]);
  await turn('maintenance', false);
  expect(statusAndCode(await world.step(ada, id, 'cancel'))).toEqual([409, 'out_of_order']);
});

test('a stop and maintenance that end at the same time end the pause', async () => {
  await turn('emergency-shutdown', true);
  await turn('maintenance', true);
  const set = (key: string) =>
    `update settings set value = value || '{"enabled": false}' where key = '${key}'`;
  const { db } = world.services;
  const first = await openTransaction(db, async (tx) => {
    await tx
      .updateTable('settings')
      .set({ value: JSON.stringify({ enabled: false }) as never })
      .where('key', '=', 'emergency_shutdown')
      .execute();
  });
  const second = world.database.asOwner(set('maintenance_mode'));
  await lockIsAwaited(world.database);
  first.release();
  await Promise.all([first.finished, second]);
  expect(await pauses('ended_at is null')).toBe(0);
});

test('the application cannot move a delivery time, and nobody can move it to an earlier time', async () => {
  const id = await bought();
  const later = `update transactions set deliver_by = deliver_by + interval '1 hour' where id = '${id}'`;
  const refusal = 'moves only later';
  await expect(world.database.asOwner(`set role sterling_app; ${later}`)).rejects.toThrow(refusal);
  await expect(world.database.asOwner(later.replace('+', '-'))).rejects.toThrow(refusal);
  await world.step(sela, id, 'deliver');
  await expect(world.database.asOwner(later)).rejects.toThrow(refusal);
});
