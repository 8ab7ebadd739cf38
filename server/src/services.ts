import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { WalletKeys } from './money/litecoin/keys.ts';
import type { AddressGuard } from './outside/address-guard.ts';
import type { Discord } from './outside/discord.ts';
import type { GamePlatform } from './outside/game-platform.ts';
import type { LitecoinNode } from './outside/litecoin-node.ts';
import type { PriceFeed } from './outside/price-feed.ts';
import type { Db, Pool } from './platform/db/pool.ts';
import type { PreparedPool } from './platform/db/prepared-pool.ts';
import type { RefusedWrites } from './platform/db/refused-writes.ts';
import type { Queue } from './platform/jobs/queue.ts';
import type { Changes } from './platform/live/changes.ts';
import type { Snapshots } from './platform/live/snapshots.ts';
import type { Vault } from './platform/vault/vault.ts';
import type { ManualTimings } from './trade/orders/manual/manual.rules.ts';
import type { OrderBatcher } from './trade/orders/placing/order-batcher.ts';
import type { EffectLimits } from './trade/orders/purchasing/reconcile.rules.ts';

/** All open services of a process. Routes and jobs take those that they need. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  /** For jobs, without time limits. In routes it is `requestPool.db` (`buildServer`). */
  readonly db: Db;
  /** Connections without time limits for `COPY`, which Kysely lacks. */
  readonly pg: pg.Pool;
  /** The connections of requests, with time limits (REQUEST_LIMITS). */
  readonly requestPool: Pick<Pool, 'db' | 'pg'>;
  /** Connections for prepared statements. */
  readonly preparedPool: PreparedPool;
  /** What the database refused to write for requests. */
  readonly refusedWrites: RefusedWrites;
  /** Change events of this and other processes. */
  readonly changes: Changes;
  readonly snapshots: Snapshots;
  readonly queue: Queue;
  readonly vault: Vault;
  readonly walletKeys: WalletKeys;
  readonly guard: AddressGuard;
  readonly discord: Discord;
  readonly game: GamePlatform;
  readonly node: LitecoinNode;
  readonly priceFeed: PriceFeed;
  readonly orderBatcher: OrderBatcher;
}

/** What the jobs of orders take. */
export interface OrderServices extends Pick<Services, 'config' | 'db' | 'queue' | 'game' | 'vault' | 'log'> {
  /** How long the outcome of a purchase without an answer may still change; tests use less. */
  readonly effectLimits?: EffectLimits;
  /** When a missing manual purchase is certain; tests use less. */
  readonly manualTimings?: ManualTimings;
  /** Orders that one process handles concurrently; tests use less. */
  readonly maxConcurrentOrders?: number;
}
