import { base58check, bech32, bech32m } from '@scure/base';
import { Address, OutScript, Script, type ScriptType } from '@scure/btc-signer';
import { sha256, toHex } from './hashing.ts';
import { MWEB_PREFIX, NETWORK, OLD_SCRIPT_HASH_VERSION } from './params.ts';

type DescribedScript = {
  asm: string;
  hex: string;
  reqSigs?: number;
  type: string;
  addresses?: string[];
};

const CORE_TYPES: Record<string, string> = {
  pkh: 'pubkeyhash',
  sh: 'scripthash',
  wpkh: 'witness_v0_keyhash',
  wsh: 'witness_v0_scripthash',
  tr: 'witness_v1_taproot',
};
const base58 = base58check(sha256);
const addresses = Address(NETWORK);

/** The script of an address, in every form that a Litecoin regtest node can pay, or undefined. */
export function decodeAddress(address: string): Uint8Array | undefined {
  try {
    return OutScript.encode(addresses.decode(modernize(address)));
  } catch {
    return decodeUnknownWitness(address);
  }
}

/** The script of an address. Throws an Error with a readable reason if it has none. */
export function requireAddress(address: string): Uint8Array {
  const script = decodeAddress(address);
  if (!script) throw new Error(`${address} is not a Litecoin regtest address`);
  return script;
}

/** Whether the text is an MWEB address. Such an address is valid, but an ordinary output cannot pay it. */
export function isMwebAddress(address: string): boolean {
  try {
    const { prefix, words } = bech32.decode(address as `${string}1${string}`, false);
    return prefix === MWEB_PREFIX && words[0] === 0 && bech32.fromWords(words.slice(1)).length === 66;
  } catch {
    return false;
  }
}

/** The address of a script in Core's preferred form, or undefined if it has none. */
export function encodeAddress(script: Uint8Array): string | undefined {
  const [version, program] = [script[0]! - 0x50, script.subarray(2)];
  if (isWitnessProgram(script) && version > 0)
    return bech32m.encode(NETWORK.bech32, [version, ...bech32m.toWords(program)]);
  try {
    const decoded = OutScript.decode(script);
    return decoded.type in CORE_TYPES
      ? addresses.encode(decoded as Parameters<typeof addresses.encode>[0])
      : undefined;
  } catch {
    return undefined;
  }
}

/** A script in the form of litecoind's `scriptPubKey`. */
export function describeScript(script: Uint8Array): DescribedScript {
  const [asm, hex, type] = [disassemble(script), toHex(script), classify(script)];
  const address = type.startsWith('witness_mweb') ? undefined : encodeAddress(script);
  return address === undefined ? { asm, hex, type } : { asm, hex, reqSigs: 1, type, addresses: [address] };
}

/** litecoind's name for the type of a script. */
export function classify(script: Uint8Array): string {
  if (script.length === 34 && script[1] === 0x20) {
    if (script[0] === 0x58) return 'witness_mweb_hogaddr';
    if (script[0] === 0x59) return 'witness_mweb_pegin';
  }
  if (script[0] === 0x6a) return 'nulldata';
  try {
    const { type } = OutScript.decode(script);
    if (type === 'pk') return 'pubkey';
    if (type === 'ms') return 'multisig';
    if (type in CORE_TYPES) return CORE_TYPES[type]!;
  } catch {
    // An unknown form. The checks below decide.
  }
  return isWitnessProgram(script) && script[0] !== 0
    ? script[0] === 0x51 && script.length === 34
      ? 'witness_v1_taproot'
      : 'witness_unknown'
    : 'nonstandard';
}

/** Whether an output with this script can never be spent. Nodes do not keep such outputs. */
export function isUnspendable(script: Uint8Array): boolean {
  return script[0] === 0x6a || script.length > 10_000;
}

/** Whether the script is a version and 2 to 40 bytes (BIP 141). */
export function isWitnessProgram(script: Uint8Array): boolean {
  const isVersion = script[0] === 0 || (script[0]! >= 0x51 && script[0]! <= 0x60);
  return isVersion && script.length >= 4 && script.length <= 42 && script[1] === script.length - 2;
}

/** The script as the node shows it in `asm`. */
export function disassemble(script: Uint8Array): string {
  try {
    return Script.decode(script).map(showElement).join(' ');
  } catch {
    return '[error]';
  }
}

function showElement(element: ScriptType[number]): string {
  if (typeof element === 'number') return String(element);
  if (element instanceof Uint8Array) return toHex(element);
  return element.startsWith('OP_') ? element.slice(3) : `OP_${element}`;
}

function modernize(address: string): string {
  try {
    const bytes = base58.decode(address);
    return bytes[0] === OLD_SCRIPT_HASH_VERSION
      ? base58.encode(Uint8Array.of(NETWORK.scriptHash, ...bytes.subarray(1)))
      : address;
  } catch {
    return address;
  }
}

function decodeUnknownWitness(address: string): Uint8Array | undefined {
  try {
    const { prefix, words } = bech32m.decode(address as `${string}1${string}`);
    const program = bech32m.fromWords(words.slice(1));
    const [version] = words;
    if (prefix !== NETWORK.bech32 || !version || version > 16 || program.length < 2 || program.length > 40)
      return undefined;
    if (version === 1 && program.length !== 32) return undefined;
    return Uint8Array.of(0x50 + version, program.length, ...program);
  } catch {
    return undefined;
  }
}
