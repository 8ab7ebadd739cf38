import Fastify from 'fastify';
import pino from 'pino';
import { openServices } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { buildServer } from '../src/platform/http/server.ts';

/** A server process for the benchmark of polled reads: the product, or a bare route with the same bytes. Sends its port. */
const tell = (port: number) => process.send!({ port });
process.on('disconnect', () => process.exit(0));
process.on('message', async (role: 'ours' | { readonly bodies: Readonly<Record<string, string>> }) => {
  const app = role === 'ours' ? await ours() : bare(role.bodies);
  await app.listen({ host: '127.0.0.1', port: 0 });
  tell(Number(new URL(app.listeningOrigin).port));
});

async function ours() {
  const config = readConfig();
  const log = pino({ level: config.logLevel }, pino.destination(`${config.dataDir}/server.log`));
  const { services } = await openServices(config, log, config.databaseUrl!);
  return buildServer(services);
}

function bare(bodies: Readonly<Record<string, string>>) {
  const app = Fastify();
  for (const [path, text] of Object.entries(bodies)) {
    const body = Buffer.from(text);
    app.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
  }
  return app;
}
