import { Address, OutScript } from '@scure/btc-signer';
import { PubT, validatePubkey } from '@scure/btc-signer/utils.js';
import { refuse } from '../../refusal.ts';
import { type LitecoinNetwork, NETWORKS, type NetworkName } from './network.ts';

export interface ParsedAddress {
  /** The canonical form for storage and display: bech32 in lower case, P2SH with Litecoin's own version byte. */
  readonly address: string;
  readonly script: Uint8Array;
}

/**
 * Parses a Litecoin address that a user entered: legacy, M-, 3-, bech32 or taproot, also as a `litecoin:` URI. Refuses
 * anything else with `invalid_ltc_address` and the reason. It is stricter than Litecoin Core where coins would be lost:
 * taproot keys off the curve and witness versions without rules.
 */
export function parseAddress(given: string, networkName: NetworkName): ParsedAddress {
  const network = NETWORKS[networkName];
  const text = withoutUri(given.trim());
  if (text === '') invalid('nothing was entered');
  if (MWEB.test(text)) invalid('MWEB addresses are not supported, use one that starts with L, M or ltc1');
  if (BITCOIN_BECH32.test(text)) invalid('this is a Bitcoin address');
  const prefix = LITECOIN_BECH32.exec(text)?.[1]?.toLowerCase();
  if (prefix && prefix !== network.prefixes.bech32)
    invalid(`this address belongs to ${NAME_OF_PREFIX[prefix]}`);
  return prefix ? parseBech32(text, network) : parseBase58(text, network);
}

/**
 * Whether an address has the old P2SH form that Bitcoin uses too (`3…` on the main network). Parse it first: only the
 * user knows which of the two networks they mean.
 */
export function isAmbiguous(given: string, networkName: NetworkName): boolean {
  const { prefixes, oldScriptHash } = NETWORKS[networkName];
  const text = withoutUri(given.trim());
  return decode(text, prefixes) === null && decode(text, { ...prefixes, scriptHash: oldScriptHash }) !== null;
}

const MWEB = /^(ltcmweb|tmweb)1/i;
const BITCOIN_BECH32 = /^(bc|tb|bcrt)1/i;
const LITECOIN_BECH32 = /^(ltc|tltc|rltc)1/i;
const NAME_OF_PREFIX: Readonly<Record<string, string>> = {
  ltc: 'the Litecoin main network',
  tltc: 'the Litecoin test network',
  rltc: 'a Litecoin test network',
};
const TYPO = 'it has a typo, copy it again';

function withoutUri(text: string): string {
  const uri = /^litecoin:(?:\/\/)?([^?#]*)/i.exec(text);
  return uri ? uri[1]! : text;
}

function parseBech32(text: string, network: LitecoinNetwork): ParsedAddress {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) invalid('upper and lower case are mixed, copy it again');
  const version = BECH32_LETTERS.indexOf(lower.charAt(network.prefixes.bech32.length + 1));
  if (version > 1) invalid(`witness version ${version} is not in use`);
  const decoded = decode(lower, network.prefixes) ?? invalid(TYPO);
  if (decoded.type === 'p2a') invalid("that address isn't safe to send to");
  if (decoded.type === 'tr' && !isOnCurve(decoded.pubkey)) invalid("that address isn't safe to send to");
  return { address: lower, script: OutScript.encode(decoded) };
}

const BECH32_LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

function parseBase58(text: string, network: LitecoinNetwork): ParsedAddress {
  const { prefixes, oldScriptHash } = network;
  const decoded = decode(text, prefixes) ?? decode(text, { ...prefixes, scriptHash: oldScriptHash });
  if (decoded) return { address: Address(prefixes).encode(decoded), script: OutScript.encode(decoded) };
  if (FOREIGN_BASE58.bitcoin.some((foreign) => decode(text, { ...prefixes, ...foreign })))
    return invalid('this is a Bitcoin address');
  if (FOREIGN_BASE58.testnet.some((foreign) => decode(text, { ...prefixes, ...foreign })))
    return invalid('this address belongs to the Litecoin test network');
  if (FOREIGN_BASE58.main.some((foreign) => decode(text, { ...prefixes, ...foreign })))
    return invalid('this address belongs to the Litecoin main network');
  return invalid(LOOKS_LIKE_BASE58.test(text) ? TYPO : 'this is not a Litecoin address');
}

const LOOKS_LIKE_BASE58 = /^[LM3mn2Q][1-9A-HJ-NP-Za-km-z]{24,34}$/;
const FOREIGN_BASE58 = {
  bitcoin: [{ pubKeyHash: 0x00, scriptHash: 0x00 }],
  testnet: [
    { pubKeyHash: 0x6f, scriptHash: 0x3a },
    { pubKeyHash: 0x6f, scriptHash: 0xc4 },
  ],
  main: [
    { pubKeyHash: 0x30, scriptHash: 0x32 },
    { pubKeyHash: 0x30, scriptHash: 0x05 },
  ],
} as const;

function decode(text: string, prefixes: LitecoinNetwork['prefixes']) {
  try {
    return Address(prefixes).decode(text);
  } catch {
    return null;
  }
}

function isOnCurve(key: Uint8Array): boolean {
  try {
    validatePubkey(key, PubT.schnorr);
    return true;
  } catch {
    return false;
  }
}

function invalid(why: string): never {
  const hint = `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
  return refuse('invalid_ltc_address', { message: `Invalid LTC address: ${why}`, hint });
}
