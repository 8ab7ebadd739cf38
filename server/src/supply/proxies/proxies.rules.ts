import { CONTROL_CHARACTER, MAX_CREDENTIAL_LENGTH } from '@sterling/contract/proxies.ts';
import { text } from '@sterling/contract/texts.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';

/** A proxy as the seller entered it. */
export interface WantedProxy {
  /** A name in lower case, or an address in its canonical form. */
  readonly host: string;
  readonly port: number;
  readonly username: string | null;
  readonly password: string | null;
}

export const MAX_PROXIES = 500;

/** The status reason of accounts whose proxy fails. Accounts with this reason return to sale automatically. */
export const PROXY_DOWN = text('Its proxy is down. It goes on sale again when the proxy works.');

const NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const ADDRESS = /^[0-9a-f:.]*:[0-9a-f:.]*$/;

/**
 * The canonical form of a host, or null if the text is not exactly one host. The URL parser reads every notation of an
 * address (decimal, octal, hexadecimal, mapped, wide digits), so none of them can bypass the address guard.
 */
export function plainHost(given: string): string | null {
  const trimmed = given.trim();
  const isBareAddress = trimmed.includes(':') && !trimmed.startsWith('[');
  const host = isBareAddress ? `[${trimmed}]` : trimmed;
  // These characters would end the host, start a port or be decoded.
  if (/[\s/\\?#@%]/.test(host) || (host.startsWith('[') && !host.endsWith(']'))) return null;
  if (!URL.canParse(`http://${host}/`)) return null;
  const plain = new URL(`http://${host}/`).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return NAME.test(plain) || ADDRESS.test(plain) ? plain : null;
}

const HOST = String.raw`(\[[^\]]*\]|[^:@/\s[\]]+)`;
const PLAIN = new RegExp(`^${HOST}:(\\d+)(?::([^:]+):(.+))?$`);
const ADDRESSED = new RegExp(`^(?:([^:@/\\s]+)(?::([^@/\\s]*))?@)?${HOST}(?::(\\d+))?/?$`);
const SHAPES = text('Enter host:port, host:port:user:password or an http:// URL');

/** Parses a line of a bulk addition. Returns a text with the problem if the line is invalid. */
export function parseLine(line: string): WantedProxy | string {
  const written = line.trim();
  const [, scheme, address] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(written) ?? [];
  if (scheme && scheme.toLowerCase() !== 'http')
    return toStore(WITH_VALUES.proxyScheme, { scheme: scheme.toLowerCase() });
  const plain = scheme ? null : PLAIN.exec(written);
  if (plain) {
    const [, host, port, username, password] = plain;
    return checked(host!, port, username, password);
  }
  const [, username, password, host, port] = ADDRESSED.exec(address ?? written) ?? [];
  if (!host) return SHAPES;
  try {
    return checked(host, port, decoded(username), decoded(password));
  } catch {
    return text('The username or password is not URL-encoded');
  }
}

const decoded = (part: string | undefined) => (part === undefined ? undefined : decodeURIComponent(part));

function checked(
  hostText: string,
  portText: string | undefined,
  username = '',
  password = '',
): WantedProxy | string {
  const host = plainHost(hostText);
  if (host === null) return text('Enter a hostname or IP address');
  if (portText === undefined) return text('The port is missing');
  const port = Number(portText);
  if (port < 1 || port > 65_535) return text('The port must be from 1 to 65535');
  const problem = problemOfCredentials({ username, password });
  return problem ?? { host, port, username: username || null, password: password || null };
}

/** Why a proxy cannot accept these credentials. Null if it can. */
export function problemOfCredentials({
  username,
  password,
}: {
  username: string;
  password: string;
}): string | null {
  if (password && !username) return text('The username is missing');
  if (username.includes(':')) return text('Usernames can\'t contain ":"');
  const isOdd = [username, password].some(
    (one) => one.length > MAX_CREDENTIAL_LENGTH || CONTROL_CHARACTER.test(one),
  );
  return isOdd ? text('The username or password is too long or contains control characters') : null;
}

/** A proxy's URL with its credentials: a secret. */
export function urlOf({ host, port, username, password }: WantedProxy): string {
  const user =
    username === null ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@`;
  return `http://${user}${host.includes(':') ? `[${host}]` : host}:${port}`;
}
