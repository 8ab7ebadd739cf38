/** Another machine or process does not answer, or not usably. This is expected, so a log line needs no stack. */
export class Outage extends Error {}

/** No connection was made, so nothing was asked. The last two: PostgreSQL starts or stops, and has no free connection. */
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P03',
  '53300',
]);
/** Codes of OpenSSL for certificates that are not valid: expired, of another host, or of an unknown authority. */
const OF_CERTIFICATE = /CERT|SIGNATURE|ISSUER|^HOSTNAME_MISMATCH$/;
/** A connection broke. The last two: PostgreSQL was stopped, or it crashed. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02']);
/** The driver of PostgreSQL and the queue give the first three no code. The last one is a question that a standby does not answer. */
const BROKEN_TEXT =
  /^Connection terminated|^Client has encountered a connection error|^LISTEN\/NOTIFY connection ended|^recovery is in progress/;

/** PostgreSQL cannot write: it is read-only, as a standby is, or its disk is full. */
const CANNOT_WRITE = new Set(['25006', '53100']);

/** Whether the database refused a write that no caller is to blame for. Nothing has happened then. */
export const couldNotWrite = (error: unknown): boolean => CANNOT_WRITE.has(codeOf(error));

/** Whether another machine showed a certificate that is not valid. Nothing was sent then. */
export const hasBadCertificate = (error: unknown): boolean => OF_CERTIFICATE.test(codeOf(error));

/** Whether the database or another machine took no connection, or none that can be trusted. Nothing has happened then. */
export const couldNotConnect = (error: unknown): boolean =>
  NO_CONNECTION.has(codeOf(error)) || hasBadCertificate(error);

/** Whether a connection broke that was in use. What was asked last may have happened. */
export const lostConnection = (error: unknown): boolean =>
  BROKEN.has(codeOf(error)) || BROKEN_TEXT.test(messageOf(error));

/** Whether an error only says that another machine does not answer, or not usably. Several errors are an outage if each of them is. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Outage ||
  couldNotConnect(error) ||
  couldNotWrite(error) ||
  lostConnection(error) ||
  (error instanceof AggregateError && error.errors.length > 0 && error.errors.every(isOutage));

// the queue reports errors as plain objects
const messageOf = (error: unknown): string => String((error as { message?: unknown } | null)?.message ?? '');
/** The code of an error of the system, of OpenSSL or of PostgreSQL; empty without one. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
