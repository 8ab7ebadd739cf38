import ipaddr from 'ipaddr.js';

/** Groups of 16 bits in the part of an IPv6 address that names the network. Its holder chooses the rest freely. */
const NETWORK_PARTS = 4;

/** The network that limits count: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  // an IPv4 address in IPv6 form becomes IPv4
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const parts = address.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
