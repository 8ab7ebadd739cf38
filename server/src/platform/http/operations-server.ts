import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Services } from '../../services.ts';
import { answerErrors, answerUnknownPath } from './errors.ts';
import { addHealth, addOperations } from './health.ts';

/** Builds the server of OPS_PORT: `/healthz`, `/readyz` and `/metrics` for the operator, and nothing else. */
export function buildOperationsServer(services: Services): FastifyInstance {
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
  });
  answerErrors(app, { ...services, db: services.requestPool.db });
  addHealth(app);
  addOperations(app, services);
  app.setNotFoundHandler((request, reply) => answerUnknownPath(request, reply, []));
  return app;
}
