import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type Litoshi, litoshi, parseDecimal } from '@sterling/contract/money.ts';

const GAME_HOSTS = ['users', 'economy', 'apis', 'auth', 'inventory', 'thumbnails', 'games'] as const;
const PRICE_SOURCES = ['kraken', 'coinbase', 'bitstamp', 'gemini'] as const;
export type GameHost = (typeof GAME_HOSTS)[number];
export type PriceSource = (typeof PRICE_SOURCES)[number];

export interface Config {
  readonly mode: 'sandbox' | 'production';
  readonly role: 'web' | 'worker' | 'all';
  readonly host: string;
  readonly port: number;
  /** Addresses or networks of reverse proxies whose word on the visitor's own address is taken. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** null: the embedded PostgreSQL under the data directory. */
  readonly databaseUrl: string | null;
  /** The site's own origin; null in the sandbox, where it is read off each request. */
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
  };
  readonly game: { readonly hosts: Readonly<Record<GameHost, string>> };
  readonly litecoin: {
    readonly network: 'main' | 'regtest';
    readonly rpcUrl: string;
    readonly rpcUser: string;
    readonly rpcPassword: string;
    /** A second opinion on the tip, in Esplora's shape; null: there is none. */
    readonly tipsUrl: string | null;
    /** The owner's own store, where sweeps put what the hot wallet does not need; null: they put all into the hot wallet. */
    readonly coldAddress: string | null;
    /** What the hot wallet should hold before anything goes to the cold address. */
    readonly hotTarget: Litoshi;
  };
  readonly prices: { readonly urls: Readonly<Record<PriceSource, string>>; readonly pollMs: number };
  readonly keys: { readonly vaultFile: string; readonly walletSeedFile: string };
  readonly metricsToken: string | null;
  readonly actionLimit: boolean;
  /** Production: everybody may be removed at once (decisions.md, People). */
  readonly allowDestructiveReset: boolean;
  readonly logLevel: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The only reader of the environment. Production has no defaults: all that is missing is named in one error. */
export function readConfig(env: Env = process.env): Config {
  return env.MODE === 'production' ? productionConfig(env) : sandboxConfig(env);
}

/** Demo owner of the sandbox: otto. */
const SANDBOX_OWNER = '100000000000000004';

function sandboxConfig(env: Env): Config {
  const dataDir = resolve(env.DATA_DIR ?? 'data');
  const world = `http://127.0.0.1:${env.SANDBOX_PORT ?? '5001'}`;
  return {
    ...common(env, dataDir),
    mode: 'sandbox',
    trustedProxies: proxies(env.TRUSTED_PROXIES ?? ''),
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    sandboxUrl: world,
    ownerDiscordIds: list(env.OWNER_DISCORD_IDS ?? SANDBOX_OWNER),
    discord: {
      clientId: 'sterling-sandbox',
      clientSecret: 'sandbox-secret',
      authorizeUrl: `${world}/discord/oauth2/authorize`,
      tokenUrl: `${world}/discord/api/oauth2/token`,
      revokeUrl: `${world}/discord/api/oauth2/token/revoke`,
      apiUrl: `${world}/discord/api/v10`,
      cdnUrl: `${world}/discord/cdn`,
    },
    game: { hosts: byName(GAME_HOSTS, (host) => `${world}/${host}`) },
    litecoin: {
      ...coldStore(env),
      network: 'regtest',
      rpcUrl: env.LITECOIN_RPC_URL ?? `${world}/litecoin`,
      rpcUser: env.LITECOIN_RPC_USER ?? 'sterling',
      rpcPassword: env.LITECOIN_RPC_PASSWORD ?? 'sandbox',
      tipsUrl: env.TIPS_URL ?? `${world}/tips`,
    },
    prices: { urls: byName(PRICE_SOURCES, (source) => `${world}/${source}`), pollMs: 2_000 },
    keys: {
      vaultFile: join(dataDir, 'keys/vault.json'),
      walletSeedFile: join(dataDir, 'keys/wallet-seed.json'),
    },
  };
}

function productionConfig(env: Env): Config {
  const missing: string[] = [];
  const need = (name: string): string => {
    const value = env[name]?.trim();
    if (!value) missing.push(name);
    return value ?? '';
  };
  const config: Config = {
    ...common(env, need('DATA_DIR')),
    mode: 'production',
    trustedProxies: proxies(env.TRUSTED_PROXIES ?? '127.0.0.1'),
    databaseUrl: need('DATABASE_URL'),
    publicOrigin: need('PUBLIC_ORIGIN'),
    sandboxUrl: null,
    ownerDiscordIds: list(need('OWNER_DISCORD_IDS')),
    discord: {
      clientId: need('DISCORD_CLIENT_ID'),
      clientSecret: need('DISCORD_CLIENT_SECRET'),
      authorizeUrl: 'https://discord.com/oauth2/authorize',
      tokenUrl: 'https://discord.com/api/oauth2/token',
      revokeUrl: 'https://discord.com/api/oauth2/token/revoke',
      apiUrl: 'https://discord.com/api/v10',
      cdnUrl: 'https://cdn.discordapp.com',
    },
    game: { hosts: byName(GAME_HOSTS, (host) => `https://${host}.roblox.com`) },
    litecoin: {
      ...coldStore(env),
      network: 'main',
      rpcUrl: need('LITECOIN_RPC_URL'),
      rpcUser: need('LITECOIN_RPC_USER'),
      rpcPassword: need('LITECOIN_RPC_PASSWORD'),
      tipsUrl: env.TIPS_URL ?? null,
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
    keys: { vaultFile: need('VAULT_KEY_FILE'), walletSeedFile: need('WALLET_SEED_FILE') },
    actionLimit: true,
  };
  if (missing.length > 0) throw new Error(`MODE=production needs these to be set: ${missing.join(', ')}`);
  return config;
}

function common(env: Env, dataDir: string) {
  const role = env.ROLE ?? 'all';
  if (role !== 'web' && role !== 'worker' && role !== 'all')
    throw new Error(`ROLE must be web, worker or all, not ${role}`);
  return {
    role: role as Config['role'],
    host: env.HOST ?? '127.0.0.1',
    port: portOf(env.PORT ?? '5000'),
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    actionLimit: env.ACTION_LIMIT !== 'off',
    allowDestructiveReset: env.ALLOW_DESTRUCTIVE_RESET === '1',
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}

/** `COLD_ADDRESS`, and `HOT_TARGET_LTC` that stays in the hot wallet. */
function coldStore(env: Env) {
  const target = parseDecimal(env.HOT_TARGET_LTC ?? '0', 8);
  if (target === null || target < 0)
    throw new Error(`HOT_TARGET_LTC must be an amount of LTC, not ${env.HOT_TARGET_LTC}`);
  return { coldAddress: env.COLD_ADDRESS ?? null, hotTarget: litoshi(target) };
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be 0 to 65535, not ${text}`);
  return port;
}

/** Addresses or networks such as 10.1.0.0/16, with commas between. */
function proxies(text: string): string[] {
  const all = list(text);
  const wrong = all.find((network) => !isNetwork(network));
  if (wrong) throw new Error(`TRUSTED_PROXIES must be addresses or networks, not ${wrong}`);
  return all;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  // a network of everybody is not a proxy: anyone could then say where he comes from
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const list = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

function byName<Name extends string>(
  names: readonly Name[],
  make: (name: Name) => string,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, string>;
}
