import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { bech32 } from '@scure/base';
import { type Litoshi, litoshi, ltcOf, parseDecimal } from '@sterling/contract/money.ts';
import { StartError } from './start-error.ts';

/** Variables of the environment, trimmed, without empty ones. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The environment in which an empty variable, such as `LOG_LEVEL=`, counts as not set. Values are trimmed. */
export function withoutEmpty(env: Env): Env {
  return new Proxy(env, { get: (given, name) => given[String(name)]?.trim() || undefined });
}

/**
 * Reads `MODE`. A misspelled or forgotten production must not open the sandbox, in which anyone signs in as anyone. The units and
 * the image set NODE_ENV.
 */
export function modeFrom({ MODE, NODE_ENV }: Env): 'sandbox' | 'production' {
  if (MODE === 'production' || MODE === 'sandbox') return MODE;
  if (MODE !== undefined) throw new StartError(`MODE must be sandbox or production, not ${MODE}`);
  if (NODE_ENV === 'production') throw new StartError('MODE must be set: NODE_ENV is production');
  return 'sandbox';
}

/** An amount of LTC in litoshi; throws on anything else. */
function ltcFrom(env: Env, name: string, otherwise: string): Litoshi {
  const text = env[name] ?? otherwise;
  const amount = parseDecimal(text, 8);
  if (amount === null || amount < 0) throw new StartError(`${name} must be an amount of LTC, not ${text}`);
  return litoshi(amount);
}

/** A port; throws on anything else. */
export function portFrom(text: string, name = 'PORT'): number {
  const port = Number(text);
  // Number() also reads 0x50 and 5e3, which are typing mistakes
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new StartError(`${name} must be 0 to 65535, not ${text}`);
  return port;
}

/** Reads `DRAIN_SECONDS`, in milliseconds. Units and containers allow no longer stop. */
export const drainFrom = (env: Env): number => wholeFrom(env, 'DRAIN_SECONDS', 0, 5) * 1_000;

function wholeFrom(env: Env, name: string, otherwise: number, max: number): number {
  const text = env[name] ?? String(otherwise);
  if (/^\d{1,4}$/.test(text) && Number(text) <= max) return Number(text);
  throw new StartError(`${name} must be a whole number from 0 to ${max}, not ${text}`);
}

/** Reads `PUBLIC_ORIGIN`. Empty when it is missing, which `need` reports. */
export function originFrom(text: string): string {
  const url = URL.parse(text);
  if (text === '' || (url?.protocol === 'https:' && url.origin === text)) return text;
  throw new StartError(
    `PUBLIC_ORIGIN must be an origin such as https://sterling.example, without a path or a slash at the end, not ${text}`,
  );
}

/** An address of http or https, without a password. Empty when it is missing, which `need` reports. */
export function urlFrom(text: string, name: string): string {
  const url = URL.parse(text);
  // nothing can be fetched from such an address, and log lines name addresses
  if (url?.username || url?.password) throw new StartError(`${name} must not contain a user or a password`);
  if (text === '' || /^https?:$/.test(url?.protocol ?? '')) return text;
  throw new StartError(`${name} must be an address such as http://127.0.0.1:9332, not ${text}`);
}

/** Reads the URL of a database, whose password no message may show. Empty when it is missing. */
export function databaseUrlFrom(text: string, name = 'DATABASE_URL'): string {
  if (text === '' || /^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new StartError(`${name} must be an address such as postgres://user:password@127.0.0.1:5432/sterling`);
}

/** The database of commands that need nothing else: DATABASE_URL, or the embedded one of a sandbox in `directory`. */
export function databaseFrom(given: Env): { databaseUrl: string | null; directory: string } {
  const env = withoutEmpty(given);
  const directory = join(resolve(env.DATA_DIR ?? 'data'), 'postgres');
  if (env.DATABASE_URL) return { databaseUrl: databaseUrlFrom(env.DATABASE_URL), directory };
  if (env.MODE === 'production') throw new StartError('MODE=production needs DATABASE_URL to be set');
  return { databaseUrl: null, directory };
}

/** Reads `OWNER_DISCORD_IDS`. A name in it would make nobody an owner. */
export function ownersFrom(text: string): string[] {
  const ids = listFrom(text);
  // without any id, all owners that the variable had named would lose their rights
  if (text !== '' && ids.length === 0) throw new StartError('OWNER_DISCORD_IDS must name at least one owner');
  const wrong = ids.find((id) => !/^\d{1,20}$/.test(id));
  if (wrong) throw new StartError(`OWNER_DISCORD_IDS must be Discord ids, which are numbers, not ${wrong}`);
  return ids;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads `LOG_LEVEL`. */
export function logLevelFrom(text = 'info'): string {
  if (LOG_LEVELS.includes(text)) return text;
  throw new StartError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not ${text}`);
}

const isRecipient = (text: string): boolean =>
  text.startsWith('age1') && bech32.decodeUnsafe(text, false) !== undefined;

/** Reads for whom backups are encrypted, and how many of them are kept. */
export function backupsFrom(env: Env) {
  const recipients = listFrom(env.BACKUP_RECIPIENTS ?? '');
  // never shown: the secret key may stand in any part of it
  if (!recipients.every(isRecipient))
    throw new StartError(
      'BACKUP_RECIPIENTS must be public keys of age (age1…), separated by commas, and never the secret key',
    );
  return {
    recipients,
    keepDaily: wholeFrom(env, 'BACKUP_KEEP_DAILY', 14, 3_650),
    keepWeekly: wholeFrom(env, 'BACKUP_KEEP_WEEKLY', 8, 520),
  };
}

/** Reads `DISCORD_INVITE_URL`. Users follow this link, so anything but a Discord invite throws. */
export function inviteFrom(text = ''): string | null {
  if (text === '') return null;
  if (/^https:\/\/discord\.(?:gg|com\/invite)\/[\w-]{2,50}$/.test(text)) return text;
  throw new StartError(`DISCORD_INVITE_URL must be an invite such as https://discord.gg/…, not ${text}`);
}

/** Reads `LITECOIN_EXPLORER_URL`. Users follow this link, so anything but https with {txid} throws. */
export function explorerFrom(text = ''): string | null {
  if (text === '') return null;
  const sample = URL.parse(text.replace('{txid}', '0'.repeat(64)));
  if (text.includes('{txid}') && sample?.protocol === 'https:') return text;
  throw new StartError(
    `LITECOIN_EXPLORER_URL must be an https address such as https://litecoinspace.org/tx/{txid}, not ${text}`,
  );
}

/** Comma-separated addresses or networks such as 10.1.0.0/16; throws on anything else. */
export function trustedProxiesFrom(text: string): string[] {
  const all = listFrom(text);
  const wrong = all.find((network) => !isNetwork(network));
  if (wrong) throw new StartError(`TRUSTED_PROXIES must be addresses or networks, not ${wrong}`);
  return all;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  // a network of all addresses is refused: every client could then forge its own address
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const SECOND_NODE = [
  'LITECOIN_SECOND_RPC_URL',
  'LITECOIN_SECOND_RPC_USER',
  'LITECOIN_SECOND_RPC_PASSWORD',
] as const;

/**
 * The second source of the chain: a node of the owner, with all of its variables, or the API of `TIPS_URL`. Throws when
 * variables of the node are missing, when it is the first node, or when both sources are given.
 */
export function secondSourceFrom(env: Env, tipsOtherwise: string | null) {
  const [rpcUrl = '', rpcUser = '', rpcPassword = ''] = SECOND_NODE.map((name) => env[name]);
  const missing = SECOND_NODE.filter((name) => !env[name]);
  const tipsUrl = urlFrom(env.TIPS_URL ?? '', 'TIPS_URL') || tipsOtherwise;
  if (missing.length === SECOND_NODE.length) return { second: null, tipsUrl };
  if (missing.length > 0) throw new StartError(`a second node also needs ${missing.join(' and ')}`);
  if (env.TIPS_URL) throw new StartError('set LITECOIN_SECOND_RPC_URL or TIPS_URL, not both');
  urlFrom(rpcUrl, 'LITECOIN_SECOND_RPC_URL');
  if (URL.parse(rpcUrl)?.href === URL.parse(env.LITECOIN_RPC_URL ?? '')?.href)
    throw new StartError('LITECOIN_SECOND_RPC_URL must be another node than LITECOIN_RPC_URL');
  return { second: { rpcUrl, rpcUser, rpcPassword }, tipsUrl: null };
}

/** Reads `LITECOIN_MIN_VERSION`: numbers with dots, or `off`. */
export function minVersionFrom(env: Env, otherwise: string | null): string | null {
  const text = env.LITECOIN_MIN_VERSION ?? otherwise;
  if (text === null || text === 'off') return null;
  if (/^\d{1,4}(?:\.\d{1,4}){1,3}$/.test(text)) return text;
  throw new StartError(`LITECOIN_MIN_VERSION must be a version such as 0.21.5.5, or off, not ${text}`);
}

/** Comma-separated values, trimmed. */
export const listFrom = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

/** A value for each name. */
export function byName<Name extends string>(
  names: readonly Name[],
  make: (name: Name) => string,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, string>;
}

/** The total supply of LTC. */
const NO_LIMIT_LTC = '84000000';
/** LTC where the environment sets none. Per day: twice the owner's own daily limits at $85 per LTC. Per payment: a tenth of that. */
const SIGNER_LTC = {
  production: { payment: '50', day: '500' },
  sandbox: { payment: NO_LIMIT_LTC, day: NO_LIMIT_LTC },
} as const;

/** The signer's own limits per payment and per day. A payment above the limit of a day would wait forever. */
export function signerLimitsFrom(env: Env, mode: keyof typeof SIGNER_LTC) {
  const paymentLimit = ltcFrom(env, 'SIGNER_PAYMENT_LTC', SIGNER_LTC[mode].payment);
  const dayLimit = ltcFrom(env, 'SIGNER_DAY_LTC', SIGNER_LTC[mode].day);
  if (paymentLimit > dayLimit)
    throw new StartError(
      `SIGNER_PAYMENT_LTC must not be more than SIGNER_DAY_LTC: ${ltcOf(paymentLimit)} LTC is more than ${ltcOf(dayLimit)} LTC`,
    );
  return { paymentLimit, dayLimit };
}

/** Where traces are sent: `/v1/traces` below `OTEL_EXPORTER_OTLP_ENDPOINT`. Null without it. */
export function tracesFrom(env: Env): string | null {
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const base = urlFrom(env[name] ?? '', name);
  return base === '' ? null : `${base.replace(/\/+$/, '')}/v1/traces`;
}

/** Reads where sweeps send what the hot wallet does not need. */
export const coldWalletFrom = (env: Env) => ({
  coldAddress: env.COLD_ADDRESS ?? null,
  hotTarget: ltcFrom(env, 'HOT_TARGET_LTC', '0'),
});
