import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { buildConnector } from 'undici';
import type { Config } from '../config.ts';

/**
 * Connects to hosts that a person named, and never to this machine, its networks or its cloud's metadata, whatever a
 * name says from one moment to the next.
 */
export interface AddressGuard {
  /**
   * Every address of a host, each of them allowed; an address is its own. Throws ForbiddenHost when one is not: a name
   * with a foot inside is not for us. Throws UnknownHost when there is none.
   */
  addressesOf(host: string, port: number): Promise<string[]>;
  /** Looks a host up, checks what it finds and connects to that very address: no second answer of the resolver counts. */
  readonly connect: buildConnector.connector;
}

export class ForbiddenHost extends Error {}
export class UnknownHost extends Error {}

export interface GuardParts {
  /** All IPv4 and IPv6 addresses of a name; none when there is no such name. */
  readonly resolve?: (name: string) => Promise<string[]>;
  /** Connects to an address. */
  readonly dial?: buildConnector.connector;
}

/** In the sandbox its own proxy is allowed, by its address and port, and nothing else of the machine. */
export function openAddressGuard(
  { sandboxUrl }: Pick<Config, 'sandboxUrl'>,
  { resolve = resolveAll, dial = buildConnector({ timeout: CONNECT_TIMEOUT_MS }) }: GuardParts = {},
): AddressGuard {
  const sandbox = sandboxUrl === null ? null : new URL(sandboxUrl);
  const isSandbox = (host: string, port: number) =>
    host === sandbox?.hostname && String(port) === sandbox.port;

  const addressesOf = async (host: string, port: number): Promise<string[]> => {
    if (isSandbox(host, port)) return [host];
    const addresses = isIP(host) ? [host] : isThisMachine(host) ? [LOOPBACK] : await resolve(host);
    if (addresses.length === 0) throw new UnknownHost('the host has no address');
    if (!addresses.every(isPublic)) throw new ForbiddenHost('the host is not a public one');
    return addresses;
  };

  const connect: AddressGuard['connect'] = (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    addressesOf(host, Number(options.port || HTTP_PORT)).then(
      (addresses) => dialInTurn(dial, options, addresses, callback),
      (error: Error) => callback(error, null),
    );
  };

  return { addressesOf, connect };
}

const LOOPBACK = '127.0.0.1';
/** Names that mean the machine itself wherever they are asked for (RFC 6761), which a resolver may not know. */
const isThisMachine = (host: string): boolean => /(?:^|\.)localhost\.?$/i.test(host);

const HTTP_PORT = 80;
const CONNECT_TIMEOUT_MS = 10_000;

/** Goes on to the next address where one does not take the connection. */
function dialInTurn(
  dial: buildConnector.connector,
  options: buildConnector.Options,
  [address, ...others]: string[],
  callback: buildConnector.Callback,
): void {
  // without the name: undici would ask for it again
  const { servername: _name, ...rest } = options;
  dial({ ...rest, hostname: address! }, (...[error, socket]) => {
    if (!error) callback(null, socket);
    else if (others.length > 0) dialInTurn(dial, options, others, callback);
    else callback(error, null);
  });
}

/** What is not the internet's: IANA's special-purpose registry, and metadata services beside it. Networks for documentation lead nowhere and may stay. */
const NOT_PUBLIC_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Of IPv6 only this much is the internet: not loopback, mapped IPv4, NAT64, unique local, link-local and multicast. */
const PUBLIC_6 = ['2000::', 3] as const;
/** And not what carries an IPv4 address in it: Teredo and its neighbours, 6to4. */
const NOT_PUBLIC_6 = [
  ['2001::', 23],
  ['2002::', 16],
] as const;

const notPublic = new BlockList();
for (const [network, bits] of NOT_PUBLIC_4) notPublic.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of NOT_PUBLIC_6) notPublic.addSubnet(network, bits, 'ipv6');
const public6 = new BlockList();
public6.addSubnet(...PUBLIC_6, 'ipv6');

/** Whether an address belongs to the internet, and to nobody's inside. */
export function isPublic(address: string): boolean {
  // a zone names an interface of this machine
  if (!isIP(address) || address.includes('%')) return false;
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return public6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** Not the system's resolver: that one reads the machine's own list of hosts, and takes a thread for each question. */
const resolver = new Resolver({ timeout: 1_500, tries: 2 });

/** IPv4 first: it is there more often. */
async function resolveAll(name: string): Promise<string[]> {
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
