import { cn } from './class-names.ts';

/** A grey block in the place and size of what is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-pulse rounded-md bg-surface-2', className)} />;
}

/** Rows of a list that is on its way: what heads them at the left, a figure at the right. */
export function SkeletonRows({ rows = 3, className }: { rows?: number; className?: string }) {
  return (
    <div role="status" className={cn('flex flex-col gap-3', className)}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <span key={row} className="group flex h-10 items-center justify-between gap-6">
          <Skeleton className="h-4 w-2/5 max-w-44 group-even:w-1/3" />
          <Skeleton className="h-4 w-1/4 max-w-56 max-md:hidden" />
          <Skeleton className="h-4 w-1/6 min-w-16 max-w-24" />
        </span>
      ))}
    </div>
  );
}
