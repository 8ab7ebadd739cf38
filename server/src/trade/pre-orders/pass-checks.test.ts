import { expect, test } from 'vitest';
import { useQueue } from '../../../test/pre-orders.ts';
import { eventually } from '../../../test/processes.ts';
import { SILENT } from '../../../test/silent-log.ts';
import { credit, spend } from '../../../test/wallets.ts';
import type { Services } from '../../services.ts';
import { fail } from '../orders/purchasing/outcomes.ts';
import { followPreOrders } from './pre-orders.jobs.ts';
import type { PassFound } from './pre-orders.rules.ts';
import { claimDuePassChecks, recordPassCheck } from './pre-orders.ts';

/** Checks of the gamepasses that pre-orders wait for. */
const queue = useQueue();

test('the gamepass of a person who may not buy is not checked until they may', async () => {
  const id = await waitingForPass();
  await queue.database.asOwner('update pre_orders set next_check_at = now() where id = $1', [id]);
  const setBanned = (isBanned: boolean) =>
    queue.database.asOwner(
      'update users set is_banned = $2 where id = (select buyer_id from pre_orders where id = $1)',
      [id, isBanned],
    );
  await setBanned(true);
  expect(await claimDuePassChecks(queue.database.db)).toEqual([]);
  await setBanned(false);
  expect(await claimDuePassChecks(queue.database.db)).toMatchObject([{ id }]);
});

test('a pre-order keeps its place when its gamepass is missing for a moment, and is closed when it stays missing', async () => {
  const missing = await waitingForPass();
  const check = async (found: PassFound, times = 1) => {
    for (let time = 0; time < times; time += 1) await recordPassCheck(queue.database.db, missing, found);
    return (await queue.stateOf(missing)).status;
  };
  expect(await check('missing', 19)).toBe('waiting');
  expect(await check('wrong')).toBe('waiting');
  expect(await check('missing', 19)).toBe('waiting');
  expect(await check('missing')).toBe('closed');
});

test('a gamepass that Roblox does not answer for does not keep other pre-orders from being matched', async () => {
  const checked = await waitingForPass();
  await queue.database.asOwner('update pre_orders set next_check_at = now() where id = $1', [checked]);
  const nova = await queue.buyer(400);
  const waiting = await queue.preOrder(nova);
  await take(nova, 400);
  await queue.stock(1_000, 300);
  expect(await queue.stateOf(waiting)).toMatchObject({ status: 'waiting' });

  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<null>();
  const gamepass = () => {
    asked.resolve();
    return answer.promise;
  };
  const stopping = new AbortController();
  const services = { db: queue.database.db, game: { gamepass }, log: SILENT } as unknown as Services;
  const following = followPreOrders(services, stopping.signal);
  await asked.promise;
  await credit(queue.database.db, nova, 400);
  try {
    await eventually(async () => (await queue.stateOf(waiting)).status === 'matched');
  } finally {
    answer.resolve(null);
    stopping.abort();
    await following;
  }
});

/** A pre-order whose order failed because of its gamepass, without other stock. */
async function waitingForPass(): Promise<string> {
  const id = await queue.preOrder(await queue.buyer());
  const accountId = await queue.stock(1_000, 300);
  await failOrderOf(id);
  await queue.change(accountId, 'is_active = false');
  return id;
}

const failOrderOf = (id: string) =>
  queue.onOrderOf(id, (tx, order) => fail(tx, order, 'The gamepass is off sale'));

async function take(buyerId: string, amount: number): Promise<void> {
  await spend(queue.database.db, buyerId, amount);
}
