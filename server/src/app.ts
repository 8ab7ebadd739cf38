import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { openPool } from './db/pool.ts';
import { seedDemoWorld } from './demo/seed.ts';
import { buildServer } from './http/server.ts';
import { installQueues, openQueue } from './jobs/queue.ts';
import { openDiscord } from './outside/discord.ts';
import { openGamePlatform } from './outside/game-platform/game-platform.ts';
import { openLitecoinNode } from './outside/litecoin-node.ts';
import { openPriceFeed } from './outside/price-feed.ts';
import type { Services } from './services.ts';
import { openVault } from './vault/vault.ts';
import { startWorker } from './worker.ts';

export interface App {
  close(): Promise<void>;
}

/** Opens everything by hand, in order, and starts the web and/or the worker; `close` undoes it in reverse. */
export async function startApp(config: Config, log: Logger): Promise<App> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const url = config.databaseUrl ?? (await startDatabase(config, closers));
    await migrate(url);
    await installQueues(url);
    const { db, close: closePool } = openPool(url, { max: 20 });
    closers.push(closePool);
    const runsWorker = config.role !== 'web';
    const queue = await openQueue(url, { listen: runsWorker });
    queue.on('error', (error) => log.error({ err: error }, 'queue'));
    await queue.start();
    closers.push(() => queue.stop({ graceful: true, timeout: 8_000 }));
    const services: Services = {
      config,
      log,
      db,
      queue,
      vault: openVault(config.keys.vaultFile, { create: config.mode === 'sandbox' }),
      discord: openDiscord(config),
      game: openGamePlatform(config),
      node: openLitecoinNode(config.litecoin),
      priceFeed: openPriceFeed(config.prices),
    };
    if (runsWorker) closers.push(await startWorker(services));
    if (runsWorker && config.mode === 'sandbox') await seedDemoWorld(services);
    if (config.role !== 'worker') {
      const server = await buildServer(services);
      closers.push(() => server.close());
      await server.listen({ host: config.host, port: config.port });
    }
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startDatabase(config: Config, closers: (() => Promise<unknown>)[]): Promise<string> {
  const postgres = await startEmbedded(join(config.dataDir, 'postgres'), { max_connections: '200' });
  closers.push(postgres.stop);
  return postgres.url;
}
