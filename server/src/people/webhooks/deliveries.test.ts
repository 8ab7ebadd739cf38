import { describe, expect, test } from 'vitest';
import { status } from '../../../test/receiver.ts';
import { stepNow } from '../../../test/steps.ts';
import { useWebhookWorld } from '../../../test/webhook-world.ts';
import { addNews } from '../inbox/inbox.ts';
import { deleteOldDeliveries } from './webhooks.ts';

const world = useWebhookWorld();

const order = () => crypto.randomUUID();
const again = (id: string, deliveryId: string) =>
  world.nova.call('POST', `/api/webhooks/${id}/deliveries/${deliveryId}/send`);

test('the news of an order reaches buyer and seller, in the transaction that makes it', async () => {
  const [sela, nova] = [await world.app.seller(1_000, 3), await world.app.buyer(1_000)];
  const [seller, buyer] = [
    await world.add({ url: 'https://hook.example/sela' }, sela),
    await world.add({ url: 'https://hook.example/nova' }, nova),
  ];
  const placed = await world.app.order(nova, await world.app.pass(300), 300);
  await stepNow(world.app.orderServices, String(placed.body.id));
  await world.app.final(nova, placed);
  await world.sendDue();
  const data = { orderId: placed.body.id, state: 'completed', robux: '300', usd: '0.90' };
  const at = (path: string) => world.receiver.events.filter((event) => event.path === path);
  expect(at('/sela').map(({ body }) => JSON.parse(body))).toMatchObject([{ type: 'order.sold', data }]);
  expect(at('/nova').map(({ body }) => JSON.parse(body))).toMatchObject([{ type: 'order.completed', data }]);
  expect(seller.secret).not.toBe(buyer.secret);
});

test('news that is rolled back is not sent', async () => {
  await world.add();
  const work = world.app.services.db.transaction().execute(async (tx) => {
    await addNews(tx, world.nova.id, { code: 'order_sold', robux: 1, cents: 1 }, order());
    throw new Error('rolled back');
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await world.sendDue()).toBe(0);
});

describe('the order of events (S9.03)', () => {
  test('a later event about an object waits for the earlier one; other objects do not', async () => {
    const { id } = await world.add();
    const [one, other] = [order(), order()];
    await world.news(one, 1);
    await world.news(one, 2);
    await world.news(other, 3);
    world.receiver.answer = (response, { body }) =>
      status(body.includes('"robux":"1"') ? 500 : 204)(response, world.receiver.events[0]!);
    await world.sendDue();
    expect(world.robuxSeen().toSorted()).toEqual(['1', '3']);
    const waiting = await world.deliveries(id, '?state=waiting');
    expect(waiting.map(({ nextTryAt }) => nextTryAt !== null)).toEqual([false, true]);
    world.receiver.answer = status(204);
    world.receiver.events.length = 0;
    await world.nextTry();
    expect(world.robuxSeen()).toEqual(['1', '2']);
  });

  test('an event that was given up no longer blocks', async () => {
    await world.add();
    const object = order();
    await world.news(object, 1);
    await world.news(object, 2);
    world.receiver.answer = (response, event) =>
      status(event.body.includes('"robux":"1"') ? 500 : 204)(response, event);
    for (let turn = 0; turn < 10; turn += 1) await world.nextTry();
    expect(world.robuxSeen()).toEqual([...Array(10).fill('1'), '2']);
  });

  test('events behind one that fails are not looked at until it is over', async () => {
    const { id } = await world.add();
    const object = order();
    for (let robux = 1; robux <= 3; robux += 1) await world.news(object, robux);
    world.receiver.answer = status(500);
    await world.sendDue();
    await world.sendDue();
    const due = `select count(*)::int as count from webhook_deliveries where endpoint_id = $1 and state = 'waiting' and due_at <= now()`;
    expect((await world.app.database.asOwner(due, [id])).rows).toEqual([{ count: 0 }]);
    world.receiver.answer = status(204);
    world.receiver.events.length = 0;
    const first = (await world.deliveries(id)).at(-1)!;
    expect((await again(id, first.id)).status).toBe(200);
    await world.sendDue();
    expect(world.robuxSeen()).toEqual(['1', '2', '3']);
  });

  test('many events about one object arrive in order', async () => {
    await world.add();
    const object = order();
    for (let robux = 1; robux <= 6; robux += 1) await world.news(object, robux);
    await world.sendDue();
    expect(world.robuxSeen()).toEqual(['1', '2', '3', '4', '5', '6']);
  });
});

describe('sending again', () => {
  test('repeats an event under its id, whether it was delivered or given up', async () => {
    const { id, secret } = await world.add();
    await world.news(order(), 1);
    await world.sendDue();
    const [delivery] = await world.deliveries(id);
    expect((await again(id, delivery!.id)).body).toMatchObject({ state: 'waiting', tries: 0 });
    await world.sendDue();
    const [first, second] = world.receiver.verified(secret);
    expect(second).toEqual(first);
    expect(await world.deliveries(id)).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });

  test('sends a waiting event now, and never twice at the same time', async () => {
    const { id } = await world.add();
    await world.news(order(), 1);
    world.receiver.answer = status(500);
    await world.sendDue();
    world.receiver.answer = status(204);
    const [delivery] = await world.deliveries(id);
    await Promise.all([again(id, delivery!.id), again(id, delivery!.id)]);
    expect([await world.sendDue(), world.receiver.events.length]).toEqual([1, 2]);
  });

  test('is refused for events of other people, and while the webhook is off', async () => {
    const { id } = await world.add();
    await world.news(order(), 1);
    const [delivery] = await world.deliveries(id);
    const other = await world.app.signIn('sela', 'seller');
    const theirs = await world.add({ url: 'https://hook.example/theirs' }, other);
    for (const path of [id, theirs.id])
      expect((await other.call('POST', `/api/webhooks/${path}/deliveries/${delivery!.id}/send`)).status).toBe(
        404,
      );
    await world.nova.call('PATCH', `/api/webhooks/${id}`, { isOn: false });
    expect((await again(id, delivery!.id)).body.code).toBe('out_of_order');
  });
});

describe('a webhook is switched off', () => {
  const notices = async () => {
    const { entries } = (await world.nova.call('GET', '/api/inbox')).body as {
      entries: { title: string; text: string }[];
    };
    return entries.filter(({ title }) => title === 'Webhook switched off').map(({ text }) => text);
  };

  test('after a week without a success, with a notice', async () => {
    const { id } = await world.add({ kinds: ['orders'] });
    const other = await world.add({ url: 'https://hook.example/other' });
    await world.news(order(), 1);
    await world.news(order(), 2);
    world.receiver.answer = (response, event) => status(event.path === '/other' ? 204 : 500)(response, event);
    await world.sendDue();
    await world.app.database.asOwner(
      `update webhook_endpoints set failing_since = now() - interval '6 days 23 hours' where id = $1`,
      [id],
    );
    await world.nextTry();
    expect(await world.readWebhook()).toMatchObject({ off: null });
    await world.app.database.asOwner(
      `update webhook_endpoints set failing_since = now() - interval '7 days' where id = $1`,
      [id],
    );
    await world.nextTry();
    expect(await world.readWebhook()).toMatchObject({ off: { reason: 'failing' } });
    expect(await notices()).toEqual([expect.stringContaining('hook.example has failed for a week')]);
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(['given_up', 'given_up']);
    // the other webhook hears of it
    expect((await world.deliveries(other.id))[0]).toMatchObject({ type: 'security.webhook_switched_off' });
    await world.nova.call('PATCH', `/api/webhooks/${id}`, { isOn: true });
    expect(await world.readWebhook()).toMatchObject({ off: null, failingSince: null });
  });

  test('when the receiver answers 410', async () => {
    await world.add();
    await world.news(order(), 1);
    world.receiver.answer = status(410);
    await world.sendDue();
    expect(await world.readWebhook()).toMatchObject({ off: { reason: 'gone' } });
    expect(await notices()).toHaveLength(1);
  });
});

test('deliveries are deleted after 30 days', async () => {
  const { id } = await world.add();
  await world.news(order(), 1);
  await world.news(order(), 2);
  await world.app.database.asOwner(
    `update webhook_deliveries set at = now() - interval '30 days 1 minute' where details ->> 'robux' = '1'`,
  );
  await deleteOldDeliveries(world.app.services.db);
  expect((await world.deliveries(id)).map(({ body }) => JSON.parse(String(body)).data.robux)).toEqual(['2']);
});
