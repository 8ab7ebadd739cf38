import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { injectFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { callSecondNode } from './second-node.ts';

export const RPC_USER = 'sterling';
export const RPC_PASSWORD = 'sandbox';

interface Call {
  method?: unknown;
  params?: unknown;
  id?: unknown;
}

interface Answer {
  result: unknown;
  error: { code: number; message: string } | null;
  id: unknown;
}

type Node = (method: string, params: unknown[]) => unknown;

/** The sandbox's node, at /litecoin. */
export async function litecoinRpc(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  serveRpc(app, world, 'litecoin', (method, params) => world.node.rpc(method, params));
}

/** A second node of the same chain, at /litecoin-second. `PATCH /control/tips` makes it differ. */
export async function secondLitecoinRpc(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  app.addHook('preHandler', async (_request, reply) => (world.tips.silent ? reply.hijack() : undefined));
  serveRpc(app, world, 'litecoin-second', (method, params) => callSecondNode(world, method, params));
}

/**
 * litecoind's JSON-RPC over HTTP: Basic authentication, one call or a batch. As at litecoind, a refused single call is a
 * 500 (404 for an unknown method), and a batch is always a 200.
 */
function serveRpc(
  app: FastifyInstance,
  world: World,
  service: 'litecoin' | 'litecoin-second',
  node: Node,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('preHandler', async (request, reply) => {
    if (!isAuthorized(request)) {
      return reply.code(401).header('www-authenticate', 'Basic realm="jsonrpc"').type('text/html').send('');
    }
    request.body = parse(String(request.body));
    if (request.logged) request.logged.rpc = methodsOf(request).join(',');
  });
  injectFaults(app, world.faults, service, methodsOf);

  for (const path of [`/${service}`, `/${service}/`]) {
    app.post(path, async ({ body }, reply) => {
      if (body === undefined) return reply.code(500).send(failure(null, -32700, 'Parse error'));
      if (Array.isArray(body)) return Promise.all(body.map((call) => answer(node, call)));
      const single = await answer(node, body as Call);
      return reply.code(statusOf(single)).send(single);
    });
  }
}

async function answer(node: Node, call: Call): Promise<Answer> {
  const id = call?.id ?? null;
  if (typeof call?.method !== 'string') return failure(id, -32600, 'Missing method');
  if (call.params !== undefined && !Array.isArray(call.params))
    return failure(id, -32600, 'Params must be an array');
  try {
    return {
      result: (await node(call.method, (call.params ?? []) as unknown[])) ?? null,
      error: null,
      id,
    };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    if (typeof code !== 'number') throw error;
    return failure(id, code, message);
  }
}

function failure(id: unknown, code: number, message: string): Answer {
  return { result: null, error: { code, message }, id };
}

// Follows JSONErrorReply in httprpc.cpp of litecoind 0.21.
function statusOf({ error }: Answer): number {
  if (!error) return 200;
  if (error.code === -32600) return 400;
  return error.code === -32601 ? 404 : 500;
}

function methodsOf({ body }: FastifyRequest): string[] {
  return [body].flat().map((call) => String((call as Call | undefined)?.method));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAuthorized({ headers }: FastifyRequest): boolean {
  const wanted = Buffer.from(`Basic ${Buffer.from(`${RPC_USER}:${RPC_PASSWORD}`).toString('base64')}`);
  const given = Buffer.from(headers.authorization ?? '');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
