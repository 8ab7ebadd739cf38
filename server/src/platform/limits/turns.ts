import pLimit from 'p-limit';
import { openSequences } from './sequences.ts';

/** Runs work one at a time. Callers take turns: what a caller adds waits behind one work of each other caller at most. */
export interface Turns {
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
}

export function openTurns(): Turns {
  const queue = pLimit(1);
  const sequences = openSequences();
  return {
    // each caller has one work in the queue; the next one joins its end when that has ended
    run: (caller, work) => sequences.run(caller, () => queue(work)),
  };
}
