/** How far the server's clock is ahead of the browser's. */
let aheadMs = 0;

/** Reads the server's clock from an answer, to a second. Each answer counts, because the device's clock may be set meanwhile. */
export function noteServerTime({ headers }: Response): void {
  const serverMs = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(serverMs)) aheadMs = serverMs - Date.now();
}

/** The present time in milliseconds by the server's clock. Deadlines are compared with it, because a device's clock may be wrong. */
export const serverNow = (): number => Date.now() + aheadMs;
