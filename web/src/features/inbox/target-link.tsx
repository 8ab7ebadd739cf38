import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ItemLink } from '../../kit/navigation/open-item.tsx';
import { sectionPath } from '../../kit/navigation/switch-section.ts';
import { useUser } from '../session/session.ts';
import type { Target } from './target.ts';

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
