import type { InboxEntry, WaitingTask } from '@sterling/contract/inbox.ts';
import type { Side } from '../orders/side.ts';

/** Where an entry or a task leads. */
export type Target =
  | { readonly to: 'order'; readonly id: string; readonly side: Side }
  | { readonly to: 'trade'; readonly id: string }
  | { readonly to: 'section'; readonly key: string };

/** Null if there is nothing to open. */
export function targetOfEntry({
  kind,
  subjectId: id,
}: Pick<InboxEntry, 'kind' | 'subjectId'>): Target | null {
  if (kind === 'deposits' || kind === 'withdrawals') return { to: 'section', key: 'wallet' };
  if (kind === 'accounts') return { to: 'section', key: 'cookies' };
  if (id === null) return null;
  if (kind === 'trades') return { to: 'trade', id };
  return { to: 'order', id, side: kind === 'sales' ? 'seller' : 'buyer' };
}

/** Null for reviews, which staff finds in different places. */
export function targetOfTask({
  step,
  subjectId: id,
}: Pick<WaitingTask, 'step' | 'subjectId'>): Target | null {
  if (id === null) return null;
  return step === 'buy' ? { to: 'order', id, side: 'seller' } : { to: 'trade', id };
}
