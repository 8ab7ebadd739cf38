import { Address, OutScript } from '@scure/btc-signer';
import { PubT, validatePubkey } from '@scure/btc-signer/utils.js';
import { englishText, type Phrase, phrase, text } from '@sterling/contract/texts.ts';
import { refuse } from '../../refusal.ts';
import { type LitecoinNetwork, NETWORKS, type NetworkName } from './network.ts';

export interface ParsedAddress {
  /** The canonical form for storage and display: bech32 in lower case, P2SH with Litecoin's own version byte. */
  readonly address: string;
  readonly script: Uint8Array;
}

/**
 * Parses a Litecoin address that a user entered: legacy, M-, 3-, bech32 or taproot, or as a `litecoin:` URI. Refuses
 * anything else with `invalid_ltc_address` and the reason. It is stricter than Litecoin Core where coins would be lost:
 * taproot keys off the curve and witness versions without rules.
 */
export function parseAddress(given: string, networkName: NetworkName): ParsedAddress {
  const network = NETWORKS[networkName];
  const entered = withoutUri(given.trim());
  if (entered === '') invalid(text('Enter an address.'));
  if (MWEB.test(entered))
    invalid(text('MWEB addresses are not supported, use one that starts with L, M or ltc1.'));
  if (BITCOIN_BECH32.test(entered)) invalid(BITCOIN);
  const prefix = LITECOIN_BECH32.exec(entered)?.[1]?.toLowerCase();
  if (prefix && prefix !== network.prefixes.bech32) invalid(BELONGS_TO[prefix]!);
  return prefix ? parseBech32(entered, network) : parseBase58(entered, network);
}

/**
 * Whether an address has the old P2SH form that Bitcoin uses too (`3…` on the main network). Parse it first: only the
 * user knows which of the two networks they mean.
 */
export function isAmbiguous(given: string, networkName: NetworkName): boolean {
  const { prefixes, oldScriptHash } = NETWORKS[networkName];
  const entered = withoutUri(given.trim());
  return (
    decode(entered, prefixes) === null && decode(entered, { ...prefixes, scriptHash: oldScriptHash }) !== null
  );
}

const MWEB = /^(ltcmweb|tmweb)1/i;
const BITCOIN_BECH32 = /^(bc|tb|bcrt)1/i;
const LITECOIN_BECH32 = /^(ltc|tltc|rltc)1/i;
const BELONGS_TO: Readonly<Record<string, string>> = {
  ltc: text('This address belongs to the Litecoin main network.'),
  tltc: text('This address belongs to the Litecoin test network.'),
  rltc: text('This address belongs to a Litecoin test network.'),
};
const BITCOIN = text('This is a Bitcoin address.');
const TYPO = text('It has a typo, copy it again.');

function withoutUri(entered: string): string {
  const uri = /^litecoin:(?:\/\/)?([^?#]*)/i.exec(entered);
  return uri ? uri[1]! : entered;
}

function parseBech32(entered: string, network: LitecoinNetwork): ParsedAddress {
  const lower = entered.toLowerCase();
  if (entered !== lower && entered !== entered.toUpperCase())
    invalid(text('Upper and lower case are mixed, copy it again.'));
  const version = BECH32_LETTERS.indexOf(lower.charAt(network.prefixes.bech32.length + 1));
  if (version > 1) invalid(phrase('Witness version {version} is not in use.', { version }));
  const decoded = decode(lower, network.prefixes) ?? invalid(TYPO);
  if (decoded.type === 'p2a') invalid(text('Everyone can spend what is sent to that address.'));
  if (decoded.type === 'tr' && !isOnCurve(decoded.pubkey))
    invalid(text('Nobody can spend what is sent to that address.'));
  return { address: lower, script: OutScript.encode(decoded) };
}

const BECH32_LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

function parseBase58(entered: string, network: LitecoinNetwork): ParsedAddress {
  const { prefixes, oldScriptHash } = network;
  const decoded = decode(entered, prefixes) ?? decode(entered, { ...prefixes, scriptHash: oldScriptHash });
  if (decoded) return { address: Address(prefixes).encode(decoded), script: OutScript.encode(decoded) };
  if (FOREIGN_BASE58.bitcoin.some((foreign) => decode(entered, { ...prefixes, ...foreign })))
    return invalid(BITCOIN);
  if (FOREIGN_BASE58.testnet.some((foreign) => decode(entered, { ...prefixes, ...foreign })))
    return invalid(BELONGS_TO.tltc!);
  if (FOREIGN_BASE58.main.some((foreign) => decode(entered, { ...prefixes, ...foreign })))
    return invalid(BELONGS_TO.ltc!);
  return invalid(LOOKS_LIKE_BASE58.test(entered) ? TYPO : text('This is not a Litecoin address.'));
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

function decode(entered: string, prefixes: LitecoinNetwork['prefixes']) {
  try {
    return Address(prefixes).decode(entered);
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

/** Refuses with a sentence as the hint, which the message continues in English. */
function invalid(hint: string | Phrase): never {
  const why = typeof hint === 'string' ? hint : englishText(hint);
  const reason = /^MWEB/.test(why) ? why : `${why.charAt(0).toLowerCase()}${why.slice(1)}`;
  return refuse('invalid_ltc_address', { message: `Invalid LTC address: ${reason.slice(0, -1)}`, hint });
}
