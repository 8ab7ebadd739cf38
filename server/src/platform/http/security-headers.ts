import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Adds the security headers to every answer. They never change, so they are computed once. */
export function addSecurityHeaders(app: FastifyInstance, production: boolean): void {
  const headers = Object.entries(headersOf(options(production)));
  app.addHook('onRequest', (_request, reply, done) => {
    // set on the raw response, because event streams bypass Fastify's reply
    for (const [name, value] of headers) reply.raw.setHeader(name, value!);
    done();
  });
}

/** The headers that helmet sets. */
function headersOf(chosen: HelmetOptions) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(chosen)(request, response, (error) => {
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
      // sliders, charts and toasts position themselves by inline styles; inline scripts stay forbidden
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: production
        ? ["'self'", 'data:', 'https://cdn.discordapp.com', 'https://*.rbxcdn.com']
        : ["'self'", 'data:', 'http://127.0.0.1:*', 'http://localhost:*'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  hsts: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  crossOriginEmbedderPolicy: false,
  frameguard: { action: 'deny' },
});
