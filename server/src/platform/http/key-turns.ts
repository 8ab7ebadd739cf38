import type { Endpoint } from '@sterling/contract/endpoint.ts';
import type { Db } from '../db/pool.ts';
import { nameOfKey } from '../idempotency/answers.ts';
import { openSequences } from '../limits/sequences.ts';
import { answerOfEarlier, type WritingCall } from './writing.ts';

/** Runs the calls with one idempotency key one after another in this process. */
export interface KeyTurns {
  /**
   * Runs `work` when the earlier call with the key has ended, unless that call has stored an answer, which is then returned.
   * Otherwise `work` could be refused, for example for the gamepass that it reads, and its caller would take that for the fate of
   * both calls, although the earlier one may still have its effect.
   */
  run(endpoint: Endpoint, call: WritingCall, work: () => Promise<unknown>): Promise<unknown>;
}

export function openKeyTurns(db: Db): KeyTurns {
  const sequences = openSequences();
  return {
    async run(endpoint, call, work) {
      if (!call.key) return work();
      return sequences.run(nameOfKey(call.key), async (hasWaited) => {
        const answer = hasWaited ? await answerOfEarlier(db, endpoint, call) : undefined;
        return answer ?? work();
      });
    },
  };
}
