/** Results of one test file. A failure has the test's title and the first line of its error. */
export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failures: readonly string[];
}

export interface Results {
  readonly outcomes: readonly Outcome[];
  /** Files that failed first and passed on their second run, with the first error. */
  readonly flakes: readonly string[];
}

/** The first line of an error. Empty without one. */
export const firstLine = (text = ''): string => text.split('\n', 1)[0]!;
