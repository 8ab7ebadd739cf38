export interface Point {
  readonly day: string;
  /** Null for a future day. */
  readonly value: number | null;
  /** The full figure as text. */
  readonly text: string;
}
