import type { InboxEntry, WaitingTask } from '@sterling/contract/inbox.ts';
import type { Item } from '../../kit/navigation/open-item.tsx';

/** Where an entry or a task leads: to an item above the page, or to a section. */
export type Target = { readonly item: Item } | { readonly section: string };

/** Null if there is nothing to open. */
export function targetOfEntry({
  kind,
  subjectId: id,
}: Pick<InboxEntry, 'kind' | 'subjectId'>): Target | null {
  if (kind === 'deposits' || kind === 'withdrawals') return { section: 'wallet' };
  if (kind === 'accounts') return { section: 'cookies' };
  if (id === null) return null;
  if (kind === 'trades') return { item: { kind: 'trade', id } };
  return { item: { kind: kind === 'sales' ? 'sale' : 'order', id } };
}

/** Null for reviews, which staff finds in different places. */
export function targetOfTask({
  step,
  subjectId: id,
}: Pick<WaitingTask, 'step' | 'subjectId'>): Target | null {
  if (id === null) return null;
  return { item: { kind: step === 'buy' ? 'sale' : 'trade', id } };
}
