import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import type { Services } from '../../services.ts';
import { checkUrl } from './webhooks.lookups.ts';
import { listDeliveries, listWebhooks, readDelivery, readWebhook } from './webhooks.reads.ts';
import {
  addTestEvent,
  addWebhook,
  changeWebhook,
  removeWebhook,
  rotateSecret,
  sendAgain,
} from './webhooks.ts';

type Needed = Pick<Services, 'config' | 'db' | 'vault' | 'guard'>;

/** A person's webhooks. Another person's webhook is answered like a missing one. */
export function webhookRoutes(services: Needed): Route[] {
  const { db, vault } = services;
  return [
    handle(api.webhooks.list, ({ user }) => listWebhooks(db, user.id)),
    handle(api.webhooks.add, async (call) => {
      const { user, body, write } = call;
      const url = await checkUrl(services, body.url);
      return write(async (tx) => {
        const { id, secret } = await addWebhook(tx, vault, call.user.id, { url, kinds: body.kinds });
        return { webhook: await readWebhook(tx, user.id, id), secret };
      }, CHANGES_SELF);
    }),
    handle(api.webhooks.change, async (call) => {
      const { user, body, params, write } = call;
      await readWebhook(db, user.id, params.id);
      const url = body.url === undefined ? undefined : await checkUrl(services, body.url);
      return write(async (tx) => {
        await changeWebhook(tx, call.user.id, params.id, { ...body, url });
        return readWebhook(tx, user.id, params.id);
      }, CHANGES_SELF);
    }),
    handle(api.webhooks.rotateSecret, (call) =>
      call.write(async (tx) => {
        const secret = await rotateSecret(tx, vault, call.user.id, call.params.id);
        return { webhook: await readWebhook(tx, call.user.id, call.params.id), secret };
      }),
    ),
    handle(api.webhooks.remove, (call) =>
      call.write(async (tx) => {
        await removeWebhook(tx, call.user.id, call.params.id);
        return { success: true as const };
      }),
    ),
    ...deliveryRoutes(services),
  ];
}

function deliveryRoutes({ db }: Needed): Route[] {
  return [
    handle(api.webhooks.test, ({ user, params, write }) =>
      write(async (tx) => readDelivery(tx, user.id, params.id, await addTestEvent(tx, user.id, params.id))),
    ),
    handle(api.webhooks.deliveries, async ({ user, params, query, total }) => {
      const found = await listDeliveries(db, user.id, params.id, query);
      total(found.total);
      return found.deliveries;
    }),
    handle(api.webhooks.sendAgain, ({ user, params: { id, deliveryId }, write }) =>
      write(async (tx) => {
        await sendAgain(tx, user.id, id, deliveryId);
        return readDelivery(tx, user.id, id, deliveryId);
      }),
    ),
  ];
}
