import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import { SERVICES, type Service, serviceOf } from './services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    logged: LoggedRequest | null;
    via: string | null;
  }
}

/** One logged request. `status` is null until an answer was sent. */
export interface LoggedRequest {
  at: string;
  service: Service;
  method: string;
  path: string;
  rpc?: string;
  headers: Record<string, string>;
  status: number | null;
  via: string | null;
}

export interface Requests {
  record(entry: Omit<LoggedRequest, 'at' | 'status'>): LoggedRequest;
  list(service?: Service): LoggedRequest[];
  clear(): void;
}

const KEPT_PER_SERVICE = 5_000;

/** Opens the log of the product's requests. It keeps the last 5,000 of each service in memory, with secrets as hashes. */
export function openRequests(clock: Clock): Requests {
  const logs = new Map<Service, { order: number; entry: LoggedRequest }[]>();
  let order = 0;
  return {
    record(seen) {
      const entry = {
        at: clock.isoNow(),
        ...seen,
        path: redactPath(seen.path),
        headers: redactHeaders(seen.headers),
        status: null,
      };
      const log = logs.get(seen.service) ?? [];
      logs.set(seen.service, log);
      log.push({ order: order++, entry });
      if (log.length > KEPT_PER_SERVICE) log.shift();
      return entry;
    },
    list(service) {
      const picked = service ? [service] : SERVICES;
      const found = picked.flatMap((name) => logs.get(name) ?? []);
      return found.sort((a, b) => a.order - b.order).map(({ entry }) => entry);
    },
    clear: () => logs.clear(),
  };
}

/** Logs every call to a service on arrival, so that the log also has calls that are never answered. */
export function logRequests(app: FastifyInstance, requests: Requests): void {
  app.decorateRequest('logged', null);
  app.addHook('onRequest', async (request) => {
    const service = serviceOf(request.url);
    if (!service) return;
    const { method, url: path, via } = request;
    request.logged = requests.record({
      service,
      method,
      path,
      headers: flattenHeaders(request.headers),
      via,
    });
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.logged) request.logged.status = reply.statusCode;
  });
}

/** A short one-way hash, the same for the same value. */
export function hashSecret(value: string): string {
  return `#${createHash('sha256').update(value).digest('hex').slice(0, 12)}`;
}

/** Headers with one text each. Repeated ones are joined with commas. */
export function flattenHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
  );
}

function redactHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactHeader(name.toLowerCase(), value)]),
  );
}

function redactHeader(name: string, value: string): string {
  if (name === 'cookie') return value.split(/;\s*/).map(redactPair).join('; ');
  if (name.endsWith('authorization'))
    return value.replace(/^(\S+)\s+(.+)$/, (_, scheme, rest) => `${scheme} ${hashSecret(rest)}`);
  return /token|secret|api-key|cookie|referer/.test(name) ? hashSecret(value) : value;
}

const SECRET_PARAMETER = /^(code|state|code_challenge|code_verifier|client_secret|.*token.*)$/;

function redactPath(path: string): string {
  const [address = '', query] = path.split(/\?(.*)/s, 2);
  const safe = address.replace(
    /(\/webhooks\/[^/]+\/)([^/]+)/,
    (_, before, token) => before + hashSecret(token),
  );
  if (query === undefined) return safe;
  const pairs = query
    .split('&')
    .map((pair) => (SECRET_PARAMETER.test(pair.split('=', 1)[0] ?? '') ? redactPair(pair) : pair));
  return `${safe}?${pairs.join('&')}`;
}

function redactPair(pair: string): string {
  const at = pair.indexOf('=');
  return at < 0 ? hashSecret(pair) : `${pair.slice(0, at)}=${hashSecret(pair.slice(at + 1))}`;
}
