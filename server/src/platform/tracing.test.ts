import { api } from '@sterling/contract/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../test/order-world.ts';
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '../../test/otlp.ts';
import { eventually, makeLogin, type ProductProcess, startProcess } from '../../test/processes.ts';
import { openVisitor } from '../../test/visitor.ts';
import { APP_ROLE } from './db/pool.ts';
import { openTracing, traced, traceFields, traceparent } from './tracing.ts';

let world: OrderWorld;
let receiver: OtlpReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([openOrderWorld(), openOtlpReceiver()]);
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

/** The job of a purchase ends a moment after its order. */
async function noPurchaseRuns(): Promise<boolean> {
  const { rows } = await world.database.asOwner(
    `select from pgboss.job where name = 'orders.buy-gamepass' and state = 'active'`,
  );
  return rows.length === 0;
}

/** Traces what `work` does, until all spans have arrived. */
async function whileTracing<Result>(work: () => Promise<Result>): Promise<Result> {
  const close = await openTracing(`${receiver.endpoint}/v1/traces`, 'all');
  try {
    return await work();
  } finally {
    await eventually(noPurchaseRuns);
    await close();
  }
}

async function buy() {
  const seller = await world.seller(1_000, 3);
  const buyer = await world.buyer(1_000);
  const pass = await world.pass(300);
  const placed = await world.order(buyer, pass, 300);
  expect((await world.final(buyer, placed)).status).toBe('completed');
  await world.clear();
  return { seller, buyer, pass, id: String(placed.body.id) };
}

const jobData = async () =>
  (await world.database.asOwner('select data::text from pgboss.job')).rows.map(({ data }) => String(data));

describe('S9.14 traces', () => {
  test('are off by default: no span, no call, and jobs carry nothing more', async () => {
    const { id } = await buy();
    expect((await jobData()).filter((data) => data.includes(id))).not.toEqual([]);
    expect((await jobData()).join()).not.toContain('traceparent');
    expect(await traced('work', {}, async () => traceparent(), { begins: true })).toBeUndefined();
    expect(receiver.calls).toEqual([]);
    expect(world.log()).not.toContain('traceId');
  });

  test('follow an order from its request through transaction, job and calls to Roblox under one id', async () => {
    const { id } = await whileTracing(buy);
    const spans = await eventually(async () => {
      const received = receiver.spans();
      return received.some(({ name }) => name === 'orders.buy-gamepass') && received;
    });
    const first = spans.find((span) => span.name === 'POST /api/robux/orders')!;
    expect(first).toMatchObject({ parentSpanId: '' });
    expect(first.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/robux/orders',
      'http.response.status_code': 201,
      'sterling.id': id,
    });
    const trace = spans.filter(({ traceId }) => traceId === first.traceId);
    const job = trace.find(({ name }) => name === 'orders.buy-gamepass')!;
    expect(job.attributes).toEqual({ 'sterling.orderId': id });
    expect(ancestorsOf(job, trace)).toContain('POST /api/robux/orders');
    const ofRequest = trace.filter((span) => !ancestorsOf(span, trace).includes(job.name));
    expect(ofRequest.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GET 127.0.0.1', 'transaction']),
    );
    const ofJob = trace.filter((span) => ancestorsOf(span, trace).includes(job.name));
    expect(ofJob.map(({ name }) => name)).toEqual(expect.arrayContaining(['POST 127.0.0.1', 'transaction']));
    expect(world.log()).toMatch(
      new RegExp(`"route":"/api/robux/orders","status":201.*"traceId":"${first.traceId}".*"answered"`),
    );
  });

  test('show a sign-in with its calls to Discord', async () => {
    const path = '/auth/discord/callback';
    await whileTracing(() => openVisitor(world).signIn('wilma'));
    const spans = await eventually(async () => receiver.spans().length > 0 && receiver.spans());
    const first = spans.find((span) => span.name === `GET ${path}`)!;
    expect(first.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': path,
      'http.response.status_code': 302,
    });
    const trace = spans.filter(({ traceId }) => traceId === first.traceId).map(({ name }) => name);
    expect(trace).toEqual(expect.arrayContaining(['GET 127.0.0.1', 'transaction']));
  });

  test('stay apart when orders are placed together', async () => {
    const orders = await whileTracing(async () => {
      await world.seller(2_000, 3);
      const buyers = await Promise.all([world.buyer(1_000), world.buyer(1_000), world.buyer(1_000)]);
      const passes = await Promise.all(buyers.map(() => world.pass(200)));
      const placed = await Promise.all(buyers.map((buyer, n) => world.order(buyer, passes[n]!, 200)));
      for (const [n, buyer] of buyers.entries()) await world.final(buyer, placed[n]!);
      await world.clear();
      return placed.map(({ body }) => String(body.id));
    });
    const spans = receiver.spans();
    const traceOf = (name: string, attribute: string, id: string) =>
      spans.find((span) => span.name === name && span.attributes[attribute] === id)?.traceId;
    const requests = orders.map((id) => traceOf('POST /api/robux/orders', 'sterling.id', id));
    expect(new Set(requests).size).toBe(3);
    expect(orders.map((id) => traceOf('orders.buy-gamepass', 'sterling.orderId', id))).toEqual(requests);
  });

  test('contain no cookie, token, address, name or query', async () => {
    const { buyer, seller, pass } = await whileTracing(async () => {
      const bought = await buy();
      await bought.buyer.call('GET', '/api/history?search=my-secret-search');
      await bought.buyer.call('GET', '/api/robux/orders/not-an-id-but-a-secret');
      await bought.buyer.call('PUT', `/api/users/${bought.buyer.id}`, { role: 'secret-role' });
      return bought;
    });
    await eventually(async () => receiver.text().includes('/api/users/{id}'));
    const secrets = [buyer.cookie.split('=')[1]!, seller.game.cookie, pass.url, 'secret', 'nova'];
    for (const secret of secrets) expect(receiver.text(), secret).not.toContain(secret);
    expect(receiver.text()).not.toMatch(/"(?:::1|127\.0\.0\.1:\d+|10\.[\d.]+)"/);
    expect(receiver.spans().filter(({ name }) => name.startsWith('PUT'))).toMatchObject([
      { attributes: { 'http.response.status_code': 403, 'sterling.refusal': 'unauthorized' } },
    ]);
  });

  test('a span that ended has no further part in a trace, and a malformed parent begins a new one', async () => {
    await whileTracing(async () => {
      let later: Promise<object> = Promise.resolve({});
      await traced(
        'short',
        {},
        async () => {
          expect(traceFields()).toEqual({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
          later = new Promise((resolve) => void setTimeout(() => resolve(traceFields()), 20));
        },
        { begins: true },
      );
      expect(await later).toEqual({});
      const own = await traced('job', {}, async () => traceparent(), { parent: '00-x-y-01', begins: true });
      expect(own).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(await traced('job', {}, async () => traceparent(), { parent: null })).toBeUndefined();
    });
  });
});

function ancestorsOf(span: ReceivedSpan, trace: readonly ReceivedSpan[]): string[] {
  const parent = trace.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [parent.name, ...ancestorsOf(parent, trace)] : [];
}

describe('S9.14 a process', () => {
  /** Prints every import of the tracing libraries. */
  const WATCH = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (/opentelemetry.(sdk|exporter|resources)/.test(name)) console.error('IMPORTED', name);
      return next(name, context);
    } });`;

  async function start(env: Record<string, string>): Promise<ProductProcess> {
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(WATCH)}`;
    return startProcess('web', {
      databaseUrl: await makeLogin(world.database, APP_ROLE),
      sandboxUrl: world.sandboxUrl,
      directory: world.services.config.dataDir,
      env: { NODE_OPTIONS, ...env },
    });
  }

  async function sessionsOf({ origin }: ProductProcess): Promise<number> {
    const { cookie } = await world.signIn('mira');
    return (await fetch(`${origin}${api.sessions.list.path}`, { headers: { cookie } })).status;
  }

  test('imports the libraries only when OTEL_EXPORTER_OTLP_ENDPOINT is set, and sends the rest when it stops', async () => {
    const off = await start({});
    expect(await sessionsOf(off)).toBe(200);
    await off.stop();
    expect(off.log()).not.toContain('IMPORTED');
    const calls = receiver.calls.length;
    const on = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.endpoint}/` });
    expect(receiver.calls).toHaveLength(calls);
    expect(await sessionsOf(on)).toBe(200);
    await on.stop();
    expect(on.log()).toContain('IMPORTED @opentelemetry/sdk-trace');
    expect(receiver.calls.at(-1)).toBe('/v1/traces');
    const { traceId } = receiver.spans().find(({ name }) => name === `GET ${api.sessions.list.path}`)!;
    expect(on.log()).toMatch(new RegExp(`"status":200.*"traceId":"${traceId}"`));
  });

  test('whose receiver does not answer serves as before, and stops in time', async () => {
    const on = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect(await sessionsOf(on)).toBe(200);
    await on.stop();
    expect(on.log()).toContain('"msg":"sterling has stopped"');
  });
});
