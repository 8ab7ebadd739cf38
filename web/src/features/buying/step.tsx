import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { StepMark } from '../../kit/ui/badge.tsx';
import { Card } from '../../kit/ui/card.tsx';
import { type Draft, isDone, type StepNumber } from './draft.ts';

interface StepProps {
  number: StepNumber;
  title: string;
  steps: Steps;
  children: ReactNode;
}

/** One step of the purchase. */
export function Step({ number, title, steps, children }: StepProps) {
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const focusRequests = steps.focusRequests(number);
  useEffect(() => {
    if (focusRequests > 0) body.current?.querySelector<HTMLElement>('input, button:not(:disabled)')?.focus();
  }, [focusRequests]);
  return (
    <Card aria-labelledby={id}>
      <header className="flex min-h-16 items-center gap-3 px-4 py-3 sm:px-5">
        <StepMark number={number} done={steps.isDone(number)} />
        <h2 id={id} className="font-semibold text-1 text-base">
          {title}
        </h2>
      </header>
      <div
        ref={body}
        className="flex flex-col gap-5 px-4 pb-4 sm:px-5 sm:pb-5 max-sm:[&_input]:scroll-mt-32 max-sm:[&_input]:scroll-mb-24"
      >
        {children}
      </div>
    </Card>
  );
}

/** Which steps are done, and how to lead the buyer to one. All steps stay open, so that nothing moves. */
export interface Steps {
  readonly isDone: (step: StepNumber) => boolean;
  /** Moves the focus into the step. */
  readonly goTo: (step: StepNumber) => void;
  /** Counts focus requests for the step, so that each change moves the focus. 0 without a request. */
  readonly focusRequests: (step: StepNumber) => number;
}

/** Which steps are done, and requests to move the focus into one. */
export function useSteps(draft: Draft): Steps {
  const [latest, setLatest] = useState<{ step: StepNumber | null; count: number }>({ step: null, count: 0 });
  return {
    isDone: (step) => isDone(draft, step),
    goTo: (step) => setLatest(({ count }) => ({ step, count: count + 1 })),
    focusRequests: (step) => (latest.step === step ? latest.count : 0),
  };
}
