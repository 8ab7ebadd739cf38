import { drain } from './platform/http/health.ts';
import { buildOperationsServer } from './platform/http/operations-server.ts';
import { buildServer } from './platform/http/server.ts';
import type { Services } from './services.ts';
import { naming } from './start-error.ts';

/** Accepts requests at HOST and PORT, and the operator's at OPS_HOST and OPS_PORT. The returned function stops both. */
export async function startWeb(services: Services): Promise<() => Promise<void>> {
  const { host, port, drainMs, operations } = services.config;
  const server = await buildServer(services);
  const closeServer = async () => {
    if (drainMs > 0) await drain(server, drainMs);
    await server.close();
  };
  try {
    await naming('HOST and PORT', () => server.listen({ host, port }));
    if (!operations) return closeServer;
    const operatorServer = buildOperationsServer(services);
    await naming('OPS_HOST and OPS_PORT', () => operatorServer.listen({ ...operations }));
    return async () => {
      await operatorServer.close();
      await closeServer();
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
