import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { EVENTS_PAGE_SIZE, Id, Paging, Time } from './fields.ts';
import { NotificationKind } from './notifications.ts';

/** Something that happened to the user. A Discord message and the user's webhooks may have it too. */
export const InboxEntry = z.object({
  id: z.string(),
  kind: NotificationKind,
  title: z.string(),
  text: z.string(),
  /** Title of the listing of a trade. */
  item: z.nullable(z.string()),
  /** Id of the order, trade, deposit, withdrawal, Roblox account, price rule, price alert or standing order. */
  subjectId: z.nullable(z.string()),
  isTrouble: z.boolean(),
  isRead: z.boolean(),
  at: Time,
});
export type InboxEntry = z.output<typeof InboxEntry>;

/** A step that others wait for. It disappears when the step is done. */
export const WaitingTask = z.object({
  /** `deliver`, `confirm` and `answer` belong to a trade, `buy` to an order, `decide` to all open reviews. */
  step: z.enum(['deliver', 'confirm', 'answer', 'buy', 'decide']),
  /** Id of the trade or the order. */
  subjectId: z.nullable(z.string()),
  title: z.string(),
  text: z.string(),
  /** The deadline, if there is one. */
  until: z.nullable(Time),
});
export type WaitingTask = z.output<typeof WaitingTask>;

export const Inbox = z.object({
  /** Unread entries on all pages. */
  unread: z.number(),
  /** One page of entries, newest first. */
  entries: z.array(InboxEntry),
  /** The same on every page, the nearest deadline first. */
  waiting: z.array(WaitingTask),
  /** How much waits in each section. */
  waitingCounts: z.object({ transactions: z.number(), accounts: z.number(), reviews: z.number() }),
});
export type Inbox = z.output<typeof Inbox>;

export const inbox = {
  read: endpoint({
    method: 'GET',
    path: '/api/inbox',
    access: 'signed-in',
    scope: 'read',
    summary: `What happened to the user, ${EVENTS_PAGE_SIZE} entries a page, and what waits for them`,
    query: z.object(Paging),
    reply: Inbox,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/inbox/read',
    access: 'signed-in',
    summary: 'Mark an own entry as read; with `andOlder` also all older ones',
    unguarded: true,
    perMinute: 120,
    body: z.strictObject({ id: Id, andOlder: z.optional(z.boolean()) }),
    reply: z.object({ unread: z.number() }),
  }),
};
