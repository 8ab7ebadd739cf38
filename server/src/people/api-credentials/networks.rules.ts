import ipaddr from 'ipaddr.js';

/** A network in its canonical CIDR notation, such as '10.0.0.0/8'. A single address becomes a network of one address. Null for other text. */
export function networkIn(text: string): string | null {
  const cidr = text.includes('/') ? text : wholeAddress(text);
  if (cidr === null || !ipaddr.isValidCIDR(cidr) || !isPlain(cidr)) return null;
  const [address, bits] = ipaddr.parseCIDR(cidr);
  const Family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${Family.networkAddressFromCIDR(cidr)}/${bits}`;
}

/** Whether an address is in one of the networks. An empty list allows every address. */
export function isAllowed(ip: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  // turns an IPv4 address in IPv6 form into IPv4
  const address = ipaddr.process(ip);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === address.kind() && address.match([base, bits]);
  });
}

function wholeAddress(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  return `${text}/${ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128}`;
}

/** ipaddr.js also reads octal, hexadecimal and shortened IPv4 addresses, which people read differently. */
const isPlain = (cidr: string): boolean => cidr.includes(':') || PLAIN_IPV4.test(cidr);
const PLAIN_IPV4 = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}\/\d+$/;
