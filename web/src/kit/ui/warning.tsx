import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface WarningProps {
  /** For longer texts, such as the risks of a trade. */
  small?: boolean;
  children: ReactNode;
}

/** A warning beside what it is about. */
export function Warning({ small = false, children }: WarningProps) {
  return (
    <p className={cn('flex gap-2 rounded-lg bg-warn/12 p-3', small ? 'text-1 text-xs' : 'text-warn')}>
      <TriangleAlert aria-hidden className={cn('size-4 shrink-0 text-warn', !small && 'mt-0.5')} />
      <span>{children}</span>
    </p>
  );
}
