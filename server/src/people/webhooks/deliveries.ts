import type { WebhookOffReason, WebhookProblem } from '@sterling/contract/webhooks.ts';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { enqueueAll, type Queue } from '../../platform/jobs/queue.ts';
import { addNews } from '../inbox/inbox.ts';
import { type SealedSecret, signingSecrets } from './secrets.ts';
import { IS_FIRST } from './webhooks.reads.ts';
import { bodyOf, isGone, isSuccess, type StoredEvent, waitAfter } from './webhooks.rules.ts';
import { switchOff } from './webhooks.ts';

const MAX_DUE = 64;
/** Jobs of one endpoint at the same time. A slow receiver must not delay the events of others. */
const MAX_DUE_OF_ENDPOINT = 4;
/** A job that has not started by then counts as lost. */
export const JOB_LOST_SECONDS = 120;
/** Due events of one endpoint that a run moves behind the next attempt of an earlier event. */
const MAX_POSTPONED = 256;
/** Longer than an attempt can take. An attempt that is not recorded by then counts as lost, and the event is sent again. */
export const ATTEMPT_LOST_SECONDS = 30;

/**
 * Enqueues a job for each due delivery, with a limit for each endpoint. The cost grows with the number of endpoints, not with
 * the number of events that wait for a receiver that is down. Several processes may run it.
 */
export async function enqueueDueDeliveries(db: Db, queue: Queue): Promise<number> {
  await inTransaction(db, postponeBlocked);
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ deliveryId: string; userId: string }>`
      with due as (
        select next.id from webhook_endpoints w cross join lateral (
          select d.id, d.queued_until from webhook_deliveries d
          where d.endpoint_id = w.id and d.state = 'waiting' and d.due_at <= now() and ${IS_FIRST}
          order by d.due_at, d.place limit ${MAX_DUE_OF_ENDPOINT}) next
        where w.off_at is null and (next.queued_until is null or next.queued_until <= now())),
      free as (
        select id from webhook_deliveries
        where id in (select id from due) and state = 'waiting' and (queued_until is null or queued_until <= now())
        order by due_at limit ${MAX_DUE} for update skip locked)
      update webhook_deliveries d set queued_until = now() + ${JOB_LOST_SECONDS} * interval '1 second'
        from free, webhook_endpoints w where d.id = free.id and w.id = d.endpoint_id
        returning d.id as delivery_id, w.user_id`.execute(tx);
    await enqueueAll(tx, queue, 'webhooks.deliver', rows);
    return rows.length;
  });
}

/**
 * An event behind an earlier one about the same object becomes due with it, so that each run does not look at all of them again.
 * `releaseNext` makes it due when the earlier one is over.
 */
async function postponeBlocked(tx: Tx): Promise<void> {
  await sql`
    with blocked as (
      select next.id, next.first_due_at from webhook_endpoints w cross join lateral (
        select d.id, (select earlier.due_at from webhook_deliveries earlier where earlier.endpoint_id = d.endpoint_id
          and earlier.object_id = d.object_id and earlier.state = 'waiting' order by earlier.place limit 1) as first_due_at
        from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'waiting' and d.due_at <= now()
        order by d.due_at, d.place limit ${MAX_POSTPONED}) next
      where w.off_at is null and next.first_due_at > now()),
    free as (
      select id from webhook_deliveries where id in (select id from blocked) and state = 'waiting' for update skip locked)
    update webhook_deliveries d set due_at = blocked.first_due_at
      from free join blocked using (id) where d.id = free.id`.execute(tx);
}

/** The next event about the object of a delivery that is over is due now, unless it waits for its own next attempt. */
const releaseNext = (tx: Tx, deliveryId: string) =>
  sql`
    update webhook_deliveries set due_at = now() where tries = 0 and due_at > now() and id = (
      select next.id from webhook_deliveries ended join webhook_deliveries next
          on next.endpoint_id = ended.endpoint_id and next.object_id = ended.object_id and next.state = 'waiting'
        where ended.id = ${deliveryId} order by next.place limit 1)`.execute(tx);

/** An attempt that has begun. */
export interface Attempt {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly url: string;
  readonly body: string;
  /** The number of this attempt, from 1. */
  readonly tries: number;
  readonly at: Date;
  readonly secrets: readonly SealedSecret[];
}

/**
 * Begins an attempt and stores the body before anything is sent. Null if the delivery is not due, is being sent, waits for an
 * earlier event, or its endpoint is off.
 */
export async function beginAttempt(db: Db, deliveryId: string): Promise<Attempt | null> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<StoredEvent & Omit<Attempt, 'at' | 'secrets'> & { now: Date }>`
      select d.id as delivery_id, d.endpoint_id, d.event_id, d.code, d.details, d.subject_id, d.at, d.body,
        d.tries + 1 as tries, w.url, clock_timestamp() as now
      from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
      where d.id = ${deliveryId} and d.state = 'waiting' and d.due_at <= now() and w.off_at is null
        and (d.sending_until is null or d.sending_until <= now()) and ${IS_FIRST}
      for update of d`.execute(tx);
    const [row] = rows;
    if (!row) {
      await forgetJob(tx, deliveryId);
      return null;
    }
    const { endpointId, eventId, url, tries, now } = row;
    const body = row.body ?? bodyOf(row);
    await sql`
      update webhook_deliveries set tries = ${tries}, body = ${body},
        sending_until = clock_timestamp() + ${ATTEMPT_LOST_SECONDS} * interval '1 second',
        queued_until = clock_timestamp() + ${ATTEMPT_LOST_SECONDS} * interval '1 second'
      where id = ${deliveryId}`.execute(tx);
    const secrets = await signingSecrets(tx, endpointId);
    return { deliveryId, endpointId, eventId, url, body, tries, at: now, secrets };
  });
}

/** Releases a delivery whose job did nothing, so that it can get another job before this one counts as lost. */
const forgetJob = (tx: Tx, deliveryId: string) =>
  sql`update webhook_deliveries set queued_until = null
    where id = ${deliveryId} and (sending_until is null or sending_until <= now())`.execute(tx);

/** How an attempt ended. */
export interface Outcome {
  readonly tookMs: number;
  readonly status: number | null;
  readonly text: string | null;
  readonly retryAfterSeconds: number | null;
  readonly problem: WebhookProblem | null;
}

/**
 * Records whether an attempt delivered the event, will be retried, or was the last one. A week of failures, or an answer 410,
 * switches the endpoint off and tells the person, unless its address has changed since the attempt began. Does nothing if a later
 * attempt has begun or the endpoint was deleted.
 */
export async function recordAttempt(db: Db, attempt: Attempt, outcome: Outcome): Promise<void> {
  await inTransaction(db, async (tx) => {
    const endpoint = await lockEndpoint(tx, attempt.endpointId);
    if (!endpoint) return;
    const isDelivered = outcome.status !== null && isSuccess(outcome.status);
    const wait = isDelivered ? null : waitAfter(attempt.tries, outcome.retryAfterSeconds, Math.random());
    const isCurrent = await writeOutcome(tx, attempt, outcome, { isDelivered, wait });
    if (isCurrent && wait === null) await releaseNext(tx, attempt.deliveryId);
    if (!isCurrent || endpoint.offAt !== null || endpoint.url !== attempt.url) return;
    if (isDelivered) return setFailing(tx, attempt.endpointId, false);
    await setFailing(tx, attempt.endpointId, true);
    if (outcome.status !== null && isGone(outcome.status)) await endWithNotice(tx, endpoint, 'gone');
    else if (endpoint.failedForWeek) await endWithNotice(tx, endpoint, 'failing');
  });
}

/** Returns whether the attempt is still the last one. An event that was given up during the attempt can still become delivered. */
async function writeOutcome(
  tx: Tx,
  { deliveryId, tries }: Attempt,
  { tookMs, status, text, problem }: Outcome,
  { isDelivered, wait }: { isDelivered: boolean; wait: number | null },
): Promise<boolean> {
  const next = isDelivered ? 'delivered' : wait === null ? 'given_up' : null;
  const { rows } = await sql`
    update webhook_deliveries set state = coalesce(${next}, state), sending_until = null, queued_until = null,
      due_at = now() + coalesce(${wait}::float8, 0) * interval '1 second', tried_at = now(), took_ms = ${tookMs},
      answer_status = ${status}, answer_text = ${text}, problem = ${problem}
    where id = ${deliveryId} and tries = ${tries} and state <> 'delivered' returning id`.execute(tx);
  return rows.length > 0;
}

interface LockedEndpoint {
  readonly id: string;
  readonly userId: string;
  readonly url: string;
  readonly offAt: Date | null;
  /** Every attempt of the last week failed. */
  readonly failedForWeek: boolean;
}

/** Locks the user before the endpoint, as a deletion of the account does. */
async function lockEndpoint(tx: Tx, id: string): Promise<LockedEndpoint | null> {
  await sql`
    select from users u join webhook_endpoints w on w.user_id = u.id where w.id = ${id} for key share of u`.execute(
    tx,
  );
  const { rows } = await sql<LockedEndpoint>`
    select id, user_id, url, off_at, coalesce(failing_since <= now() - interval '7 days', false) as failed_for_week
    from webhook_endpoints where id = ${id} for no key update`.execute(tx);
  return rows[0] ?? null;
}

const setFailing = async (tx: Tx, id: string, isFailing: boolean): Promise<void> => {
  await tx
    .updateTable('webhookEndpoints')
    .set({ failingSince: isFailing ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('failingSince', isFailing ? 'is' : 'is not', null)
    .execute();
};

async function endWithNotice(
  tx: Tx,
  { id, userId, url }: LockedEndpoint,
  reason: Extract<WebhookOffReason, 'failing' | 'gone'>,
): Promise<void> {
  // switched off first, so that it does not receive this notice
  await switchOff(tx, id, reason);
  await addNews(tx, userId, {
    code: 'webhook_switched_off',
    host: new URL(url).host,
    reason,
  });
}
