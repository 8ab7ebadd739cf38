import { NotificationKind } from '@sterling/contract/notifications.ts';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { enqueueDueDeliveries } from '../src/people/webhooks/deliveries.ts';
import { deliver } from '../src/people/webhooks/webhooks.jobs.ts';
import type { Caller } from './app.ts';
import { type OrderWorld, openOrderWorld } from './order-world.ts';
import { openReceiver, type Receiver } from './receiver.ts';

export const ALL_KINDS = NotificationKind.options;

export interface ShownDelivery extends Record<string, unknown> {
  readonly id: string;
  readonly state: string;
}

/** The product with a new receiver at https://hook.example/ for each test. */
export interface WebhookWorld {
  readonly app: OrderWorld;
  receiver: Receiver;
  nova: Caller;
  /** Adds a webhook of nova and returns its id and secret. */
  add(over?: object, who?: Caller): Promise<{ id: string; secret: string }>;
  /** Adds news about an order to a person's inbox. */
  news(orderId: string | null, robux: number, who?: Caller): Promise<void>;
  /** Makes all waiting deliveries due and attempts each due one, until none is left. */
  sendDue(): Promise<number>;
  /** Ends all waits, including those of attempts whose process died. */
  skipWaits(): Promise<void>;
  /** Ends all waits, and attempts the due deliveries once. */
  nextTry(): Promise<void>;
  /** Nova's webhook as nova sees it. */
  readWebhook(): Promise<{ off: { reason: string } | null; failingSince: string | null }>;
  deliveries(id: string, query?: string): Promise<ShownDelivery[]>;
  robuxSeen(): string[];
}

/** Opens the world for one test file. */
export function useWebhookWorld(): WebhookWorld {
  const world = {} as { -readonly [Name in keyof WebhookWorld]: WebhookWorld[Name] };
  beforeAll(async () => {
    world.app = await openOrderWorld({ worker: false });
    Object.assign(world, helpersOf(world));
  });
  beforeEach(async () => {
    world.receiver = await openReceiver();
    world.app.internet.localPorts.set('203.0.113.30', world.receiver.port);
    world.app.internet.names.set('hook.example', ['203.0.113.30']);
    world.nova = await world.app.signIn('nova');
  });
  afterEach(async () => {
    await world.app.database.asOwner('delete from webhook_endpoints');
    await world.receiver.close();
  });
  afterAll(() => world.app.close());
  return world;
}

function helpersOf(world: WebhookWorld): Partial<WebhookWorld> {
  const { services, database } = world.app;
  /** Takes the jobs from the queue, as a worker does. */
  const sendOnce = async (): Promise<number> => {
    const queued = await enqueueDueDeliveries(services.db, services.queue);
    if (queued === 0) return 0;
    const jobs = await services.queue.fetch<{ deliveryId: string }>('webhooks.deliver', { batchSize: 100 });
    await Promise.all(jobs.map(({ data }) => deliver(services, data.deliveryId)));
    await services.queue.complete(
      'webhooks.deliver',
      jobs.map(({ id }) => id),
    );
    return queued;
  };
  return {
    add: async (over = {}, who = world.nova) => {
      const wanted = { url: 'https://hook.example/in', kinds: ALL_KINDS, ...over };
      const { status, body } = await who.call('POST', '/api/webhooks', wanted);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return { id: (body.webhook as { id: string }).id, secret: String(body.secret) };
    },
    news: async (orderId, robux, who = world.nova) => {
      await database.asOwner(`select add_notification($1, 'orders', 'order_completed', $2, $3)`, [
        who.id,
        orderId,
        { robux, cents: 100 },
      ]);
    },
    sendDue: async () => {
      let sent = 0;
      for (let some = await sendOnce(); some > 0; some = await sendOnce()) sent += some;
      return sent;
    },
    skipWaits: async () => {
      await database.asOwner(
        `update webhook_deliveries set due_at = now(), queued_until = null, sending_until = null where state = 'waiting'`,
      );
    },
    nextTry: async () => {
      await world.skipWaits();
      await world.sendDue();
    },
    readWebhook: async () =>
      (
        (await world.nova.call('GET', '/api/webhooks')).body as unknown as [
          Awaited<ReturnType<WebhookWorld['readWebhook']>>,
        ]
      )[0],
    deliveries: async (id, query = '') =>
      (await world.nova.call('GET', `/api/webhooks/${id}/deliveries${query}`))
        .body as unknown as ShownDelivery[],
    robuxSeen: () => world.receiver.events.map(({ body }) => String(JSON.parse(body).data.robux)),
  };
}
