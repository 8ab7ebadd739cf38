import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { status } from '../../../test/receiver.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../test/receiver-certificate.ts';
import { useWebhookWorld } from '../../../test/webhook-world.ts';

const world = useWebhookWorld();

const order = () => crypto.randomUUID();

describe('a receiver that fails (S9.03)', () => {
  test('gets the event again under the same id and with the same body, until it takes it', async () => {
    const { id, secret } = await world.add();
    await world.news(order(), 1);
    world.receiver.answer = status(500, {}, 'out of paper');
    await world.sendDue();
    const [failed] = await world.deliveries(id);
    expect(failed).toMatchObject({ state: 'waiting', tries: 1, last: { status: 500, text: 'out of paper' } });
    expect(Date.parse(String(failed!.nextTryAt)) - Date.now()).toBeGreaterThan(3_000);
    expect((await world.readWebhook()).failingSince).not.toBe(null);
    expect(await world.sendDue()).toBe(0);

    world.receiver.answer = status(200, {}, 'thanks');
    await world.nextTry();
    expect(await world.deliveries(id)).toMatchObject([
      { state: 'delivered', tries: 2, nextTryAt: null, last: { status: 200, text: 'thanks', problem: null } },
    ]);
    const [first, second] = world.receiver.events;
    expect([second!.body, second!.headers['webhook-id']]).toEqual([
      first!.body,
      first!.headers['webhook-id'],
    ]);
    expect(world.receiver.verified(secret)).toHaveLength(2);
    expect(await world.readWebhook()).toMatchObject({ failingSince: null, off: null });
  });

  test('gets no more after ten attempts in three days', async () => {
    const { id } = await world.add();
    await world.news(order(), 1);
    world.receiver.answer = status(503);
    for (let turn = 0; turn < 12; turn += 1) await world.nextTry();
    expect(world.receiver.events).toHaveLength(10);
    expect(await world.deliveries(id)).toMatchObject([{ state: 'given_up', tries: 10, nextTryAt: null }]);
  });

  test('may ask for a longer wait', async () => {
    const { id } = await world.add();
    await world.news(order(), 1);
    world.receiver.answer = status(429, { 'retry-after': '600' });
    await world.sendDue();
    const [delivery] = await world.deliveries(id);
    expect(Date.parse(String(delivery!.nextTryAt)) - Date.now()).toBeGreaterThan(590_000);
  });

  test('is shown with the first kilobyte of its answer only', async () => {
    const { id } = await world.add();
    await world.news(order(), 1);
    world.receiver.answer = status(400, {}, `\0${'é'.repeat(1_000_000)}`);
    await world.sendDue();
    const [delivery] = await world.deliveries(id);
    expect(delivery!.last).toMatchObject({ status: 400, text: `\uFFFD${'é'.repeat(511)}` });
  });

  test('and redirects is not followed', async () => {
    const { id } = await world.add();
    await world.news(order(), 1);
    world.receiver.answer = status(302, { location: 'https://hook.example/elsewhere' }, 'over there');
    await world.sendDue();
    expect(world.receiver.events.map(({ path }) => path)).toEqual(['/in']);
    expect(await world.deliveries(id)).toMatchObject([
      { state: 'waiting', last: { status: 302, text: 'over there' } },
    ]);
  });

  test('and has been replaced meanwhile says nothing about the new address', async () => {
    const { id } = await world.add({ kinds: ['orders'] });
    await world.news(order(), 1);
    world.receiver.answer = (response) => {
      void world.nova
        .call('PATCH', `/api/webhooks/${id}`, { url: 'https://hook.example/new' })
        .then(() => status(410)(response, world.receiver.events[0]!));
    };
    await world.sendDue();
    expect(await world.readWebhook()).toMatchObject({
      url: 'https://hook.example/new',
      off: null,
      failingSince: null,
    });
    world.receiver.answer = status(204);
    await world.nextTry();
    expect(world.receiver.events.map(({ path }) => path)).toEqual(['/in', '/new']);
    expect(await world.deliveries(id)).toMatchObject([{ state: 'delivered', tries: 2 }]);
  });

  test('and stalls, answers late or never ends its answer has ten seconds, and blocks nobody else', async () => {
    const add = (path: string) => world.add({ url: `https://hook.example/${path}`, kinds: ['orders'] });
    const [silent, late, endless] = [await add('silent'), await add('late'), await add('endless')];
    const slow = await add('slow');
    world.receiver.answer = (response, { path }) => {
      if (path === '/late') void sleep(10_500).then(() => response.writeHead(200).end());
      if (path === '/slow') void sleep(1_500).then(() => response.writeHead(200).end('slow'));
      if (path === '/endless') response.writeHead(200).write('begun');
    };
    await world.news(order(), 1);
    await world.sendDue();
    for (const { id } of [silent, late, endless]) {
      const [delivery] = await world.deliveries(id);
      expect(delivery).toMatchObject({
        state: 'waiting',
        tries: 1,
        last: { status: null, problem: 'timeout' },
      });
      expect((delivery!.last as { tookMs: number }).tookMs).toBeLessThan(11_500);
    }
    expect(await world.deliveries(slow.id)).toMatchObject([{ state: 'delivered', last: { text: 'slow' } }]);
  }, 30_000);
});

test('a receiver that speaks HTTP/2 gets its events too', async () => {
  const events: string[] = [];
  const server = createSecureServer({ key: CERTIFICATE_KEY, cert: CERTIFICATE, allowHTTP1: true });
  server.on('request', (request, response) => {
    events.push(request.httpVersion);
    request.resume();
    response.writeHead(200).end('over two');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.app.internet.localPorts.set('203.0.113.30', (server.address() as { port: number }).port);
  const { id } = await world.add();
  await world.news(order(), 1);
  await world.sendDue();
  expect(events).toEqual(['2.0']);
  expect(await world.deliveries(id)).toMatchObject([{ state: 'delivered', last: { text: 'over two' } }]);
  server.close();
});

describe('access 19: a receiver that cannot be reached safely', () => {
  const problemAfter = async (prepare: () => void) => {
    const { id } = await world.add();
    await world.news(order(), 1);
    prepare();
    await world.sendDue();
    const [delivery] = await world.deliveries(id);
    expect(delivery).toMatchObject({ state: 'waiting', last: { status: null, text: null } });
    return (delivery!.last as { problem: string }).problem;
  };
  const internet = () => world.app.internet;

  test('a name that resolves to a private address at the delivery is refused', async () => {
    for (const address of ['127.0.0.1', '10.0.0.5', '169.254.169.254', '::1']) {
      internet().names.set('hook.example', ['203.0.113.30']);
      const problem = await problemAfter(() => internet().names.set('hook.example', [address]));
      expect([address, problem]).toEqual([address, 'private_address']);
      await world.app.database.asOwner('delete from webhook_endpoints');
    }
    expect(world.receiver.events).toEqual([]);
  });

  test('a name that changes between two deliveries is checked for each of them', async () => {
    const { id } = await world.add();
    await world.news(order(), 1);
    await world.sendDue();
    internet().names.set('hook.example', ['203.0.113.30', '192.168.0.1']);
    await world.news(order(), 2);
    await world.sendDue();
    expect(world.robuxSeen()).toEqual(['1']);
    expect((await world.deliveries(id))[0]).toMatchObject({ last: { problem: 'private_address' } });
  });

  test('an unknown name, a closed port and a wrong certificate are named', async () => {
    expect(await problemAfter(() => internet().names.delete('hook.example'))).toBe('unknown_host');
    await world.app.database.asOwner('delete from webhook_endpoints');
    internet().names.set('hook.example', ['203.0.113.30']);
    expect(await problemAfter(() => internet().localPorts.delete('203.0.113.30'))).toBe('refused');
    await world.app.database.asOwner('delete from webhook_endpoints');
    internet().localPorts.set('203.0.113.30', world.receiver.port);
    internet().names.set('other.test', ['203.0.113.30']);
    const { id } = await world.add({ url: 'https://other.test/' });
    await world.news(order(), 1);
    await world.sendDue();
    expect(await world.deliveries(id)).toMatchObject([{ last: { problem: 'certificate' } }]);
    expect(world.receiver.events).toEqual([]);
  });
});
