import type { InboxEntry, WaitingTask } from '@sterling/contract/inbox.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Item, ItemLink } from '../../kit/navigation/open-item.tsx';
import { sectionPath } from '../../kit/navigation/switch-section.ts';
import { useUser } from '../session/session.ts';

interface TargetLinkProps {
  /** Null: the decisions of staff. */
  target: Target | null;
  onPress?: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

/** A link to an item or a section. */
export function TargetLink({ target, onPress, className, children }: TargetLinkProps) {
  const { isOwner, role } = useUser();
  if (target && 'item' in target) {
    return (
      <ItemLink item={target.item} {...(onPress && { onClick: onPress })} className={className}>
        {children}
      </ItemLink>
    );
  }
  const decisions = isOwner && role !== 'admin' ? '/admin' : sectionPath('admin');
  return (
    <Link
      href={target ? sectionPath(target.section) : decisions}
      {...(onPress && { onClick: onPress })}
      className={className}
    >
      {children}
    </Link>
  );
}

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
