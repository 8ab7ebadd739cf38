import type { Logger } from 'pino';

const LOG_AGAIN_MS = 60_000;

/** The log of work that is repeated. Each message is logged at most once a minute, so that an outage does not fill a disk. */
export interface FailureLog {
  failed(error: Error): void;
  /** Logs that the work succeeds again if it failed before. */
  worked(): void;
}

/** Opens the log of one repeated work. `what` says what fails. */
export function openFailureLog(log: Logger, what: string): FailureLog {
  /** When each message was logged last. */
  const logged = new Map<string, number>();
  return {
    failed(error) {
      const now = performance.now();
      for (const [message, at] of logged) if (now - at > LOG_AGAIN_MS) logged.delete(message);
      if (logged.has(error.message)) return;
      logged.set(error.message, now);
      log.error({ err: error }, what);
    },
    worked() {
      if (logged.size > 0) log.info(`works again: ${what}`);
      logged.clear();
    },
  };
}
