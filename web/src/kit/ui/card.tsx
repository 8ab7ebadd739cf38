import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';

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

export function CardHeader({ title, description, children, id }: CardHeaderProps) {
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-3 max-sm:has-[search]:py-4 sm:px-5">
      <div className="min-w-0">
        <h2 id={id} className="font-semibold text-base text-1">
          {title}
        </h2>
        {description && <p className="text-3">{description}</p>}
      </div>
      {children && <div className="flex items-center gap-2 max-sm:has-[search]:w-full">{children}</div>}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('p-4 sm:p-5', className)} />;
}
