export interface Point {
  /** The day or hour, as its label on the axis. */
  readonly day: string;
  /** Null for a future day, or where nothing happened. */
  readonly value: number | null;
  /** The full figure as text. */
  readonly text: string;
  /** The value of the same day one period earlier. */
  readonly earlier?: number;
}
