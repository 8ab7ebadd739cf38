const MIN_PAUSE_MS = 10 * 60_000;
/** The alert BooksNotProved waits an hour. This leaves a quarter of an hour for the proof itself. */
const MAX_PAUSE_MS = 45 * 60_000;
const TIMES_AS_LONG = 10;

/** Milliseconds from the end of a proof to the next. Ten times as long as the proof, so that proofs leave most of the time to others. */
export const pauseAfterProof = (tookMs: number): number =>
  Math.min(Math.max(TIMES_AS_LONG * tookMs, MIN_PAUSE_MS), MAX_PAUSE_MS);
