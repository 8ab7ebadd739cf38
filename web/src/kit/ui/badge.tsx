import { t } from '@sterling/contract/texts.ts';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { labelOf } from '../format/labels.ts';
import { cn } from './class-names.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'neutral';

const TONES: Record<Tone, string> = {
  good: 'bg-good/12 text-good',
  warn: 'bg-warn/12 text-warn',
  bad: 'bg-bad/12 text-bad',
  accent: 'bg-accent/12 text-accent',
  neutral: 'border border-line text-2',
};

interface BadgeProps {
  tone?: Tone;
  /** Replaces the dot. */
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A state in one word. The text never depends on its colour. Use it on surface 0 or 1. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-6 large-text:h-auto items-center gap-1.5 large-text:whitespace-normal whitespace-nowrap rounded-md px-2 font-medium text-xs [&_svg]:size-3.5',
        TONES[tone],
        className,
      )}
    >
      {icon ?? <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}

/** The colour of an order or transaction status: good, warning, and everything else is an error. */
export function statusTone(status: string): Tone {
  if (status === 'completed') return 'good';
  return status === 'pending' || status === 'processing' ? 'warn' : 'bad';
}

/** 'completed' → 'Completed' in its colour. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={statusTone(status)}>{labelOf(status)}</Badge>;
}

const MAX_COUNT = 99;

/** A small figure beside a name or on an icon. Nothing for 0. The name of the control must include the figure. */
export function Count({ of, className }: { of: number; className?: string }) {
  if (of === 0) return null;
  return (
    <span
      aria-hidden
      className={cn(
        'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-button px-1 font-semibold text-[0.6875rem] text-on-button tabular-nums leading-none',
        className,
      )}
    >
      {of > MAX_COUNT ? `${MAX_COUNT}+` : of}
    </span>
  );
}

/** The number of a step, or a tick once the step is done. */
export function StepMark({ number, done }: { number: number; done: boolean }) {
  return (
    <span
      className={cn(
        'grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums',
        done ? 'bg-good/12 text-good' : 'border border-field text-2',
      )}
    >
      {done ? (
        <>
          <Check aria-hidden className="size-3.5" strokeWidth={3} />
          <span className="sr-only">{t('Done:')}</span>
        </>
      ) : (
        number
      )}
    </span>
  );
}
