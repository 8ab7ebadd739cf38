import { t } from '@sterling/contract/texts.ts';
import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names.ts';

/** Turns while something loads. With a label, screen readers announce it, and stories wait until it is gone. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const icon = <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />;
  if (!label) return icon;
  return (
    <span role="status" data-loading className="inline-flex items-center">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Fills its region while the first data loads. */
export function PageSpinner({ label = t('Loading') }: { label?: string }) {
  return (
    <div className="grid min-h-60 flex-1 place-items-center text-3">
      <Spinner label={label} className="size-6" />
    </div>
  );
}

/** A grey placeholder with the size of the loading content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden data-loading className={cn('block animate-pulse rounded-md bg-surface-2', className)} />
  );
}

/** Placeholder rows of a loading list: a name at the left and a figure at the right. */
export function SkeletonRows({ rows = 3, className }: { rows?: number; className?: string }) {
  return (
    <div role="status" className={cn('flex flex-col gap-3', className)}>
      <span className="sr-only">{t('Loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and static
        <span key={row} className="group flex h-10 items-center justify-between gap-6">
          <Skeleton className="h-4 w-2/5 max-w-44 group-even:w-1/3" />
          <Skeleton className="h-4 w-1/4 max-w-56 max-md:hidden" />
          <Skeleton className="h-4 w-1/6 min-w-16 max-w-24" />
        </span>
      ))}
    </div>
  );
}
