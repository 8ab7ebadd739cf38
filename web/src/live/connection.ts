/** Whether the server tells of changes at this moment; without that, pages look by themselves. */
let isConnected = false;

export function setConnected(connected: boolean): void {
  isConnected = connected;
}

/** How often something is read anew: seldom or never (false) while the server tells of its changes, else every so many ms. */
export const everyMs = (unlessToldMs: number, toldMs: number | false = false): number | false =>
  isConnected ? toldMs : unlessToldMs;
