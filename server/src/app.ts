import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { openPool } from './db/pool.ts';
import { buildServer } from './http/server.ts';
import { installQueues, openQueue } from './jobs/queue.ts';
import { parseAddress } from './litecoin/address.ts';
import { openWalletAddresses } from './litecoin/addresses.ts';
import { openWalletKeys } from './litecoin/keys.ts';
import { openDiscord } from './outside/discord.ts';
import { openGamePlatform } from './outside/game-platform/game-platform.ts';
import { openLitecoinNode } from './outside/litecoin-node.ts';
import { openPriceFeed } from './outside/price-feed.ts';
import type { Services } from './services.ts';
import { installSettings } from './settings/settings.ts';
import { openVault } from './vault/vault.ts';
import { startWorker } from './worker.ts';

const REVIVE_EVERY_MS = 2_000;

export interface App {
  close(): Promise<void>;
}

interface Steps {
  /** Runs once everything is open, before anything moves by itself and before the first request is taken. */
  readonly prepare?: (services: Services, databaseUrl: string) => Promise<void>;
}

/** Opens everything by hand, in order, and starts the web and/or the worker; `close` undoes it in reverse. */
export async function startApp(config: Config, log: Logger, { prepare }: Steps = {}): Promise<App> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const url = config.databaseUrl ?? (await startDatabase(config, log, closers));
    await migrate(url);
    await installQueues(url);
    const { services, close: closeServices } = await openServices(config, log, url);
    closers.push(closeServices);
    await prepare?.(services, url);
    if (config.role !== 'web') closers.push(await startWorker(services));
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

/** Database, queue, vault and adapters, on a migrated database. */
export async function openServices(
  config: Config,
  log: Logger,
  url: string,
): Promise<{ services: Services; close(): Promise<void> }> {
  const pool = openPool(url, { max: 20 });
  const queue = openQueue(url, { listen: config.role !== 'web' });
  queue.on('error', (error) => log.error({ err: error }, 'queue'));
  await queue.start();
  await installSettings(pool.db, config.mode);
  const create = config.mode === 'sandbox';
  const vault = openVault(config.keys.vaultFile, { create });
  const wallet = { file: config.keys.walletSeedFile, vault, network: config.litecoin.network };
  const walletKeys = openWalletKeys({ ...wallet, create });
  const { coldAddress } = config.litecoin;
  const cold = coldAddress === null ? null : parseAddress(coldAddress, config.litecoin.network);
  await openWalletAddresses(pool.db, walletKeys, cold);
  const services: Services = {
    config,
    log,
    db: pool.db,
    pg: pool.pg,
    queue,
    vault,
    walletKeys,
    discord: openDiscord(config),
    game: openGamePlatform(config),
    node: openLitecoinNode(config.litecoin),
    priceFeed: openPriceFeed(config.prices),
  };
  return {
    services,
    close: async () => {
      await queue.stop({ graceful: true, timeout: 8_000 });
      await pool.close();
    },
  };
}

/** The embedded database, looked after while we run. */
async function startDatabase(
  config: Config,
  log: Logger,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  const postgres = await startEmbedded(join(config.dataDir, 'postgres'), { max_connections: '200' });
  const watch = setInterval(() => {
    postgres.revive().catch((error: Error) => log.error({ err: error }, 'the database does not start'));
  }, REVIVE_EVERY_MS);
  closers.push(async () => {
    clearInterval(watch);
    await postgres.stop();
  });
  return postgres.url;
}
