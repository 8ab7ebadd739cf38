/** Whether the event stream is connected. Without it, pages poll. */
let isConnected = false;

export function setConnected(connected: boolean): void {
  isConnected = connected;
}

/** Polling interval in ms. While events arrive, polling is slow or off (false). */
export const everyMs = (pollMs: number, liveMs: number | false = false): number | false =>
  isConnected ? liveMs : pollMs;
