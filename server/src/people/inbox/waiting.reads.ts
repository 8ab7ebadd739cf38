import type { Inbox, WaitingTask } from '@sterling/contract/inbox.ts';
import { OWNER_REVIEW_KINDS } from '@sterling/contract/reviews.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { isStaff } from '@sterling/contract/users.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { usd } from '../../platform/formats.rules.ts';
import { isInReview } from '../../trade/reviews/reviews.ts';
import type { CurrentUser } from '../sessions/sessions.reads.ts';

type Waiting = Pick<Inbox, 'waiting' | 'waitingCounts'>;

/** What waits for a user now. It is derived from trades, orders and reviews, so a task disappears when it is done. */
export async function readWaiting(
  db: Db,
  user: Pick<CurrentUser, 'id' | 'role' | 'isOwner'>,
): Promise<Waiting> {
  const [tasks, reviews] = await Promise.all([readTasks(db, user.id), countReviews(db, user)]);
  const orders = tasks.filter(({ step }) => step === 'buy').length;
  const waiting = tasks.map(shownTask);
  return {
    waiting: reviews > 0 ? [...waiting, reviewTask(reviews)] : waiting,
    waitingCounts: { transactions: tasks.length - orders, accounts: orders, reviews },
  };
}

interface TaskRow {
  readonly step: Exclude<WaitingTask['step'], 'decide'>;
  readonly id: string;
  /** Title of the listing, or name of the gamepass. */
  readonly name: string;
  readonly cents: number;
  readonly until: Date | null;
}

const MAX_TASKS = 200;

/**
 * A disputed trade waits for its seller until they have answered the buyer, and for either party until they have answered
 * staff. An order waits for its seller unless staff decide about it.
 */
async function readTasks(db: Db, userId: string): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select 'deliver' as step, id, title as name, total_cents as cents, deliver_by as until from transactions
      where seller_id = ${userId} and ended_at is null and stage = 'pending'
    union all
    select 'confirm', id, title, total_cents, case when not ${isInReview('dispute', 'transactions.id')} then confirm_at end from transactions
      where buyer_id = ${userId} and ended_at is null and stage = 'delivered'
    union all
    select 'answer', t.id, t.title, t.total_cents, null from transactions t
      where ${userId} in (t.seller_id, t.buyer_id) and t.ended_at is null and t.stage = 'disputed' and exists (
        select from transaction_events e
        where e.transaction_id = t.id and e.said is not null and e.actor_id <> ${userId}
          and (t.seller_id = ${userId} or e.actor_id <> t.seller_id)
          and not exists (select from transaction_events own where own.transaction_id = t.id and own.actor_id = ${userId}
            and own.said is not null and own.id > e.id))
    union all
    select 'buy', o.id, o.pass_name, o.total_cents, o.manual_deadline from orders o join roblox_accounts a on a.id = o.account_id
      where a.user_id = ${userId} and o.next_check_at is not null and o.status = 'manual' and o.manual_deadline is not null
        and not ${isInReview('manual_order', 'o.id')}
    order by until nulls last, id limit ${MAX_TASKS}`.execute(db);
  return rows;
}

/** Open reviews that the user may decide. */
async function countReviews(db: Db, user: Pick<CurrentUser, 'id' | 'role' | 'isOwner'>): Promise<number> {
  if (!isStaff(user)) return 0;
  const { count } = await db
    .selectFrom('reviews')
    .where('state', '=', 'open')
    .where((is) => is.or([is('userId', 'is', null), is('userId', '<>', user.id)]))
    .$if(!user.isOwner, (open) => open.where('kind', 'not in', OWNER_REVIEW_KINDS))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function shownTask({ step, id, name, cents, until }: TaskRow): WaitingTask {
  const { title, text } = TASKS[step](name, usd(cents));
  return { step, subjectId: id, title, text, until };
}

const TASKS: Record<TaskRow['step'], (name: string, usd: string) => { title: string; text: string }> = {
  deliver: (name, usd) => ({
    title: t('Deliver {name}', { name }),
    text: t('The buyer paid {amount}', { amount: usd }),
  }),
  confirm: (name, usd) => ({
    title: t('Confirm {name}', { name }),
    text: t('You paid {amount}', { amount: usd }),
  }),
  answer: (name, usd) => ({
    title: t('Answer the dispute about {name}', { name }),
    text: t('{amount} is held', { amount: usd }),
  }),
  buy: (name, usd) => ({
    title: t('Buy the gamepass {name}', { name }),
    text: t('You earn {amount}', { amount: usd }),
  }),
};

const reviewTask = (count: number): WaitingTask => ({
  step: 'decide',
  subjectId: null,
  title: plural(count, 'Decide {count} review', 'Decide {count} reviews', { count }),
  text: t('Other people wait for each decision'),
  until: null,
});
