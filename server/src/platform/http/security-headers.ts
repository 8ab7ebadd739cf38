import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** What every answer says of how a browser is to treat it. It is always the same, so it is put together once. */
export function addSecurityHeaders(app: FastifyInstance, production: boolean): void {
  const headers = Object.entries(headersOf(options(production)));
  app.addHook('onRequest', (_request, reply, done) => {
    // on what lies below the reply: event streams and polled reads answer without it
    for (const [name, value] of headers) reply.raw.setHeader(name, value!);
    done();
  });
}

/** What helmet puts on an answer. */
function headersOf(asked: HelmetOptions) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(asked)(request, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders();
}

const options = (production: boolean): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // inline style attributes are how sliders, charts and toasts place themselves; scripts stay without
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: production
        ? ["'self'", 'data:', 'https://cdn.discordapp.com', 'https://*.rbxcdn.com']
        : ["'self'", 'data:', 'http://127.0.0.1:*', 'http://localhost:*'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  hsts: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  crossOriginEmbedderPolicy: false,
  frameguard: { action: 'deny' },
});
