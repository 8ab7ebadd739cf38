import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Faults } from '../faults.ts';
import { flat, type LoggedRequest, type Requests } from '../requests.ts';
import { serviceOf } from '../services.ts';

export interface Proxy {
  createServer(handler: RequestListener): Server;
  /** `user@host:port` of the proxy that a request came through, or null for a direct one. */
  viaOf(request: IncomingMessage): string | null;
}

/**
 * The forward proxy on the sandbox's own port: CONNECT and absolute-form, any user and password, and only towards the
 * sandbox's own services. A tunnel is this server listening to itself on the tunnelled socket.
 */
export function openProxy(faults: Faults, requests: Requests): Proxy {
  const tunnels = new WeakMap<Duplex, string>();
  const forwarded = new WeakMap<IncomingMessage, string>();

  const viaOf = (request: IncomingMessage) => forwarded.get(request) ?? tunnels.get(request.socket) ?? null;
  return {
    viaOf,
    createServer(handler) {
      const server = createServer((request, response) => {
        if (request.url?.startsWith('/') && isForbiddenInTunnel(request, tunnels))
          return refuse(response, 403);
        if (request.url?.startsWith('/')) return handler(request, response);
        return forward(request, response, server, handler);
      });
      server.on('connect', (request, socket, head) => connect(request, socket as Socket, head, server));
      return server;
    },
  };

  function isForbiddenInTunnel(request: IncomingMessage, open: WeakMap<Duplex, string>): boolean {
    return open.has(request.socket) && serviceOf(request.url ?? '') === null;
  }

  async function forward(
    request: IncomingMessage,
    response: ServerResponse,
    server: Server,
    handler: RequestListener,
  ) {
    const target = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
    const via = nameOf(request, server);
    const { fault, entry } = arrive(request, target?.host ?? '', via);
    if (fault && !(await passes(fault, request.socket))) return;
    const status = fault?.kind === 'status' ? (fault.status ?? 407) : isOwn(target, server) ? null : 403;
    entry.status = status ?? 200;
    if (status) return refuse(response, status, fault?.headers);
    request.url = `${target?.pathname}${target?.search}`;
    forwarded.set(request, via);
    if (fault?.kind === 'reset-after') breakAtFirstAnswer(request.socket);
    handler(request, response);
  }

  async function connect(request: IncomingMessage, socket: Socket, head: Buffer, server: Server) {
    socket.on('error', () => socket.destroy());
    const target = URL.canParse(`http://${request.url}`) ? new URL(`http://${request.url}`) : null;
    const via = nameOf(request, server);
    const { fault, entry } = arrive(request, request.url ?? '', via);
    if (fault && !(await passes(fault, socket))) return;
    const status = fault?.kind === 'status' ? (fault.status ?? 407) : isOwn(target, server) ? 200 : 403;
    entry.status = status;
    if (status !== 200) {
      const headers = Object.entries(fault?.headers ?? authenticateHeader(status));
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.end(`HTTP/1.1 ${status} Refused\r\n${lines}content-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (fault?.kind === 'reset-after') breakAtFirstAnswer(socket);
    tunnels.set(socket, via);
    if (head.length > 0) socket.unshift(head);
    server.emit('connection', socket);
  }

  function arrive(
    request: IncomingMessage,
    path: string,
    via: string,
  ): { fault: Fault | null; entry: LoggedRequest } {
    const method = request.method ?? 'CONNECT';
    const entry = requests.record({ service: 'proxy', method, path, headers: flat(request.headers), via });
    return { fault: faults.take('proxy', [method], path), entry };
  }
}

/** Whether a call goes on at all: not when the proxy drops it or says nothing. */
async function passes(fault: Fault, socket: Socket): Promise<boolean> {
  if (fault.kind === 'slow') await sleep((fault.seconds ?? 5) * 1000);
  if (fault.kind === 'reset-before') socket.resetAndDestroy();
  return fault.kind !== 'reset-before' && fault.kind !== 'timeout-before';
}

/** Closes in the middle: the request gets through and acts, and the line dies as its answer begins. */
function breakAtFirstAnswer(socket: Socket): void {
  setImmediate(() => {
    socket.write = () => {
      socket.resetAndDestroy();
      return false;
    };
  });
}

function isOwn(target: URL | null, server: Server): boolean {
  if (!target || !['127.0.0.1', 'localhost', '[::1]'].includes(target.hostname)) return false;
  if (Number(target.port) !== (server.address() as AddressInfo).port) return false;
  return target.pathname === '/' || serviceOf(target.pathname) !== null;
}

function nameOf(request: IncomingMessage, server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  const encoded = request.headers['proxy-authorization']?.match(/^Basic (.+)$/i)?.[1] ?? '';
  const user = Buffer.from(encoded, 'base64').toString().split(':', 1)[0];
  return user ? `${user}@${address}:${port}` : `${address}:${port}`;
}

function refuse(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = authenticateHeader(status),
): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers });
  response.end(status === 403 ? 'This proxy leads to the sandbox only.' : '');
}

function authenticateHeader(status: number): Record<string, string> {
  return status === 407 ? { 'proxy-authenticate': 'Basic realm="sandbox"' } : {};
}
