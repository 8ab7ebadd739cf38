/** Calls of this process to one host. */
export interface CallCount {
  readonly host: string;
  readonly answered: number;
  /** No usable answer, or a status of 500 or above. */
  readonly failed: number;
}

const counts = new Map<string, CallCount>();

/** Counts a call to a host that the configuration names. Hosts that a user entered, and their proxies, are not counted. */
export function countCall(host: string, hasFailed: boolean): void {
  const { answered, failed } = counts.get(host) ?? { answered: 0, failed: 0 };
  const [more, moreFailed] = hasFailed ? [answered, failed + 1] : [answered + 1, failed];
  counts.set(host, { host, answered: more, failed: moreFailed });
}

/** The calls since the start of this process. */
export const callCounts = (): readonly CallCount[] => [...counts.values()];
