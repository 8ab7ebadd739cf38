import { isIP } from 'node:net';
import { type Litoshi, litoshi, parseDecimal } from '@sterling/contract/money.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The environment in which an empty variable, such as `LOG_LEVEL=`, counts as not set. Values are trimmed. */
export function withoutEmpty(env: Env): Env {
  return new Proxy(env, { get: (given, name) => given[String(name)]?.trim() || undefined });
}

/** An amount of LTC in litoshi; throws on anything else. */
function ltcFrom(env: Env, name: string, otherwise: string): Litoshi {
  const text = env[name] ?? otherwise;
  const amount = parseDecimal(text, 8);
  if (amount === null || amount < 0) throw new Error(`${name} must be an amount of LTC, not ${text}`);
  return litoshi(amount);
}

/** A port; throws on anything else. */
export function portOf(text: string, name = 'PORT'): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be 0 to 65535, not ${text}`);
  return port;
}

/** Reads `DISCORD_INVITE_URL`. Users follow this link, so anything but a Discord invite throws. */
export function inviteFrom(text = ''): string | null {
  if (text === '') return null;
  if (/^https:\/\/discord\.(?:gg|com\/invite)\/[\w-]{2,50}$/.test(text)) return text;
  throw new Error(`DISCORD_INVITE_URL must be an invite such as https://discord.gg/…, not ${text}`);
}

/** Reads `LITECOIN_EXPLORER_URL`. Users follow this link, so anything but https with {txid} throws. */
export function explorerFrom(text = ''): string | null {
  if (text === '') return null;
  const sample = URL.parse(text.replace('{txid}', '0'.repeat(64)));
  if (text.includes('{txid}') && sample?.protocol === 'https:') return text;
  throw new Error(
    `LITECOIN_EXPLORER_URL must be an https address such as https://litecoinspace.org/tx/{txid}, not ${text}`,
  );
}

/** Comma-separated addresses or networks such as 10.1.0.0/16; throws on anything else. */
export function proxies(text: string): string[] {
  const all = list(text);
  const wrong = all.find((network) => !isNetwork(network));
  if (wrong) throw new Error(`TRUSTED_PROXIES must be addresses or networks, not ${wrong}`);
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
export function secondSource(env: Env, tipsOtherwise: string | null) {
  const [rpcUrl = '', rpcUser = '', rpcPassword = ''] = SECOND_NODE.map((name) => env[name]?.trim());
  const missing = SECOND_NODE.filter((name) => !env[name]?.trim());
  if (missing.length === SECOND_NODE.length) return { second: null, tipsUrl: env.TIPS_URL ?? tipsOtherwise };
  if (missing.length > 0) throw new Error(`a second node also needs ${missing.join(' and ')}`);
  if (env.TIPS_URL) throw new Error('set LITECOIN_SECOND_RPC_URL or TIPS_URL, not both');
  if (rpcUrl === env.LITECOIN_RPC_URL?.trim())
    throw new Error('LITECOIN_SECOND_RPC_URL must be another node than LITECOIN_RPC_URL');
  return { second: { rpcUrl, rpcUser, rpcPassword }, tipsUrl: null };
}

/** Reads `LITECOIN_MIN_VERSION`: numbers with dots, or `off`. */
export function versionFrom(env: Env, otherwise: string | null): string | null {
  const text = env.LITECOIN_MIN_VERSION ?? otherwise;
  if (text === null || text === 'off') return null;
  if (/^\d{1,4}(?:\.\d{1,4}){1,3}$/.test(text)) return text;
  throw new Error(`LITECOIN_MIN_VERSION must be a version such as 0.21.5.5, or off, not ${text}`);
}

/** Comma-separated values, trimmed. */
export const list = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

export function byName<Name extends string>(
  names: readonly Name[],
  make: (name: Name) => string,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, string>;
}

/** The signer's own limits, in LTC per payment and per day where the environment sets none. */
export const signerLimits = (env: Env, payment: string, day: string) => ({
  paymentLimit: ltcFrom(env, 'SIGNER_PAYMENT_LTC', payment),
  dayLimit: ltcFrom(env, 'SIGNER_DAY_LTC', day),
});

/** Reads where sweeps send what the hot wallet does not need. */
export const coldWallet = (env: Env) => ({
  coldAddress: env.COLD_ADDRESS ?? null,
  hotTarget: ltcFrom(env, 'HOT_TARGET_LTC', '0'),
});
