import { useState } from 'react';
import { type Draft, isDone, type StepNumber } from './draft.ts';

/** Which steps are done, and how to lead the buyer to one. All steps stay open, so that nothing moves. */
export interface Steps {
  readonly isDone: (step: StepNumber) => boolean;
  /** Moves the focus into the step. */
  readonly goTo: (step: StepNumber) => void;
  /** Counts focus requests for the step, so that each change moves the focus. 0 without a request. */
  readonly called: (step: StepNumber) => number;
}

export function useSteps(draft: Draft): Steps {
  const [call, setCall] = useState<{ step: StepNumber | null; count: number }>({ step: null, count: 0 });
  return {
    isDone: (step) => isDone(draft, step),
    goTo: (step) => setCall(({ count }) => ({ step, count: count + 1 })),
    called: (step) => (call.step === step ? call.count : 0),
  };
}
