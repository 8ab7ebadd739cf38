import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';

export interface ChecklistStep {
  readonly title: string;
  readonly text: string;
  /** Undefined while loading. */
  readonly isDone: boolean | undefined;
  /** The button that leads to the step. */
  readonly action: { readonly label: string; readonly act: () => void };
}

interface ChecklistProps {
  /** Says that there is nothing yet, in place of the chart. */
  lead: string;
  steps: readonly ChecklistStep[];
}

/** The first steps of a new user. Steps that are done are ticked, and the next one has the main button. */
export function Checklist({ lead, steps }: ChecklistProps) {
  const id = useId();
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => isDone === false);
  return (
    <section aria-labelledby={id} className="flex w-full max-w-xl flex-col px-2 sm:px-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 id={id} className="font-semibold text-1 text-base">
          First steps
        </h3>
        <span className="text-3 text-xs tabular-nums">
          {done} of {steps.length} done
        </span>
      </div>
      <p className="text-3">{lead}</p>
      <ol className="mt-2 divide-y divide-line">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, number, isNext }: { step: ChecklistStep; number: number; isNext: boolean }) {
  const { title, text, isDone, action } = step;
  return (
    <li className="flex min-h-16 items-center gap-3 py-2.5">
      <Mark done={isDone === true}>{number}</Mark>
      <div className="min-w-0 flex-1">
        <p className={cn('font-medium', isDone ? 'text-3' : 'text-1')}>{title}</p>
        <p className="text-3 text-xs">{text}</p>
      </div>
      {isDone === false && (
        <Button size="sm" variant={isNext ? 'primary' : 'secondary'} onClick={action.act}>
          {action.label}
        </Button>
      )}
    </li>
  );
}

function Mark({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <span
      className={cn(
        'grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums',
        done ? 'bg-good/12 text-good' : 'border border-field text-2',
      )}
    >
      {done ? <Check aria-label="Done" className="size-3.5" strokeWidth={3} /> : children}
    </span>
  );
}
