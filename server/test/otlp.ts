import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as an OTLP receiver gets it. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface OtlpReceiver {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** The paths of the calls so far. */
  readonly calls: readonly string[];
  spans(): readonly ReceivedSpan[];
  /** All that was received, as text. */
  text(): string;
  close(): Promise<void>;
}

interface Sent {
  readonly resourceSpans: readonly { scopeSpans: readonly { spans: readonly SentSpan[] }[] }[];
}
interface SentSpan extends Omit<ReceivedSpan, 'attributes' | 'parentSpanId'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly {
    key: string;
    value: { stringValue?: string; intValue?: number };
  }[];
}

/** Receives traces on the loopback interface: OTLP over HTTP, in JSON. */
export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const calls: string[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    calls.push(request.url!);
    bodies.push(Buffer.concat(await request.toArray()).toString());
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    text: () => bodies.join('\n'),
    spans: () => bodies.flatMap((body) => spansIn(JSON.parse(body) as Sent)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const spansIn = ({ resourceSpans }: Sent): ReceivedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, parentSpanId = '', ...span }) => ({
      ...span,
      parentSpanId,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
      ),
    }));
