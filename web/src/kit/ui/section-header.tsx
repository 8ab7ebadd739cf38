import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { cn } from './class-names.ts';

interface PageHeaderProps {
  title: string;
  subtitle?: string;
  children?: ReactNode;
}

/** Title of a page outside the dashboard's shell. */
export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="flex flex-col gap-1">
        <h1 className="text-balance font-semibold text-1 text-xl tracking-tight">{title}</h1>
        {subtitle && <p className="text-3">{subtitle}</p>}
      </div>
      {children && <div className="flex items-center gap-2">{children}</div>}
    </header>
  );
}

/** Title of a part of a page, above its cards. */
export function SectionHeader({
  title,
  children,
  className,
}: {
  title: string;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn('flex large-text:flex-wrap min-h-8 items-center justify-between gap-x-4', className)}>
      <h2 className="font-semibold text-1 text-base">{title}</h2>
      {children && <div className="flex items-center gap-2">{children}</div>}
    </div>
  );
}

/** Replaces a page that the user may not see. Gives the reason and a link. */
export function GateCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <Card className="flex w-full max-w-md flex-col items-center gap-3 p-8 text-center">
        <span aria-hidden className="grid size-11 place-items-center rounded-full border border-line text-3">
          <Lock className="size-5" />
        </span>
        <h1 className="font-semibold text-1 text-xl tracking-tight">{title}</h1>
        <p className="text-2">{text}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>
      </Card>
    </main>
  );
}
