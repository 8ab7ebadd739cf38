import pino, { type Logger, type LoggerOptions } from 'pino';
import { Refusal } from '../refusal.ts';
import { StartError } from '../start-error.ts';
import { isOutage } from './outage.ts';
import { traceFields } from './tracing.ts';

interface Described extends Error {
  readonly code?: string;
}

/** An error in the log. */
interface Logged {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly hint?: string | undefined;
  readonly aggregateErrors?: readonly Logged[];
}

/** Fields of PostgreSQL's errors and of the driver that can contain values of rows or parameters. */
const WITH_ROWS = ['detail', 'where', 'hint', 'parameters', 'query', 'internalQuery', 'dataRow'] as const;
/** Errors of this class quote the value that could not be read. */
const BAD_VALUE = /^22/;
const FROM_DATABASE = /^[0-9A-Z]{5}$/;

/**
 * Describes an error for the log. Errors of the database lose everything that can contain a row. Outages, refusals and what an
 * operator can repair have no stack, and no headers of an answer, which may contain cookies.
 */
function describe(error: Error): Logged {
  // its message has the one of its cause, which pino would add
  if (error instanceof StartError) return { type: StartError.name, message: error.message };
  if (error instanceof AggregateError && error.errors.length > 0) return describeAll(error);
  const described = pino.stdSerializers.err(withoutRows(error));
  const isRefusal = error instanceof Refusal;
  if (!isOutage(error) && !isRefusal) return described;
  const { type, message, code } = described;
  return { type, message, code, hint: isRefusal ? error.hint : undefined };
}

/** Describes each of several errors alone. Their common message and stack repeat what a single one loses. */
function describeAll({ errors }: AggregateError): Logged {
  const aggregateErrors = errors.map(describe);
  const messages = new Set(aggregateErrors.map(({ message }) => message));
  return { type: AggregateError.name, message: [...messages].join('; '), aggregateErrors };
}

function withoutRows(error: Error): Error {
  if (!(error instanceof Error)) return error;
  const cause = error.cause instanceof Error ? withoutRows(error.cause) : error.cause;
  const { code } = error as Described;
  const isFromDatabase = typeof code === 'string' && FROM_DATABASE.test(code) && 'severity' in error;
  if (!isFromDatabase && cause === error.cause) return error;
  const copy: Error = Object.assign(Object.create(Object.getPrototypeOf(error)) as Error, error);
  const message =
    isFromDatabase && BAD_VALUE.test(code) ? 'the database could not read a value' : error.message;
  Object.defineProperty(copy, 'message', { value: message, enumerable: false });
  Object.defineProperty(copy, 'stack', {
    value: error.stack?.replace(error.message, message),
    enumerable: false,
  });
  if (cause !== undefined) Object.defineProperty(copy, 'cause', { value: cause, enumerable: false });
  if (isFromDatabase) for (const field of WITH_ROWS) Reflect.deleteProperty(copy, field);
  return copy;
}

/** Options of every log: they remove cookies, tokens and the contents of rows, and add the id of the present trace. */
export const LOG_OPTIONS: LoggerOptions = {
  redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
  serializers: { err: describe },
  mixin: traceFields,
};

/**
 * Opens the log of a process on its standard output. Each message is written before the program goes on. If messages were left to be
 * written when the process ends, and the reader of the log had gone, pino would try forever.
 */
export const openLog = (level: string): Logger =>
  pino({ level, ...LOG_OPTIONS }, pino.destination({ sync: true }));
