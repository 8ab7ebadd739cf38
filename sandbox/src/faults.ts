import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    fault: Fault | null;
  }
}

export const FAULT_KINDS = [
  'status',
  'timeout-before',
  'timeout-after',
  'reset-before',
  'reset-after',
  'slow',
  'truncate',
  'html',
  'huge',
  'stall',
] as const;

/**
 * A fault to arm. `status` and `before` kinds skip the call's effect. `after` kinds carry it out and lose the answer.
 * `slow`, `truncate`, `html` and `huge` carry it out and change the answer. `stall` is for the proxy only: it opens tunnels and
 * lets requests in, even through tunnels that are open already, and no answer comes out.
 */
export interface NewFault {
  service: Service;
  method?: string;
  path?: string;
  times: number;
  kind: (typeof FAULT_KINDS)[number];
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  seconds?: number;
}

export interface Fault extends NewFault {
  id: string;
  hits: number;
}

export interface Faults {
  arm(wanted: NewFault): Fault;
  /** The first armed fault that matches the call, counted as a hit, or null. With `kind`, only faults of this kind match. */
  take(service: Service, methods: string[], path: string, kind?: Fault['kind']): Fault | null;
  list(): Fault[];
  clear(): void;
}

/** A list of armed faults, empty at first. It lives in memory, so a restart disarms all. */
export function openFaults(): Faults {
  let armed: Fault[] = [];
  let made = 0;
  return {
    arm(wanted) {
      const fault = { id: `fault-${++made}`, ...wanted, hits: 0 };
      armed.push(fault);
      return fault;
    },
    take(service, methods, path, kind) {
      const fault = armed.find(
        (one) =>
          one.service === service &&
          one.hits < one.times &&
          (!kind || one.kind === kind) &&
          matches(one, methods, path),
      );
      if (fault) fault.hits++;
      return fault ?? null;
    },
    list: () => armed,
    clear: () => {
      armed = [];
    },
  };
}

function matches(fault: Fault, methods: string[], path: string): boolean {
  const wanted = fault.method?.toLowerCase();
  return (
    (!wanted || methods.some((method) => method.toLowerCase() === wanted)) && path.includes(fault.path ?? '')
  );
}

/**
 * Applies armed faults to the calls of one service. Call it after hooks that must run first (the CSRF handshake).
 * `methodsOf` gives the names to compare with a fault's `method`: the HTTP method, or the RPC names at the node.
 */
export function injectFaults(
  app: FastifyInstance,
  faults: Faults,
  service: Service,
  methodsOf: (request: FastifyRequest) => string[] = (request) => [request.method],
): void {
  app.addHook('preHandler', async (request, reply) => {
    const fault = faults.take(service, methodsOf(request), request.url);
    request.fault = fault;
    return fault ? answerWithoutActing(fault, reply) : undefined;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request;
    if (!fault || fault.kind === 'status') return payload;
    reply.headers(fault.headers ?? {});
    return alterAnswer(fault, reply, payload);
  });
}

function answerWithoutActing(fault: Fault, reply: FastifyReply) {
  switch (fault.kind) {
    case 'status':
      return reply
        .code(fault.status ?? 500)
        .headers(fault.headers ?? {})
        .send(fault.body);
    case 'timeout-before':
      return reply.hijack();
    case 'reset-before':
      reply.raw.socket?.resetAndDestroy();
      return reply.hijack();
    default:
      return undefined;
  }
}

const HUGE_BYTES = 16 * 1024 * 1024;

async function alterAnswer(fault: Fault, reply: FastifyReply, payload: unknown): Promise<unknown> {
  switch (fault.kind) {
    case 'timeout-after':
      return never();
    case 'reset-after':
      reply.raw.socket?.resetAndDestroy();
      return never();
    case 'slow':
      await sleep((fault.seconds ?? 5) * 1000);
      return payload;
    case 'truncate':
      return firstHalf(Buffer.from(String(payload ?? '')));
    case 'html':
      reply.code(fault.status ?? 502).type('text/html');
      return '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>';
    case 'huge':
      return `{"padding":"${'x'.repeat(HUGE_BYTES)}"}`;
    default:
      return payload;
  }
}

function firstHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

// The caller's timeout closes the connection, and then Node can collect the promise.
function never(): Promise<never> {
  return new Promise(() => {});
}
