import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '../db/pool.ts';
import { eachAlone } from '../loop.ts';

/** A column whose times are never further in the future than `longest`. */
interface Time {
  readonly table: string;
  readonly column: string;
  readonly longest: string;
  /** The pause begins with this planned time of the row, if that time has not come yet. */
  readonly plannedAt?: string;
  /** Other rows are over, or their times do not count. */
  readonly where?: RawBuilder<boolean>;
}

/** What has happened is not in the future. Running transactions may be seconds apart. */
const HAS_HAPPENED = '5 seconds';

/** The longest pause between two checks of an order. */
export const MAX_ORDER_PAUSE = '2 minutes';

const IS_OPEN = sql<boolean>`next_check_at is not null`;
const IS_WAITING = sql<boolean>`state = 'waiting'`;

/** When waiting work is due again. The longest pauses are those of the code that writes the column, rounded up. */
export const DUE_TIMES: readonly Time[] = [
  { table: 'orders', column: 'not_before', longest: MAX_ORDER_PAUSE, where: IS_OPEN },
  { table: 'orders', column: 'next_check_at', longest: MAX_ORDER_PAUSE },
  {
    table: 'pgboss.job',
    column: 'start_after',
    longest: '1 minute',
    where: sql<boolean>`state < 'active'`,
  },
  { table: 'late_purchases', column: 'next_look_at', longest: '3 hours' },
  { table: 'pre_orders', column: 'next_check_at', longest: '40 minutes' },
  {
    table: 'pre_orders',
    column: 'avoid_until',
    longest: '40 minutes',
    where: sql<boolean>`status = 'waiting'`,
  },
  { table: 'standing_orders', column: 'try_at', longest: '2 minutes', plannedAt: 'next_at' },
  { table: 'roblox_accounts', column: 'balance_due_at', longest: '12 minutes' },
  { table: 'roblox_accounts', column: 'return_due_at', longest: '16 minutes' },
  { table: 'account_paces', column: 'paused_until', longest: '7 minutes' },
  { table: 'account_imports', column: 'due_at', longest: '10 minutes' },
  { table: 'proxies', column: 'check_due_at', longest: '25 minutes' },
  { table: 'webhook_deliveries', column: 'due_at', longest: '21 hours', where: IS_WAITING },
  { table: 'webhook_deliveries', column: 'queued_until', longest: '3 minutes', where: IS_WAITING },
  { table: 'webhook_deliveries', column: 'sending_until', longest: '1 minute', where: IS_WAITING },
  { table: 'notification_messages', column: 'send_at', longest: '2 hours' },
  { table: 'former_webhooks', column: 'send_at', longest: '2 hours' },
  { table: 'sessions', column: 'previous_until', longest: '6 minutes' },
];

/** When something happened from which a pause, an age or a limit is counted. */
const BEGINNINGS: readonly Time[] = [
  {
    table: 'purchase_attempts',
    column: 'marked_at',
    longest: HAS_HAPPENED,
    where: sql<boolean>`state in ('marked', 'unclear')`,
  },
  {
    table: 'purchase_attempts',
    column: 'call_ended_at',
    longest: HAS_HAPPENED,
    where: sql<boolean>`state = 'unclear'`,
  },
  {
    table: 'manual_orders',
    column: 'checked_at',
    longest: HAS_HAPPENED,
    where: sql<boolean>`order_id in (select id from orders where next_check_at is not null)`,
  },
  { table: 'standing_orders', column: 'unanswered_since', longest: HAS_HAPPENED },
  { table: 'roblox_accounts', column: 'balance_read_at', longest: HAS_HAPPENED },
  { table: 'account_paces', column: 'counted_at', longest: HAS_HAPPENED },
  {
    table: 'price_holds',
    column: 'counted_at',
    longest: HAS_HAPPENED,
    where: sql<boolean>`ended_at is null`,
  },
  {
    table: 'withdrawals',
    column: 'sent_at',
    longest: HAS_HAPPENED,
    where: sql<boolean>`state in ('signed', 'broadcast')`,
  },
  {
    table: 'own_transactions',
    column: 'sent_at',
    longest: HAS_HAPPENED,
    where: sql<boolean>`mined_height is null`,
  },
  { table: 'writes', column: 'at', longest: HAS_HAPPENED },
  { table: 'sessions', column: 'checked_at', longest: HAS_HAPPENED },
];

/**
 * Sets times that are further in the future than they can be to now. They were written before the database's clock was set back.
 * What waits is due then, and what is counted from its beginning, such as the age of a sent purchase, is counted from now. So nothing
 * looks older than it is: no purchase is repeated early, and no limit ends early.
 */
export async function pullBackFutureTimes(db: Db): Promise<void> {
  await eachAlone([...BEGINNINGS, ...DUE_TIMES], (time) => pullBack(db, time));
}

const pullBack = (db: Db, { table, column, longest, plannedAt, where = sql<boolean>`true` }: Time) =>
  inTransaction(db, async (tx) => {
    const earliest = plannedAt ? sql`greatest(now(), ${sql.ref(plannedAt)})` : sql`now()`;
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${earliest}
      where ${sql.ref(column)} > ${earliest} + ${sql.lit(longest)}::interval and ${where}`.execute(tx);
  });
