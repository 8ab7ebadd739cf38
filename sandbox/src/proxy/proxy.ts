import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Faults } from '../faults.ts';
import { flat, type Requests } from '../requests.ts';
import { serviceOf } from '../services.ts';

export interface Proxy {
  createServer(handler: RequestListener): Server;
  /** `user@host:port` of the proxy that a request came through, or null for a direct one. */
  viaOf(request: IncomingMessage): string | null;
}

/** What the proxy's parts share: who arms it, who lists it, and which sockets and requests came through it. */
interface Office {
  faults: Faults;
  requests: Requests;
  tunnels: WeakMap<Duplex, string>;
  forwarded: WeakMap<IncomingMessage, string>;
}

/**
 * The forward proxy on the sandbox's own port: CONNECT and absolute-form, any user and password, and only towards the
 * sandbox's own services. A tunnel is this server listening to itself on the tunnelled socket.
 */
export function openProxy(faults: Faults, requests: Requests): Proxy {
  const office: Office = { faults, requests, tunnels: new WeakMap(), forwarded: new WeakMap() };
  const { tunnels, forwarded } = office;
  return {
    viaOf: (request) => forwarded.get(request) ?? tunnels.get(request.socket) ?? null,
    createServer(handler) {
      const server = createServer((request, response) => {
        const path = request.url ?? '';
        if (!path.startsWith('/')) return forward(office, server, request, response, handler);
        // A tunnel leads to the services, not to the control and its cookies.
        if (tunnels.has(request.socket) && !serviceOf(path)) return refuse(response, 403);
        return handler(request, response);
      });
      server.on('connect', (request, socket, head) =>
        tunnel(office, server, request, socket as Socket, head),
      );
      return server;
    },
  };
}

async function forward(
  office: Office,
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  handler: RequestListener,
): Promise<void> {
  const target = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
  const { fault, entry, via } = arrive(office, server, request, target?.host ?? '');
  if (fault && !(await passes(fault, request.socket))) return;
  const status = statusOf(fault, target, server);
  entry.status = status;
  if (status !== 200) return refuse(response, status, fault?.headers);
  request.url = `${target?.pathname}${target?.search}`;
  office.forwarded.set(request, via);
  if (fault?.kind === 'reset-after') breakAtFirstAnswer(request.socket);
  handler(request, response);
}

async function tunnel(
  office: Office,
  server: Server,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const target = URL.canParse(`http://${request.url}`) ? new URL(`http://${request.url}`) : null;
  const { fault, entry, via } = arrive(office, server, request, request.url ?? '');
  if (fault && !(await passes(fault, socket))) return;
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
  office.tunnels.set(socket, via);
  if (head.length > 0) socket.unshift(head);
  server.emit('connection', socket);
}

function arrive({ faults, requests }: Office, server: Server, request: IncomingMessage, path: string) {
  const method = request.method ?? 'CONNECT';
  const via = nameOf(request, server);
  const entry = requests.record({ service: 'proxy', method, path, headers: flat(request.headers), via });
  return { fault: faults.take('proxy', [method], path), entry, via };
}

function statusOf(fault: Fault | null, target: URL | null, server: Server): number {
  if (fault?.kind === 'status') return fault.status ?? 407;
  return isOwn(target, server) ? 200 : 403;
}

/** Whether a call goes on at all: not when the proxy drops it or says nothing. */
async function passes(fault: Fault, socket: Socket): Promise<boolean> {
  if (fault.kind === 'slow') await sleep((fault.seconds ?? 5) * 1000);
  if (fault.kind === 'reset-before') socket.resetAndDestroy();
  // A line that is not read never notices that its other end has left.
  if (fault.kind === 'timeout-before') socket.resume().once('end', () => socket.destroy());
  return fault.kind !== 'reset-before' && fault.kind !== 'timeout-before';
}

/** Closes in the middle: the request gets through and acts, and the line dies as its answer begins. */
function breakAtFirstAnswer(socket: Socket): void {
  socket.write = () => {
    socket.resetAndDestroy();
    return false;
  };
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
