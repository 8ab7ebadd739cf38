import { resolve } from 'node:path';
import type { Litoshi } from '@sterling/contract/money.ts';
import {
  backupsFrom,
  byName,
  coldWalletFrom,
  databaseUrlFrom,
  drainFrom,
  type Env,
  explorerFrom,
  inviteFrom,
  listFrom,
  logLevelFrom,
  minVersionFrom,
  modeFrom,
  originFrom,
  ownersFrom,
  portFrom,
  secondSourceFrom,
  signerLimitsFrom,
  tracesFrom,
  trustedProxiesFrom,
  urlFrom,
  withoutEmpty,
} from './config-fields.ts';
import { sandboxKeys, walletFiles } from './config-keys.ts';
import { StartError } from './start-error.ts';

const GAME_HOSTS = ['users', 'economy', 'apis', 'auth', 'inventory', 'thumbnails', 'games'] as const;
const PRICE_SOURCES = ['kraken', 'coinbase', 'bitstamp', 'gemini'] as const;
export type GameHost = (typeof GAME_HOSTS)[number];
export type PriceSource = (typeof PRICE_SOURCES)[number];

export interface Config {
  readonly mode: 'sandbox' | 'production';
  readonly role: 'web' | 'worker' | 'signer' | 'all';
  readonly host: string;
  readonly port: number;
  /** Where `/readyz` and `/metrics` are served. Null: beside the pages, as in the sandbox. */
  readonly operations: { readonly host: string; readonly port: number } | null;
  /** Addresses or networks of reverse proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** null: the embedded PostgreSQL under the data directory. */
  readonly databaseUrl: string | null;
  /** The site's own origin; null in the sandbox, which uses the origin of each request. */
  readonly publicOrigin: string | null;
  readonly sandboxUrl: string | null;
  readonly ownerDiscordIds: readonly string[];
  readonly discord: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly authorizeUrl: string;
    readonly tokenUrl: string;
    readonly revokeUrl: string;
    readonly apiUrl: string;
    readonly cdnUrl: string;
    /** Invite to the community's Discord server; null when there is none. */
    readonly inviteUrl: string | null;
  };
  readonly game: { readonly hosts: Readonly<Record<GameHost, string>> };
  readonly litecoin: {
    readonly network: 'main' | 'regtest';
    readonly rpcUrl: string;
    readonly rpcUser: string;
    readonly rpcPassword: string;
    /** A second node of the owner, which must agree with the first; null when there is none. */
    readonly second: {
      readonly rpcUrl: string;
      readonly rpcUser: string;
      readonly rpcPassword: string;
    } | null;
    /** Nodes below this version raise an alarm; null for no comparison. */
    readonly minVersion: string | null;
    /** Someone else's Esplora API that confirms the node's chain tip; null when there is none. */
    readonly tipsUrl: string | null;
    /** Address of a transaction in an explorer, with {txid} in place of the id; null: no links. */
    readonly explorerUrl: string | null;
    /** The owner's cold storage. Sweeps send there what the hot wallet does not need. Null: sweeps send everything to the hot wallet. */
    readonly coldAddress: string | null;
    /** Amount that the hot wallet should have before sweeps send anything to the cold address. */
    readonly hotTarget: Litoshi;
  };
  readonly prices: { readonly urls: Readonly<Record<PriceSource, string>>; readonly pollMs: number };
  /** Limits that the signer enforces independently of the database. */
  readonly signer: {
    /** Maximum of one transaction, fee included. */
    readonly paymentLimit: Litoshi;
    /** Maximum in any 24 hours. */
    readonly dayLimit: Litoshi;
  };
  readonly keys: {
    /** Keys that seal the secrets in the database. */
    readonly vaultFile: string;
    /** Public keys of the wallet. */
    readonly walletFile: string;
    /** The seed, the key that seals it, and the journal of what was signed; null when this process does not sign. */
    readonly signing: {
      readonly keyFile: string;
      readonly seedFile: string;
      readonly journalFile: string;
    } | null;
  };
  readonly metricsToken: string | null;
  readonly backups: {
    /** age recipients that backups are encrypted for. Empty: in the clear, which only the sandbox allows. */
    readonly recipients: readonly string[];
    /** How many days and weeks keep their newest backup. */
    readonly keepDaily: number;
    readonly keepWeekly: number;
  };
  /** How long a web process that was told to stop still answers, so that a proxy notices first. */
  readonly drainMs: number;
  readonly actionLimit: boolean;
  /** Whether the owner may delete all users in production. */
  readonly allowDestructiveReset: boolean;
  readonly logLevel: string;
  /** Where traces are sent (OTLP over HTTP); null: tracing is off. */
  readonly tracesUrl: string | null;
}

/** Reads the environment of a server process. In production, throws one error that names all missing variables. */
export function readConfig(given: Env = process.env): Config {
  const env = withoutEmpty(given);
  return modeFrom(env) === 'production' ? productionConfig(env) : sandboxConfig(env);
}

/** Discord id of otto, the sandbox's demo owner. */
const SANDBOX_OWNER = '100000000000000004';

function sandboxConfig(env: Env): Config {
  const dataDir = resolve(env.DATA_DIR ?? 'data');
  const world = `http://127.0.0.1:${portFrom(env.SANDBOX_PORT ?? '5001', 'SANDBOX_PORT')}`;
  return {
    ...common(env, dataDir),
    mode: 'sandbox',
    operations: null,
    trustedProxies: trustedProxiesFrom(env.TRUSTED_PROXIES ?? ''),
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    sandboxUrl: world,
    ownerDiscordIds: listFrom(env.OWNER_DISCORD_IDS ?? SANDBOX_OWNER),
    discord: {
      clientId: 'sterling-sandbox',
      clientSecret: 'sandbox-secret',
      authorizeUrl: `${world}/discord/oauth2/authorize`,
      tokenUrl: `${world}/discord/api/oauth2/token`,
      revokeUrl: `${world}/discord/api/oauth2/token/revoke`,
      apiUrl: `${world}/discord/api/v10`,
      cdnUrl: `${world}/discord/cdn`,
      inviteUrl: inviteFrom(env.DISCORD_INVITE_URL) ?? `${world}/discord/invite/sterling`,
    },
    game: { hosts: byName(GAME_HOSTS, (host) => `${world}/${host}`) },
    litecoin: {
      ...coldWalletFrom(env),
      network: 'regtest',
      rpcUrl: env.LITECOIN_RPC_URL ?? `${world}/litecoin`,
      rpcUser: env.LITECOIN_RPC_USER ?? 'sterling',
      rpcPassword: env.LITECOIN_RPC_PASSWORD ?? 'sandbox',
      ...secondSourceFrom(env, `${world}/tips`),
      minVersion: minVersionFrom(env, null),
      explorerUrl: explorerFrom(env.LITECOIN_EXPLORER_URL),
    },
    prices: { urls: byName(PRICE_SOURCES, (source) => `${world}/${source}`), pollMs: 2_000 },
    signer: signerLimitsFrom(env, 'sandbox'),
    keys: sandboxKeys(dataDir),
  };
}

function productionConfig(env: Env): Config {
  const missing: string[] = [];
  const need = (name: string): string => {
    const value = env[name];
    if (!value) missing.push(name);
    return value ?? '';
  };
  // the signer gets only the variables that it uses
  const needUnlessSigner = env.ROLE === 'signer' ? () => '' : need;
  const config: Config = {
    ...common(env, needUnlessSigner('DATA_DIR')),
    mode: 'production',
    operations: { host: env.OPS_HOST ?? '127.0.0.1', port: portFrom(env.OPS_PORT ?? '5002', 'OPS_PORT') },
    trustedProxies: trustedProxiesFrom(env.TRUSTED_PROXIES ?? '127.0.0.1'),
    databaseUrl: databaseUrlFrom(need('DATABASE_URL')),
    publicOrigin: originFrom(needUnlessSigner('PUBLIC_ORIGIN')),
    sandboxUrl: null,
    ownerDiscordIds: ownersFrom(needUnlessSigner('OWNER_DISCORD_IDS')),
    discord: {
      clientId: needUnlessSigner('DISCORD_CLIENT_ID'),
      clientSecret: needUnlessSigner('DISCORD_CLIENT_SECRET'),
      authorizeUrl: 'https://discord.com/oauth2/authorize',
      tokenUrl: 'https://discord.com/api/oauth2/token',
      revokeUrl: 'https://discord.com/api/oauth2/token/revoke',
      apiUrl: 'https://discord.com/api/v10',
      cdnUrl: 'https://cdn.discordapp.com',
      inviteUrl: inviteFrom(env.DISCORD_INVITE_URL),
    },
    game: { hosts: byName(GAME_HOSTS, (host) => `https://${host}.roblox.com`) },
    litecoin: {
      ...coldWalletFrom(env),
      network: 'main',
      rpcUrl: urlFrom(need('LITECOIN_RPC_URL'), 'LITECOIN_RPC_URL'),
      rpcUser: need('LITECOIN_RPC_USER'),
      rpcPassword: need('LITECOIN_RPC_PASSWORD'),
      ...secondSourceFrom(env, null),
      minVersion: minVersionFrom(env, '0.21.5.5'),
      explorerUrl: explorerFrom(env.LITECOIN_EXPLORER_URL),
    },
    prices: {
      urls: {
        kraken: 'https://api.kraken.com',
        coinbase: 'https://api.exchange.coinbase.com',
        bitstamp: 'https://www.bitstamp.net',
        gemini: 'https://api.gemini.com',
      },
      pollMs: 30_000,
    },
    signer: signerLimitsFrom(env, 'production'),
    keys: { vaultFile: needUnlessSigner('VAULT_KEY_FILE'), ...walletFiles(env, need) },
    actionLimit: true,
  };
  if (missing.length > 0)
    throw new StartError(`MODE=production needs these to be set: ${missing.join(', ')}`);
  return config;
}

function common(env: Env, dataDir: string) {
  const role = env.ROLE ?? 'all';
  if (!isRole(role)) throw new StartError(`ROLE must be web, worker, signer or all, not ${role}`);
  return {
    role,
    host: env.HOST ?? '127.0.0.1',
    port: portFrom(env.PORT ?? '5000'),
    dataDir,
    databaseUrl: env.DATABASE_URL ? databaseUrlFrom(env.DATABASE_URL) : null,
    metricsToken: env.METRICS_TOKEN ?? null,
    actionLimit: env.ACTION_LIMIT !== 'off',
    allowDestructiveReset: env.ALLOW_DESTRUCTIVE_RESET === '1',
    logLevel: logLevelFrom(env.LOG_LEVEL),
    tracesUrl: tracesFrom(env),
    backups: backupsFrom(env),
    drainMs: drainFrom(env),
  };
}

const isRole = (text: string): text is Config['role'] => ['web', 'worker', 'signer', 'all'].includes(text);
