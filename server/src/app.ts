import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { parseAddress } from './money/litecoin/address.ts';
import { openWalletAddresses } from './money/litecoin/addresses.ts';
import { openPublicWallet, type WalletKeys } from './money/litecoin/keys.ts';
import { makeSandboxWallet } from './money/litecoin/sandbox-wallet.ts';
import { followRestores } from './money/restores/restores.jobs.ts';
import { recogniseRestore } from './money/restores/restores.ts';
import { openAddressGuard } from './outside/address-guard.ts';
import { openDiscord } from './outside/discord.ts';
import { openGamePlatform } from './outside/game-platform/open.ts';
import { openLitecoinNode } from './outside/litecoin-node.ts';
import { openPriceFeed } from './outside/price-feed.ts';
import { installSettings } from './people/settings/settings.ts';
import { followConfiguredOwners } from './people/users/owners.ts';
import { startEmbedded } from './platform/db/embedded.ts';
import { withFolderLock } from './platform/db/folder-lock.ts';
import { mayTakeRole } from './platform/db/logins.ts';
import { migrate, ownsSchema, refuseOtherSchema, refuseReadOnly } from './platform/db/migrate.ts';
import { hasOtherClients } from './platform/db/other-clients.ts';
import {
  APP_ROLE,
  type Db,
  inTransaction,
  openPool,
  REQUEST_LIMITS,
  SIGNER_ROLE,
  WORKER_ROLE,
} from './platform/db/pool.ts';
import { openPreparedPool } from './platform/db/prepared-pool.ts';
import { openRefusedWrites } from './platform/db/refused-writes.ts';
import { openFailureLog } from './platform/failure-log.ts';
import { installQueues, openQueue } from './platform/jobs/queue.ts';
import { openChanges } from './platform/live/changes.ts';
import { openSnapshots } from './platform/live/snapshots.ts';
import { openTracing } from './platform/tracing.ts';
import { openVault } from './platform/vault/vault.ts';
import type { Services } from './services.ts';
import { naming } from './start-error.ts';
import { openOrderBatcher } from './trade/orders/placing/order-batcher.ts';

const REVIVE_EVERY_MS = 2_000;
const MAX_PREPARED = 4;

export interface App {
  close(): Promise<void>;
}

interface Steps {
  /** Runs when all services are open, before the worker starts and before the first request is accepted. */
  readonly prepare?: (services: Services, databaseUrl: string, stopping: AbortSignal) => Promise<void>;
}

/**
 * Opens all services in order and starts what the role needs: web, worker, signer. `close` stops them in reverse order.
 * A start that fails, or that `stopping` ends, closes what it has opened and throws.
 */
export async function startApp(
  config: Config,
  log: Logger,
  stopping: AbortSignal,
  { prepare }: Steps = {},
): Promise<App> {
  await using opened = new AsyncDisposableStack();
  const keep = async (opening: Promise<() => Promise<void>>) => {
    opened.defer(await opening);
    stopping.throwIfAborted();
  };
  await keep(openTracing(config.tracesUrl, config.role));
  const url = config.databaseUrl ?? (await startDatabase(config, log, opened));
  stopping.throwIfAborted();
  if (await naming('DATABASE_URL', () => ownsSchema(url))) await migrateAll(config, log, url);
  stopping.throwIfAborted();
  const { services, close: closeServices } = await openServices(config, log, url);
  opened.defer(closeServices);
  await recogniseRestore(services.db, services.walletKeys, log);
  stopping.throwIfAborted();
  await prepare?.(services, url, stopping);
  // only processes that sign people in know the owners
  if (config.role === 'web' || config.role === 'all') await nameOwners(services);
  // a process loads only the code of its role
  if (config.role === 'all') {
    const { startSigner } = await import('./money/signer/signer.jobs.ts');
    await keep(startSigner(config, log, url));
  }
  if (config.role !== 'web') {
    const { startWorker } = await import('./worker.ts');
    await keep(startWorker(services));
  }
  // a worker follows restores too, but none may be running
  if (config.role === 'web') opened.defer(startFollowingRestores(services));
  if (config.role !== 'worker') {
    const { startWeb } = await import('./web.ts');
    await keep(startWeb(services));
  }
  const running = opened.move();
  return { close: () => running.disposeAsync() };
}

/** The returned function stops it. */
function startFollowingRestores(services: Services): () => Promise<void> {
  const stopped = new AbortController();
  const following = followRestores(services, stopped.signal);
  return async () => {
    stopped.abort();
    await following;
  };
}

async function nameOwners({ db, config, log }: Services): Promise<void> {
  const changed = await inTransaction(db, (tx) => followConfiguredOwners(tx, config.ownerDiscordIds));
  if (changed > 0) log.warn({ changed }, 'owners changed: OWNER_DISCORD_IDS');
}

/** Opens database, queue, vault and adapters. Throws if the database is not migrated, and closes what it has opened. */
export async function openServices(
  config: Config,
  log: Logger,
  url: string,
  guard = openAddressGuard(config),
): Promise<{ services: Services; close(): Promise<void> }> {
  await using opened = new AsyncDisposableStack();
  const pool = openPool(url, { max: 20, role: await roleOf(config, log, url) });
  opened.defer(pool.close);
  const requestPool = openPool(url, { max: 20, ...REQUEST_LIMITS });
  opened.defer(requestPool.close);
  const preparedPool = openPreparedPool(url, MAX_PREPARED);
  opened.defer(preparedPool.close);
  await naming('DATABASE_URL', () => refuseReadOnly(pool.db));
  await naming('DATABASE_URL', () => refuseOtherSchema(pool.db));
  const { changes, close: closeChanges } = await openChanges(url, pool.announcer);
  opened.defer(closeChanges);
  const queue = openQueue(url, { listen: config.role !== 'web' });
  // it polls twice a second, even during an outage
  const failures = openFailureLog(log, 'job queue error');
  queue.on('error', failures.failed);
  await queue.start();
  opened.defer(() => queue.stop({ graceful: true, timeout: 8_000 }));
  await installSettings(pool.db, config.mode);
  const create = config.mode === 'sandbox';
  const { vaultFile } = config.keys;
  if (create) await withFolderLock(config.dataDir, () => makeSandboxWallet(config));
  const vault = naming(`VAULT_KEY_FILE ${vaultFile}`, () => openVault(vaultFile, { create }));
  const walletKeys = await openWallet(config, pool.db);
  const services: Services = {
    config,
    log,
    db: pool.db,
    pg: pool.pg,
    requestPool,
    preparedPool,
    refusedWrites: openRefusedWrites(),
    changes,
    snapshots: openSnapshots(changes, log),
    queue,
    vault,
    walletKeys,
    discord: openDiscord(config),
    guard,
    game: openGamePlatform(config, { guard }),
    node: openLitecoinNode(config.litecoin),
    priceFeed: openPriceFeed(config.prices),
    orderBatcher: openOrderBatcher({ db: requestPool.db, queue, vault }),
  };
  opened.defer(services.orderBatcher.close);
  const running = opened.move();
  return { services, close: () => running.disposeAsync() };
}

/** The database role of the process. The audit log names a process by it. */
async function roleOf({ role, mode }: Config, log: Logger, url: string): Promise<string> {
  if (mode === 'production' && role !== 'all' && (await mayTakeRole(url, SIGNER_ROLE)))
    log.warn(
      'DATABASE_URL may record signatures: use a login of this process, which `npm run migrate` creates',
    );
  if (role === 'web') return APP_ROLE;
  if (await naming('DATABASE_URL', () => mayTakeRole(url, WORKER_ROLE))) return WORKER_ROLE;
  if (mode === 'production' && role === 'worker')
    log.warn('DATABASE_URL is not a login of the worker: the audit log cannot tell the worker from web');
  return APP_ROLE;
}

async function openWallet({ keys, litecoin }: Config, db: Db): Promise<WalletKeys> {
  const { coldAddress, network } = litecoin;
  const name = `${keys.signing ? 'WALLET_SEED_FILE' : 'WALLET_PUBLIC_FILE'} ${keys.walletFile}`;
  const wallet = naming(name, () => openPublicWallet(keys.walletFile, network, keys.signing !== null));
  const cold = coldAddress === null ? null : naming('COLD_ADDRESS', () => parseAddress(coldAddress, network));
  await naming(`${name}, or COLD_ADDRESS`, () => openWalletAddresses(db, wallet, cold));
  return wallet;
}

/** Migrates a database that this process owns, as in the sandbox. Elsewhere the owner runs `npm run migrate`. */
async function migrateAll({ mode }: Config, log: Logger, url: string): Promise<void> {
  if (mode === 'production')
    log.warn('DATABASE_URL connects as the schema owner: use a separate login for each process');
  await migrate(url);
  await installQueues(url);
}

/** Starts the embedded database and restarts it if it stops. The last process that uses it stops it. */
async function startDatabase(config: Config, log: Logger, opened: AsyncDisposableStack): Promise<string> {
  const postgres = await startEmbedded(join(config.dataDir, 'postgres'), { max_connections: '200' });
  if (postgres.joined) log.info('the embedded database was already running');
  const watchdog = setInterval(() => {
    postgres
      .revive()
      .catch((error: Error) => log.error({ err: error }, 'the embedded database does not start'));
  }, REVIVE_EVERY_MS);
  opened.defer(async () => {
    clearInterval(watchdog);
    if (!(await hasOtherClients(postgres.url))) await postgres.stop();
  });
  return postgres.url;
}
