import { sendEvent } from '../../outside/webhook-receiver.ts';
import { runTask } from '../../platform/jobs/queue.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { beginAttempt, enqueueDueDeliveries, recordAttempt } from './deliveries.ts';
import { signedHeaders } from './secrets.ts';
import { isPortAllowed } from './webhooks.rules.ts';

type WebhookServices = Pick<Services, 'config' | 'db' | 'vault' | 'guard' | 'queue' | 'log'>;

const POLL_EVERY_MS = 1_000;
/** Attempts that run at the same time in a process. They mostly wait for receivers and then hold no database connection. */
const CONCURRENCY = { total: 32, perGroup: 4 };

/** Sends people's events to their webhooks until `signal` is aborted. Several processes may run it. */
export async function followWebhooks(services: WebhookServices, signal: AbortSignal): Promise<void> {
  const { db, queue, log } = services;
  const stop = await runTask(queue, 'webhooks.deliver', CONCURRENCY, async ({ deliveryId }) => {
    if (signal.aborted) return;
    await deliver(services, deliveryId).catch((err) =>
      log.error({ err, deliveryId }, 'could not send an event'),
    );
  });
  const failed = 'could not queue events';
  await repeat(() => enqueueDueDeliveries(db, queue), { everyMs: POLL_EVERY_MS, failed, log, signal });
  await stop();
}

/** Makes one attempt if the delivery is due. If the process dies before the result is recorded, there will be another attempt. */
export async function deliver(
  { config, db, vault, guard, log }: Omit<WebhookServices, 'queue'>,
  deliveryId: string,
): Promise<void> {
  const attempt = await beginAttempt(db, deliveryId);
  if (!attempt) return;
  const { url, body, secrets, endpointId, tries } = attempt;
  const headers = signedHeaders(vault, secrets, attempt);
  const begun = performance.now();
  // an address may be older than the rule
  const answer = isPortAllowed(new URL(url), config.sandboxUrl)
    ? await sendEvent(guard, { url, headers, body })
    : ({ problem: 'forbidden_port' } as const);
  const tookMs = Math.round(performance.now() - begun);
  const none = { status: null, text: null, retryAfterSeconds: null };
  await recordAttempt(db, attempt, { ...none, ...answer, tookMs });
  // the address may contain a secret of the receiver
  log.debug({ endpointId, deliveryId, tries, tookMs, problem: answer.problem }, 'event sent');
}
