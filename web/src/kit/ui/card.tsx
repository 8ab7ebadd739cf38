import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';
import { FITTING } from './money.tsx';
import { Skeleton } from './spinner.tsx';

/** A bordered box for one subject. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={cn('min-w-0 rounded-xl border border-line bg-surface-1', className)} />
  );
}

interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Controls at the right of the title. */
  children?: ReactNode;
  id?: string;
}

/** The heading of a card. `id` names it for `aria-labelledby`. */
export function CardHeader({ title, description, children, id }: CardHeaderProps) {
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-3 max-sm:has-[search]:py-4 sm:px-5">
      <div className="min-w-0">
        <h2 id={id} className="font-semibold text-base text-1">
          {title}
        </h2>
        {description && <p className="text-3">{description}</p>}
      </div>
      {children && (
        <div className="flex flex-wrap items-center gap-2 max-sm:has-[search]:w-full max-sm:[&>search:nth-last-child(n+4)]:basis-full max-sm:[&>search]:flex-1 print:has-[button,a,search]:hidden">
          {children}
        </div>
      )}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('p-4 sm:p-5', className)} />;
}

interface StatCardProps {
  label: string;
  /** The figure. Undefined while loading. */
  value: ReactNode;
  /** One line below the figure. */
  note?: ReactNode;
  /** The note takes two lines on a phone. The card reserves them, so that nothing moves when it appears. */
  longNote?: boolean;
  icon?: ReactNode;
  className?: string;
}

/** One figure with its name in a StatRow. Names, figures and notes of neighbouring cards align. */
export function StatCard({ label, value, note, longNote, icon, className }: StatCardProps) {
  return (
    <Card className={cn('row-span-3 grid grid-rows-subgrid gap-y-2 p-4 sm:p-5', className)}>
      <div className="flex items-start justify-between gap-2 text-3">
        <p className="font-medium text-xs">{label}</p>
        {icon && (
          <span aria-hidden className="max-[24rem]:hidden [&_svg]:size-4">
            {icon}
          </span>
        )}
      </div>
      <div className="@container">
        <div
          data-figure
          className={cn(
            'wrap-anywhere font-semibold text-2xl text-1 tabular-nums tracking-tight [&_span]:whitespace-normal',
            FITTING,
          )}
        >
          {value === undefined ? <Skeleton className="my-1 h-7 w-24" /> : value}
        </div>
      </div>
      {/* Reserves the line of the note, so that nothing moves when it appears. */}
      <div
        title={typeof note === 'string' ? note : undefined}
        className={cn(
          'min-h-4 text-balance text-3 text-xs line-clamp-3 sm:line-clamp-2',
          longNote && 'max-sm:min-h-8',
        )}
      >
        {note}
      </div>
    </Card>
  );
}

/** Stat cards in one row, or 2×2 on phones. */
export function StatRow({ children, count = 4 }: { children: ReactNode; count?: 3 | 4 }) {
  return (
    <div
      className={cn(
        'grid grid-cols-2 gap-3 large-text:grid-cols-1 sm:gap-4',
        count === 4 ? 'lg:grid-cols-4' : 'sm:grid-cols-3',
      )}
    >
      {children}
    </div>
  );
}
