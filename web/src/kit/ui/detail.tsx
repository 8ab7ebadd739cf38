import type { ReactNode } from 'react';

/** One name and value of a description list. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-6">
      <dt className="shrink-0 text-3">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 text-1 tabular-nums [&>button:last-child]:-mr-2">
        {children}
      </dd>
    </div>
  );
}
