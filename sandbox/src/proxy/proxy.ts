import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Faults } from '../faults.ts';
import { flattenHeaders, type Requests } from '../requests.ts';
import { serviceOf } from '../services.ts';

export interface Proxy {
  createServer(handler: RequestListener): Server;
  /** `user@host:port` of the proxy of a request, or null for a direct request. */
  viaOf(request: IncomingMessage): string | null;
}

/** The proxy's state. The maps have the proxy of each tunnelled socket and forwarded request. */
interface ProxyState {
  faults: Faults;
  requests: Requests;
  tunnels: WeakMap<Duplex, string>;
  forwarded: WeakMap<IncomingMessage, string>;
}

/**
 * The forward proxy on the sandbox's own port. It accepts CONNECT and absolute-form requests with any user and password,
 * and reaches only the sandbox's own services. The server handles a tunnelled socket like a new connection.
 */
export function openProxy(faults: Faults, requests: Requests): Proxy {
  const state: ProxyState = { faults, requests, tunnels: new WeakMap(), forwarded: new WeakMap() };
  const { tunnels, forwarded } = state;
  return {
    viaOf: (request) => forwarded.get(request) ?? tunnels.get(request.socket) ?? null,
    createServer(handler) {
      const server = createServer((request, response) => {
        const path = request.url ?? '';
        if (!path.startsWith('/')) return forward(state, server, request, response, handler);
        // A tunnel must not reach the control API, because that shows cookies.
        if (tunnels.has(request.socket) && !serviceOf(path)) return refuse(response, 403);
        if (tunnels.has(request.socket) && faults.take('proxy', [request.method ?? 'GET'], path, 'stall'))
          swallowAnswers(request.socket);
        return handler(request, response);
      });
      server.on('connect', (request, socket, head) => tunnel(state, server, request, socket as Socket, head));
      return server;
    },
  };
}

async function forward(
  state: ProxyState,
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  handler: RequestListener,
): Promise<void> {
  const target = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
  const { fault, entry, via } = arrive(state, server, request, target?.host ?? '');
  if (fault && !(await continues(fault, request.socket))) return;
  const status = statusOf(fault, target, server);
  entry.status = status;
  if (status !== 200) return refuse(response, status, fault?.headers);
  request.url = `${target?.pathname}${target?.search}`;
  state.forwarded.set(request, via);
  if (fault?.kind === 'reset-after') breakAtFirstAnswer(request.socket);
  if (fault?.kind === 'stall') swallowAnswers(request.socket);
  handler(request, response);
}

async function tunnel(
  state: ProxyState,
  server: Server,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const target = URL.canParse(`http://${request.url}`) ? new URL(`http://${request.url}`) : null;
  const { fault, entry, via } = arrive(state, server, request, request.url ?? '');
  if (fault && !(await continues(fault, socket))) return;
  const status = statusOf(fault, target, server);
  entry.status = status;
  if (status !== 200) {
    const headers = Object.entries(fault?.headers ?? authenticateHeader(status));
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} Refused\r\n${lines}content-length: 0\r\nconnection: close\r\n\r\n`);
    return;
  }
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (fault?.kind === 'reset-after') breakAtFirstAnswer(socket);
  if (fault?.kind === 'stall') swallowAnswers(socket);
  state.tunnels.set(socket, via);
  if (head.length > 0) socket.unshift(head);
  server.emit('connection', socket);
}

function arrive({ faults, requests }: ProxyState, server: Server, request: IncomingMessage, path: string) {
  const method = request.method ?? 'CONNECT';
  const via = nameOf(request, server);
  const entry = requests.record({
    service: 'proxy',
    method,
    path,
    headers: flattenHeaders(request.headers),
    via,
  });
  return { fault: faults.take('proxy', [method], path), entry, via };
}

function statusOf(fault: Fault | null, target: URL | null, server: Server): number {
  if (fault?.kind === 'status') return fault.status ?? 407;
  return isOwn(target, server) ? 200 : 403;
}

/** Delays or drops a call as the fault says. Returns whether the call continues. */
async function continues(fault: Fault, socket: Socket): Promise<boolean> {
  if (fault.kind === 'slow') await sleep((fault.seconds ?? 5) * 1000);
  if (fault.kind === 'reset-before') socket.resetAndDestroy();
  // A socket must be read to notice that the other end has closed it.
  if (fault.kind === 'timeout-before') socket.resume().once('end', () => socket.destroy());
  return fault.kind !== 'reset-before' && fault.kind !== 'timeout-before';
}

/** Breaks the connection at the first byte of the answer. The request has taken effect by then. */
function breakAtFirstAnswer(socket: Socket): void {
  socket.write = () => {
    socket.resetAndDestroy();
    return false;
  };
}

/** Drops all answers of a connection. Requests still take effect. */
function swallowAnswers(socket: Socket): void {
  socket.write = () => true;
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
  response.end(status === 403 ? 'This proxy reaches the sandbox only.' : '');
}

function authenticateHeader(status: number): Record<string, string> {
  return status === 407 ? { 'proxy-authenticate': 'Basic realm="sandbox"' } : {};
}
