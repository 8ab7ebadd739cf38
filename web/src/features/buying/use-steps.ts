import { useState } from 'react';
import { type Draft, isDone, isOpen, STEP_NUMBERS, type StepNumber } from './draft.ts';

/** Which steps are open, and how to open one. */
export interface Steps {
  readonly isOpen: (step: StepNumber) => boolean;
  readonly isDone: (step: StepNumber) => boolean;
  /** Keeps the step open while the buyer works in it. */
  readonly workAt: (step: StepNumber) => void;
  /** Opens the step and moves the focus into it. */
  readonly goTo: (step: StepNumber) => void;
  /** Counts focus requests for the step, so that each change moves the focus. 0 without a request. */
  readonly called: (step: StepNumber) => number;
  /** Opens all steps for the next order. */
  readonly restart: () => void;
}

export function useSteps(draft: Draft): Steps {
  const [settled, setSettled] = useState(false);
  const [current, setCurrent] = useState<StepNumber | null>(null);
  const [call, setCall] = useState<{ step: StepNumber | null; count: number }>({ step: null, count: 0 });
  if (!settled && STEP_NUMBERS.every((step) => isDone(draft, step))) setSettled(true);
  return {
    isOpen: (step) => isOpen(draft, step, { settled, current }),
    isDone: (step) => isDone(draft, step),
    workAt: setCurrent,
    goTo: (step) => {
      setCurrent(step);
      setCall(({ count }) => ({ step, count: count + 1 }));
    },
    called: (step) => (call.step === step ? call.count : 0),
    restart: () => {
      setSettled(false);
      setCurrent(null);
    },
  };
}
