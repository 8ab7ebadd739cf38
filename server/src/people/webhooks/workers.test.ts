import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DEAD, openDyingPool } from '../../../test/dying-pool.ts';
import { status } from '../../../test/receiver.ts';
import { useWebhookWorld } from '../../../test/webhook-world.ts';
import { openServices } from '../../app.ts';
import { openAddressGuard } from '../../outside/address-guard.ts';
import { enqueueDueDeliveries } from './deliveries.ts';
import { deliver, followWebhooks } from './webhooks.jobs.ts';

const world = useWebhookWorld();

const order = () => crypto.randomUUID();

test('a worker that is killed at any step of an attempt loses no event and records no false one', async () => {
  const { services, database } = world.app;
  const { id, secret } = await world.add();
  let killedAfterSending = 0;
  let isDone = false;
  for (let statements = 0; !isDone; statements += 1) {
    await world.news(order(), statements);
    const deliveryId = (await world.deliveries(id))[0]!.id;
    const dying = openDyingPool(database.url, undefined, statements);
    const dead = await deliver({ ...services, db: dying.db }, deliveryId).catch((error: Error) => error);
    await dying.close();
    isDone = dead === undefined;
    if (dead) expect(dead.message).toBe(DEAD);
    if (dead && world.receiver.events.length > 0) killedAfterSending += 1;

    // while the attempt may still be running, nobody repeats it
    const before = (await world.deliveries(id))[0]!;
    await deliver(services, deliveryId);
    if (Number(before.tries) > 0) expect((await world.deliveries(id))[0]).toMatchObject(before);
    await world.skipWaits();
    await world.sendDue();
    expect((await world.deliveries(id))[0]).toMatchObject({ state: 'delivered' });
    const events = world.receiver.verified(secret);
    expect(events.length).toBeGreaterThan(0);
    expect(new Set(events.map((event) => event.id)).size).toBe(1);
    expect(events[0]!.data).toMatchObject({ robux: String(statements) });
    world.receiver.events.length = 0;
  }
  // some kills came between sending and recording, so that the event was sent twice
  expect(killedAfterSending).toBeGreaterThan(0);
});

test('an attempt waits while another worker looks at its delivery, and then happens', async () => {
  const { services } = world.app;
  const { id } = await world.add();
  await world.news(order(), 1);
  const [delivery] = await world.deliveries(id);
  await services.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('webhookDeliveries')
      .where('id', '=', delivery!.id)
      .select('id')
      .forUpdate()
      .execute();
    void deliver(services, delivery!.id);
    await sleep(300);
  });
  await expect.poll(() => world.receiver.events.length).toBe(1);
});

test('two workers send each event once, and keep the order of each object', async () => {
  const { services, database, internet } = world.app;
  const guard = openAddressGuard(services.config, internet.parts);
  const { secret } = await world.add();
  const objects = [order(), order(), order()];
  const expected: string[] = [];
  for (let robux = 0; robux < 24; robux += 1) {
    await world.news(objects[robux % objects.length]!, robux);
    expected.push(String(robux));
  }
  world.receiver.answer = (response, event) => void setTimeout(() => status(204)(response, event), 20);
  const other = await openServices(services.config, services.log, database.url, guard);
  const stopping = new AbortController();
  const workers = [services, other.services].map((each) => followWebhooks(each, stopping.signal));
  await expect.poll(() => world.receiver.events.length, { timeout: 40_000, interval: 50 }).toBe(24);
  stopping.abort();
  await Promise.all(workers);
  await other.close();

  const robux = world.receiver.verified(secret).map(({ data }) => String(data.robux));
  expect(robux.toSorted()).toEqual(expected.toSorted());
  for (let object = 0; object < objects.length; object += 1) {
    const own = robux.map(Number).filter((each) => each % objects.length === object);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  }
}, 60_000);

test('many events for a receiver that is down do not delay the events of others', async () => {
  const { services } = world.app;
  const sela = await world.app.signIn('sela', 'seller');
  await world.add();
  for (let robux = 0; robux < 20; robux += 1) await world.news(order(), robux);
  await world.add({ url: 'https://hook.example/other' }, sela);
  await world.news(order(), 100, sela);
  expect(await enqueueDueDeliveries(services.db, services.queue)).toBe(5);
  // while they are queued or being sent, no further ones of the same endpoint are queued
  expect(await enqueueDueDeliveries(services.db, services.queue)).toBe(0);
  const jobs = await services.queue.fetch<{ userId: string }>('webhooks.deliver', { batchSize: 100 });
  expect(jobs.map(({ data }) => data.userId).filter((id) => id === sela.id)).toHaveLength(1);
});
