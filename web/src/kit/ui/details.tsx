import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

/** One name and value of a description list. It has room for a button beside the value. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-6 py-2">
      <dt className="shrink-0 text-3">{name}</dt>
      <dd className="wrap-anywhere flex min-w-0 items-center gap-1 text-right text-1 tabular-nums [&>button:last-child]:-mr-2">
        {children}
      </dd>
    </div>
  );
}

interface SumProps {
  name: string;
  className?: string;
  children: ReactNode;
}

/** One name and amount of a list that adds up to a total. */
export function SumLine({ name, className, children }: SumProps) {
  return (
    <div className={cn('flex large-text:flex-wrap items-baseline justify-between gap-x-4', className)}>
      <dt className="text-3">{name}</dt>
      <dd className="text-1 tabular-nums">{children}</dd>
    </div>
  );
}

/** The last row of a sum, in large figures. */
export function SumTotal({ name, className, children }: SumProps) {
  return (
    <div className={cn('flex flex-wrap items-baseline justify-between gap-x-4', className)}>
      <dt className="font-medium text-1">{name}</dt>
      <dd className="font-semibold text-1 text-2xl tracking-tight">{children}</dd>
    </div>
  );
}
