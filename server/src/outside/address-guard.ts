import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { buildConnector } from 'undici';
import type { Config } from '../config.ts';

/**
 * Connects to hosts that users named, but never to this machine, its networks or cloud metadata, even when DNS answers
 * change.
 */
export interface AddressGuard {
  /**
   * Every address of a host; an IP address is its own. Throws ForbiddenPort for the port of a well-known service,
   * ForbiddenHost when any of them is not public, and UnknownHost when there is none.
   */
  addressesOf(host: string, port: number): Promise<string[]>;
  /** Resolves and checks a host, and connects to exactly the checked address. */
  readonly connect: buildConnector.connector;
}

export class ForbiddenHost extends Error {}
export class ForbiddenPort extends Error {}
export class UnknownHost extends Error {}

export interface GuardParts {
  /** All IPv4 and IPv6 addresses of a name; empty for an unknown name. */
  readonly resolve?: (name: string) => Promise<string[]>;
  /** Connects to an address. */
  readonly dial?: buildConnector.connector;
  /** The addresses of this machine, including public ones. A connection to them passes behind its firewall. */
  readonly own?: () => string[];
}

/** Opens the guard. In the sandbox, the sandbox's own address and port are allowed too. */
export function openAddressGuard(
  { sandboxUrl }: Pick<Config, 'sandboxUrl'>,
  {
    resolve = resolveAll,
    dial = buildConnector({ timeout: CONNECT_TIMEOUT_MS }),
    own = ownAddresses,
  }: GuardParts = {},
): AddressGuard {
  const sandbox = sandboxUrl === null ? null : new URL(sandboxUrl);
  const isSandbox = (host: string, port: number) =>
    host === sandbox?.hostname && String(port) === sandbox.port;

  const addressesOf = async (host: string, port: number): Promise<string[]> => {
    if (isSandbox(host, port)) return [host];
    if (SERVICE_PORTS.has(port)) throw new ForbiddenPort('the port belongs to another service');
    const addresses = isIP(host) ? [host] : isInternal(host) ? [LOOPBACK] : await resolve(host);
    if (addresses.length === 0) throw new UnknownHost('the host has no address');
    if (!addresses.every(isPublic)) throw new ForbiddenHost('the host is not a public one');
    const here = blockListOf(own());
    if (addresses.some((address) => here.check(address, familyOf(address))))
      throw new ForbiddenHost('the host is this machine');
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

/**
 * Ports of mail, remote access, files, directories and databases. Nobody may use Sterling to look for them, or to write to them.
 * Most of them are the ports that browsers refuse, too.
 */
const SERVICE_PORTS: ReadonlySet<number> = new Set([
  19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115,
  117, 119, 123, 135, 137, 138, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526, 530, 531,
  532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1433, 1521, 2049, 2375, 3306, 3389, 3659,
  4045, 4190, 5060, 5061, 5432, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 11211,
  27017,
]);

const LOOPBACK = '127.0.0.1';
/**
 * Names that always mean this machine or its network (RFC 6761, RFC 6762, ICANN's .internal), such as metadata.google.internal.
 * A resolver may not know them.
 */
const isInternal = (host: string): boolean => /(?:^|\.)(?:localhost|local|internal)\.?$/i.test(host);

const HTTP_PORT = 80;
const CONNECT_TIMEOUT_MS = 10_000;

/** Dials the addresses in order until one accepts the connection. */
function dialInTurn(
  dial: buildConnector.connector,
  options: buildConnector.Options,
  [address, ...others]: string[],
  callback: buildConnector.Callback,
): void {
  // without the server name: undici would resolve it again
  const { servername: _name, ...rest } = options;
  dial({ ...rest, hostname: address! }, (...[error, socket]) => {
    if (!error) callback(null, socket);
    else if (others.length > 0) dialInTurn(dial, options, others, callback);
    else callback(error, null);
  });
}

/**
 * Networks that are not public: IANA's special-purpose registry and cloud metadata services. Documentation networks are
 * left out, because they lead nowhere.
 */
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
/** The public part of IPv6. It excludes loopback, mapped IPv4, NAT64, unique local, link-local and multicast. */
const PUBLIC_6 = ['2000::', 3] as const;
/** IPv6 networks that embed an IPv4 address: Teredo and its neighbours, and 6to4. */
const NOT_PUBLIC_6 = [
  ['2001::', 23],
  ['2002::', 16],
] as const;

const notPublic = new BlockList();
for (const [network, bits] of NOT_PUBLIC_4) notPublic.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of NOT_PUBLIC_6) notPublic.addSubnet(network, bits, 'ipv6');
const public6 = new BlockList();
public6.addSubnet(...PUBLIC_6, 'ipv6');

/** Whether an IP address is public. */
export function isPublic(address: string): boolean {
  // a zone names an interface of this machine
  if (!isIP(address) || address.includes('%')) return false;
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return public6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));

function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) list.addAddress(address, familyOf(address));
  return list;
}

/** Not the system resolver: that one reads the hosts file of this machine and blocks a thread per query. */
const resolver = new Resolver({ timeout: 1_500, tries: 2 });

/** IPv4 first, because it is more often available. */
async function resolveAll(name: string): Promise<string[]> {
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
