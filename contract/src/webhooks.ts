import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Id, Paging, Success, Time } from './fields.ts';
import { NotificationKind } from './notifications.ts';
import { t } from './texts.ts';

/** Webhooks that one person can have. */
export const MAX_WEBHOOKS = 5;
/** Ports that an address may name. Others would make Sterling a port scanner, and lead to mail and other services. */
export const WEBHOOK_PORTS: readonly number[] = [443, 8443];
/** How long the old secret also signs after a rotation. */
export const OLD_SECRET_HOURS = 24;
/** Deliveries are deleted after this time. */
export const DELIVERY_DAYS = 30;

/**
 * Why nothing is sent: the person turned it off, attempts failed for a week, the receiver answered 410, a ban, a restore of the
 * database, or the person was signed out everywhere.
 */
export const WebhookOffReason = z.enum(['person', 'failing', 'gone', 'banned', 'restored', 'signed_out']);
export type WebhookOffReason = z.output<typeof WebhookOffReason>;

/** An address of a person's own program. It receives their events, signed as Standard Webhooks specifies. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  kinds: z.array(NotificationKind),
  /** Null while it is on. */
  off: z.nullable(z.object({ reason: WebhookOffReason, at: Time })),
  /** Since when every attempt has failed; null after a success. */
  failingSince: z.nullable(Time),
  /** Until when an old secret also signs; null without one. */
  oldSecretUntil: z.nullable(Time),
  /** Events that are not delivered yet. */
  waiting: z.number(),
  createdAt: Time,
});
export type Webhook = z.output<typeof Webhook>;

/** The secret is shown in this answer only. */
const WithSecret = z.object({ webhook: Webhook, secret: z.string() });

/** Why an attempt got no answer. */
export const WebhookProblem = z.enum([
  'timeout',
  'refused',
  'reset',
  'malformed',
  'certificate',
  'unknown_host',
  'private_address',
  'forbidden_port',
]);
export type WebhookProblem = z.output<typeof WebhookProblem>;

export const DeliveryState = z.enum(['waiting', 'delivered', 'given_up']);
export type DeliveryState = z.output<typeof DeliveryState>;

/** One event for one webhook. */
export const WebhookDelivery = z.object({
  id: z.string(),
  /** The `webhook-id` header. It stays the same in all attempts. */
  eventId: z.string(),
  /** The `type` of the body. */
  type: z.string(),
  at: Time,
  state: DeliveryState,
  tries: z.number(),
  /** The next attempt; null if there will be none, or while the event waits for an earlier one about the same object. */
  nextTryAt: z.nullable(Time),
  /** The body of the request (WebhookEvent). */
  body: z.string(),
  /** The last attempt; null before the first one. */
  last: z.nullable(
    z.object({
      at: Time,
      tookMs: z.number(),
      /** HTTP status; null without an answer. */
      status: z.nullable(z.number()),
      /** The first 1,024 bytes of the answer. */
      text: z.nullable(z.string()),
      problem: z.nullable(WebhookProblem),
    }),
  ),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const MAX_CHARACTERS = 500;
const Url = z
  .string({ error: t('must be an https:// address') })
  .check(
    z.trim(),
    z.minLength(1, t('must not be empty')),
    z.maxLength(MAX_CHARACTERS, t('must be at most {most} characters', { most: MAX_CHARACTERS })),
  );
const Kinds = z
  .array(NotificationKind)
  .check(
    z.minLength(1, t('must not be empty')),
    z.maxLength(NotificationKind.options.length, t('are too many')),
  );

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/api/webhooks',
    access: 'signed-in',
    summary: 'Own webhooks, oldest first',
    reply: z.array(Webhook),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/webhooks',
    access: 'signed-in',
    summary: 'Add a webhook with a public https address, port 443 or 8443. The answer shows its secret once',
    stepUp: 'always',
    body: z.strictObject({ url: Url, kinds: Kinds }),
    status: 201,
    reply: WithSecret,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/webhooks/{id}',
    access: 'signed-in',
    summary: 'Change the address or the kinds of an own webhook, or turn it on or off',
    stepUp: 'always',
    params: ById,
    body: z.strictObject({
      url: z.optional(Url),
      kinds: z.optional(Kinds),
      isOn: z.optional(z.boolean()),
    }),
    reply: Webhook,
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: '/api/webhooks/{id}/secret',
    access: 'signed-in',
    summary: `Make a new secret, which is shown once. The old one also signs for ${OLD_SECRET_HOURS} hours`,
    stepUp: 'always',
    params: ById,
    reply: WithSecret,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    access: 'signed-in',
    summary: 'Delete an own webhook with its deliveries',
    protects: true,
    params: ById,
    reply: Success,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    access: 'signed-in',
    summary: 'Send a test event to an own webhook',
    params: ById,
    status: 201,
    reply: WebhookDelivery,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    access: 'signed-in',
    summary: `Deliveries of an own webhook in the last ${DELIVERY_DAYS} days, newest first`,
    params: ById,
    query: z.object({ ...Paging, state: z.optional(DeliveryState) }),
    reply: z.array(WebhookDelivery),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/webhooks/{id}/deliveries/{deliveryId}/send',
    access: 'signed-in',
    summary: 'Send an event again, or now if it waits for its next attempt',
    params: z.strictObject({ id: Id, deliveryId: Id }),
    reply: WebhookDelivery,
  }),
};
