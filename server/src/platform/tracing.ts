import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanContext, Tracer } from '@opentelemetry/api';
import { Refusal } from '../refusal.ts';

/**
 * Traces: request → transaction → job → call to the outside, under one id. Off by default. Its libraries are imported only when it
 * is on. Attributes name routes, statuses and ids, and never contain cookies, tokens, bodies, queries or anything that a user typed.
 */
interface Tracing {
  readonly tracer: Tracer;
  readonly api: typeof import('@opentelemetry/api');
}

let tracing: Tracing | null = null;
const present = new AsyncLocalStorage<Span | undefined>();

/** Adds attributes to the span while its work runs. */
export type Note = (attributes: Attributes) => void;

type Kind = 'server' | 'client' | 'consumer' | 'internal';

interface Place {
  readonly kind?: Kind;
  /** The `traceparent` that the span continues. Null: none. Without this, the span continues the one whose work runs now. */
  readonly parent?: string | null;
  /** Begins a trace if there is nothing to continue. Without this, such work leaves no span, as the loops of a worker. */
  readonly begins?: boolean;
}

/** Runs `act` as a span of a trace. Does nothing else when tracing is off. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  act: (note: Note) => Promise<Result>,
  { kind = 'internal', parent, begins = false }: Place = {},
): Promise<Result> {
  if (!tracing) return act(ignore);
  const { api, tracer } = tracing;
  const before = parent === undefined ? running()?.spanContext() : contextIn(parent);
  if (!before && !begins) return present.run(undefined, () => act(ignore));
  const context = before ? api.trace.setSpanContext(api.ROOT_CONTEXT, before) : api.ROOT_CONTEXT;
  const options = { kind: KINDS[kind], attributes };
  return present.run(tracer.startSpan(name, options, context), () => finish(act));
}

async function finish<Result>(act: (note: Note) => Promise<Result>): Promise<Result> {
  const span = present.getStore()!;
  try {
    return await act((attributes) => void span.setAttributes(attributes));
  } catch (error) {
    // an error's message may contain a row, so only its kind is kept
    if (error instanceof Refusal) span.setAttribute('sterling.refusal', error.code);
    else span.setStatus({ code: ERROR }).setAttribute('error.type', (error as Error).constructor.name);
    throw error;
  } finally {
    span.end();
  }
}

const ignore: Note = () => undefined;
/** SpanKind and SpanStatusCode of the API, which is not loaded when tracing is off. */
const KINDS: Readonly<Record<Kind, number>> = { internal: 0, server: 1, client: 2, consumer: 4 };
const ERROR = 2;

/** The span whose work runs now. Work that outlives its span, such as a timer, belongs to no span. */
function running(): Span | undefined {
  const span = present.getStore();
  return span?.isRecording() ? span : undefined;
}

/** The present span as `traceparent` (W3C Trace Context), for a job's data. Undefined outside a trace. */
export function traceparent(): string | undefined {
  const context = running()?.spanContext();
  return context && `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/;

function contextIn(parent: string | null): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? '') ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: Number(flags), isRemote: true } : undefined;
}

/** What a log line gets: the id of the present trace. */
export function traceFields(): { traceId?: string } {
  const traceId = running()?.spanContext().traceId;
  return traceId ? { traceId } : {};
}

const traceIds = new WeakMap<object, string>();

/** Keeps the present trace of a request for log lines that are written after its span. */
export function keepTraceOf(request: object): void {
  const { traceId } = traceFields();
  if (traceId) traceIds.set(request, traceId);
}

/** The trace that `keepTraceOf` has kept of a request. */
export const traceIdOf = (request: object): string | undefined => traceIds.get(request);

const SEND_EVERY_MS = 2_000;
/** A receiver that does not answer must not delay the end of the process. */
const SEND_TIMEOUT_MS = 2_000;

/** Sends the spans of this process to an OTLP receiver. Does nothing for null. The returned function sends the rest and stops. */
export async function openTracing(url: string | null, role: string): Promise<() => Promise<void>> {
  if (url === null) return async () => undefined;
  const [api, { BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.namespace': 'sterling', 'service.name': `sterling-${role}` }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  tracing = { api, tracer: provider.getTracer('sterling') };
  return async () => {
    tracing = null;
    await provider.shutdown().catch(() => undefined);
  };
}
