import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names.ts';

export function Spinner({ label, className }: { label?: string; className?: string }) {
  const icon = <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />;
  if (!label) return icon;
  return (
    <span role="status" className="inline-flex items-center">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Fills its region while the first data loads. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid min-h-60 flex-1 place-items-center text-3">
      <Spinner label={label} className="size-6" />
    </div>
  );
}
