import type { Language } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { type Db, inSeconds, type Tx } from '../../platform/db/pool.ts';

/**
 * Keeps a user's Discord webhook for a last message, if it gets news about security and is about to be removed or replaced. So a
 * thief cannot end these messages in silence. The first one stays while its message is unsent. Returns whether there is a message.
 */
export async function keepForLastMessage(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      select user_id, sealed_webhook from notifications n where user_id = ${userId} and ('security' = any (kinds) or exists (
        select from notification_messages m join inbox_entries e on e.id = m.entry_id
        where m.user_id = n.user_id and e.kind = 'security'))),
    kept as (insert into former_webhooks (user_id, sealed_webhook) select * from ended on conflict do nothing)
    select from ended`.execute(tx);
  return rows.length > 0;
}

export interface FormerWebhook {
  readonly userId: string;
  /** Of the user. Null: English. */
  readonly language: Language | null;
  readonly tries: number;
  readonly sealedWebhook: Buffer;
}

const BATCH_SIZE = 10;

/** Claims former webhooks whose message is due. Other workers skip a claimed one for 30 seconds times its tries. */
export async function takeFormer(db: Db): Promise<FormerWebhook[]> {
  const { rows } = await sql<FormerWebhook>`
    update former_webhooks f set tries = f.tries + 1, send_at = now() + (f.tries + 1) * interval '30 seconds'
    from users u where u.id = f.user_id and f.user_id in (
      select user_id from former_webhooks where send_at <= now() order by send_at limit ${BATCH_SIZE} for update skip locked)
    returning f.user_id, f.tries, f.sealed_webhook, u.language`.execute(db);
  return rows;
}

/** Deletes the former webhooks of users, whose message was sent or given up. */
export async function forgetFormer(db: Db | Tx, userIds: readonly string[]): Promise<void> {
  await db.deleteFrom('formerWebhooks').where('userId', 'in', userIds).execute();
}

/** Schedules the next try. */
export async function postponeFormer(db: Db, userId: string, seconds: number): Promise<void> {
  await db
    .updateTable('formerWebhooks')
    .set({ sendAt: inSeconds(seconds) })
    .where('userId', '=', userId)
    .execute();
}
