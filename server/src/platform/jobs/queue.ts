import type { Attributes } from '@opentelemetry/api';
import { fromKysely, PgBoss } from 'pg-boss';
import { onConnection } from '../db/one-connection.ts';
import { APP_ROLE, KEEP_ALIVE, type Tx } from '../db/pool.ts';
import { traced, traceparent } from '../tracing.ts';

const SCHEMA = 'pgboss';

export type Queue = PgBoss;

/** What each task's job carries: ids, never secrets (STYLE.md, Jobs). */
interface TaskPayloads {
  /** `sellerId` only groups the jobs, so that no seller holds all workers. */
  'orders.buy-gamepass': { orderId: string; sellerId?: string };
  /** `userId` only groups the jobs, so that no person with slow webhooks holds all workers. */
  'webhooks.deliver': { deliveryId: string; userId: string };
  'reserves.snapshot': Record<string, never>;
}

type TaskName = keyof TaskPayloads;

/** `traceparent`: the trace that the job continues. */
type Payload<Name extends TaskName> = TaskPayloads[Name] & { traceparent?: string };

/** `retries`: how often a failed job runs again before it becomes a dead letter. */
const TASKS: Readonly<Record<TaskName, { retries: number }>> = {
  'orders.buy-gamepass': { retries: 20 },
  'webhooks.deliver': { retries: 2 },
  'reserves.snapshot': { retries: 2 },
};

/** Longer than a worker with full slots keeps its last fetch. The heartbeat finds the jobs of a dead process much earlier. */
const EXPIRE_SECONDS = 900;

const LOCK_KEY = 5_721_002;

/**
 * Migrates pg-boss's schema and creates our queues, as the database's owner, one process at a time. Grants the
 * application only the use of them.
 */
export async function installQueues(url: string): Promise<void> {
  return onConnection(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await createQueues(url);
    await client.query(`
      grant usage on schema ${SCHEMA} to ${APP_ROLE};
      grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${APP_ROLE};
      grant usage, select on all sequences in schema ${SCHEMA} to ${APP_ROLE};
      grant execute on all functions in schema ${SCHEMA} to ${APP_ROLE}`);
  });
}

async function createQueues(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: SCHEMA, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  for (const [name, { retries }] of Object.entries(TASKS)) {
    const options = {
      notify: true,
      retryLimit: retries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 30,
      expireInSeconds: EXPIRE_SECONDS,
      heartbeatSeconds: 20,
    } as const;
    await boss.createQueue(name, { ...options, policy: 'standard' });
    // a queue of an earlier version keeps only its policy
    await boss.updateQueue(name, options);
  }
  await boss.stop({ graceful: true });
}

/** Opens the queue for a process. `listen`: this process runs jobs and is woken by notifications. */
export function openQueue(url: string, { listen }: { listen: boolean }): Queue {
  return new PgBoss({
    connectionString: url,
    options: `-c role=${APP_ROLE}`,
    schema: SCHEMA,
    application_name: 'sterling-jobs',
    ...KEEP_ALIVE,
    max: 4,
    migrate: false,
    createSchema: false,
    useListenNotify: listen,
    supervise: listen,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
}

interface JobOptions {
  /** At most one waiting job of this task with the same key. */
  readonly singletonKey?: string;
}

/** Enqueues a job that exists only if the transaction commits, and that continues the present trace. Payloads carry ids, never secrets. */
export async function enqueue<Name extends TaskName>(
  tx: Tx,
  queue: Queue,
  name: Name,
  payload: TaskPayloads[Name],
  { singletonKey }: JobOptions = {},
): Promise<void> {
  const group = groupOf(payload);
  const data = { ...payload, traceparent: traceparent() };
  await queue.send(name, data, {
    db: fromKysely(tx),
    singletonKey,
    ...(group && { group }),
  });
}

/** As `enqueue`, with many jobs in one statement. Each continues the trace that its payload names. */
export async function enqueueAll<Name extends TaskName>(
  tx: Tx,
  queue: Queue,
  name: Name,
  payloads: readonly Payload<Name>[],
): Promise<void> {
  if (payloads.length === 0) return;
  await queue.insert(
    name,
    payloads.map((data) => {
      const group = groupOf(data);
      return { data: data as object, ...(group && { group }) };
    }),
    { db: fromKysely(tx) },
  );
}

/** Jobs with the same group share a limit of concurrent jobs. */
function groupOf(payload: object): { id: string } | null {
  const { sellerId, userId } = payload as { sellerId?: string; userId?: string };
  const id = sellerId ?? userId;
  return id ? { id } : null;
}

/** Maximum delay of a due job whose notification was lost, when a worker is free. */
const POLL_EVERY_SECONDS = 0.5;
/** Jobs that one query fetches. A process with a free slot may exceed its concurrency by the rest of a fetch. */
const MAX_FETCHED = 8;

interface Concurrency {
  /** Jobs at the same time in this process. */
  readonly total: number;
  /** Jobs of one group at the same time. Waiting jobs of a group do not block the jobs behind them. */
  readonly perGroup?: number;
}

/**
 * Runs `work` for every job of a task, with limited concurrency in this process. One query fetches several jobs, and a job
 * ends when its work starts: waiting work costs neither a connection nor polling. If the process dies, the work is lost, so
 * the database must say what is due. The returned function stops fetching and resolves when the running work has ended.
 */
export async function runTask<Name extends TaskName>(
  queue: Queue,
  name: Name,
  { total, perGroup = total }: Concurrency,
  work: (payload: TaskPayloads[Name]) => Promise<void>,
): Promise<() => Promise<void>> {
  const options = {
    pollingIntervalSeconds: POLL_EVERY_SECONDS,
    // pg-boss polls every 30 s by default when notifications work, but delayed jobs become due without a notification
    notifyPollingIntervalSeconds: POLL_EVERY_SECONDS,
    batchSize: Math.min(total, MAX_FETCHED),
    burstWhenBatchFull: true,
  };
  const running = new Set<Promise<void>>();
  const groups = limitGroups<Payload<Name>>(perGroup, ({ traceparent: parent = null, ...payload }) => {
    const ended = traced(name, idsIn(payload), () => work(payload as TaskPayloads[Name]), {
      kind: 'consumer',
      parent,
      begins: true,
    })
      .catch((error) => void queue.emit('error', error))
      .finally(() => running.delete(ended));
    running.add(ended);
    return ended;
  });
  await queue.work<Payload<Name>>(name, options, async (jobs) => {
    for (const job of jobs) groups.add(job.data);
    while (running.size >= total) await Promise.race(running);
  });
  return async () => {
    await queue.offWork(name);
    groups.forgetWaiting();
    await Promise.all(running);
  };
}

/** Attributes of a job's span. The person only groups jobs. */
function idsIn({ sellerId: _, userId: __, ...ids }: { sellerId?: string; userId?: string }): Attributes {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [`sterling.${name}`, id as string]));
}

/** Runs at most `max` jobs of a group. Further ones wait in memory, each payload once. `run` never fails. */
function limitGroups<Data extends { traceparent?: string }>(max: number, run: (data: Data) => Promise<void>) {
  interface Group {
    active: number;
    readonly waiting: Map<string, Data>;
  }
  const groups = new Map<string, Group>();

  function start(id: string, group: Group, payload: Data): void {
    group.active += 1;
    void run(payload).then(() => {
      group.active -= 1;
      const [next] = group.waiting;
      if (next) {
        group.waiting.delete(next[0]);
        start(id, group, next[1]);
      } else if (group.active === 0) groups.delete(id);
    });
  }

  return {
    add(payload: Data): void {
      const id = groupOf(payload)?.id;
      if (id === undefined) return void run(payload);
      const group = groups.get(id) ?? { active: 0, waiting: new Map() };
      groups.set(id, group);
      if (group.active < max) start(id, group, payload);
      else group.waiting.set(JSON.stringify({ ...payload, traceparent: undefined }), payload);
    },
    forgetWaiting(): void {
      for (const { waiting } of groups.values()) waiting.clear();
    },
  };
}
