import { EVENTS_PAGE_SIZE, type Page } from '@sterling/contract/fields.ts';
import type { NotificationKind } from '@sterling/contract/notifications.ts';
import type {
  DeliveryState,
  Webhook,
  WebhookDelivery,
  WebhookOffReason,
  WebhookProblem,
} from '@sterling/contract/webhooks.ts';
import { sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { bodyOf, typeOf } from './webhooks.rules.ts';

/** Whether the delivery `d` is the next one of its endpoint about its object: no earlier one waits. */
export const IS_FIRST = sql<boolean>`not exists (
  select from webhook_deliveries earlier where earlier.endpoint_id = d.endpoint_id
    and earlier.object_id = d.object_id and earlier.place < d.place and earlier.state = 'waiting')`;

/** A person's webhooks, the oldest first. */
export async function listWebhooks(db: Db | Tx, userId: string): Promise<Webhook[]> {
  const rows = await webhooksOf(db, userId).orderBy('w.id').execute();
  return rows.map(shownWebhook);
}

/** One webhook of a person. Refuses with not_found. */
export async function readWebhook(db: Db | Tx, userId: string, id: string): Promise<Webhook> {
  const row = await webhooksOf(db, userId).where('w.id', '=', id).executeTakeFirst();
  return row ? shownWebhook(row) : refuse('not_found');
}

const webhooksOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('webhookEndpoints as w')
    .where('w.userId', '=', userId)
    .select(['w.id', 'w.url', 'w.kinds', 'w.offReason', 'w.offAt', 'w.failingSince', 'w.createdAt'])
    .select([
      sql<Date | null>`(select max(s.ends_at) from webhook_secrets s where s.endpoint_id = w.id and s.ends_at > now())`.as(
        'oldSecretUntil',
      ),
      sql<number>`(select count(*)::int from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'waiting')`.as(
        'waiting',
      ),
    ]);

type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhooksOf>['execute']>>[number];

const shownWebhook = ({ offAt, offReason, ...row }: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  kinds: row.kinds as NotificationKind[],
  off: offAt && { reason: offReason as WebhookOffReason, at: offAt },
  failingSince: row.failingSince,
  oldSecretUntil: row.oldSecretUntil,
  waiting: row.waiting,
  createdAt: row.createdAt,
});

interface DeliveryQuery extends Page {
  readonly state?: DeliveryState | undefined;
}

/** One page of the deliveries of a person's webhook, the newest first, and their total number. Refuses with not_found. */
export async function listDeliveries(
  db: Db,
  userId: string,
  id: string,
  { page = 1, pageSize = EVENTS_PAGE_SIZE, state }: DeliveryQuery,
): Promise<{ deliveries: WebhookDelivery[]; total: number }> {
  await readWebhook(db, userId, id);
  const all = db
    .selectFrom('webhookDeliveries as d')
    .where('d.endpointId', '=', id)
    .$if(state !== undefined, (some) => some.where('d.state', '=', state!));
  const [rows, total] = await Promise.all([
    deliveriesOf(db, userId, id)
      .$if(state !== undefined, (some) => some.where('d.state', '=', state!))
      .orderBy('d.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, all.select(sql`1`.as('one'))),
  ]);
  return { deliveries: rows.map(shownDelivery), total };
}

/** One delivery of a person's webhook. Refuses with not_found. */
export async function readDelivery(
  db: Db | Tx,
  userId: string,
  id: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const row = await deliveriesOf(db, userId, id).where('d.id', '=', deliveryId).executeTakeFirst();
  return row ? shownDelivery(row) : refuse('not_found');
}

const deliveriesOf = (db: Db | Tx, userId: string, id: string) =>
  db
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhookEndpoints as w', 'w.id', 'd.endpointId')
    .where('w.userId', '=', userId)
    .where('d.endpointId', '=', id)
    .select([
      'd.id',
      'd.eventId',
      'd.code',
      'd.details',
      'd.subjectId',
      'd.at',
      'd.state',
      'd.tries',
      'd.dueAt',
    ])
    .select(['d.body', 'd.triedAt', 'd.tookMs', 'd.answerStatus', 'd.answerText', 'd.problem'])
    .select(IS_FIRST.as('isFirst'));

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveriesOf>['execute']>>[number];

function shownDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, eventId, code, at, state, tries, dueAt, isFirst, triedAt } = row;
  return {
    id,
    eventId,
    type: typeOf(code),
    at,
    state: state as DeliveryState,
    tries,
    nextTryAt: state === 'waiting' && isFirst ? dueAt : null,
    body: row.body ?? bodyOf(row),
    last: triedAt && {
      at: triedAt,
      tookMs: row.tookMs ?? 0,
      status: row.answerStatus,
      text: row.answerText,
      problem: row.problem as WebhookProblem | null,
    },
  };
}
