import { HDKey } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';
import { fromHex, toHex } from './hashing.ts';
import { EXTENDED_KEY_VERSIONS, NETWORK } from './params.ts';
import { RpcError } from './rpc-error.ts';
import { readText } from './rpc-params.ts';
import { decodeAddress } from './scripts.ts';

type ExpandedDescriptor = { readonly script: Uint8Array; readonly desc: string };
type Key = { readonly publicKey: Uint8Array; readonly origin: string };

const INPUT_CHARSET =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const DEFAULT_RANGE_END = 1000;

/** Expands a scan object (a descriptor, or `{desc, range}`) to its scripts, each with the descriptor that Core shows. */
export function expandDescriptor(object: unknown): ExpandedDescriptor[] {
  const { desc, range } =
    typeof object === 'string'
      ? { desc: object, range: undefined }
      : ((object ?? {}) as Record<string, unknown>);
  const body = stripChecksum(readText(desc));
  const parts = /^([a-z]+)\((.*)\)$/.exec(body);
  if (!parts) throw new RpcError(-5, `${body.split('(')[0]} is not a valid descriptor function`);
  const [, name, argument] = parts as unknown as [string, string, string];
  if (name === 'addr') return [finish(decodeAddressOrRefuse(argument), body)];
  if (name === 'raw') return [finish(decodeHexOrRefuse(argument), body)];
  if (name !== 'wpkh') throw new RpcError(-5, `the sandbox does not know the descriptor function ${name}`);
  return expandKeys(argument, range).map(({ publicKey, origin }) =>
    finish(p2wpkh(publicKey, NETWORK).script, `wpkh(${origin}${toHex(publicKey)})`),
  );
}

/** The eight characters after `#` in a descriptor (Core's `doc/descriptors.md`). */
function computeChecksum(descriptor: string): string {
  let state = 1n;
  let group = 0;
  let count = 0;
  for (const character of descriptor) {
    const position = INPUT_CHARSET.indexOf(character);
    if (position < 0) throw new RpcError(-5, 'Invalid characters in descriptor');
    state = mix(state, BigInt(position & 31));
    group = group * 3 + (position >> 5);
    count += 1;
    if (count === 3) {
      state = mix(state, BigInt(group));
      group = 0;
      count = 0;
    }
  }
  if (count > 0) state = mix(state, BigInt(group));
  for (let i = 0; i < 8; i++) state = mix(state, 0n);
  state ^= 1n;
  return Array.from(
    { length: 8 },
    (_, i) => CHECKSUM_CHARSET[Number((state >> BigInt(5 * (7 - i))) & 31n)],
  ).join('');
}

function mix(state: bigint, value: bigint): bigint {
  const top = state >> 35n;
  const mixed = ((state & 0x7ffffffffn) << 5n) ^ value;
  return GENERATORS.reduce((sum, generator, i) => ((top >> BigInt(i)) & 1n ? sum ^ generator : sum), mixed);
}

function stripChecksum(descriptor: string): string {
  const [body, checksum] = descriptor.split('#') as [string, string | undefined];
  if (checksum === undefined) return body;
  const computed = computeChecksum(body);
  if (checksum !== computed)
    throw new RpcError(-5, `Provided checksum '${checksum}' does not match computed checksum '${computed}'`);
  return body;
}

/** The public keys of `[origin]key/path/*`, each with its origin: the path from the master key. */
function expandKeys(expression: string, range: unknown): Key[] {
  const [, origin, key, path] = /^(?:\[([^\]]*)\])?([^/]*)((?:\/.*)?)$/.exec(expression) as unknown as [
    string,
    string | undefined,
    string,
    string,
  ];
  if (/^0[23][0-9a-f]{64}$/i.test(key) && !path)
    return [{ publicKey: fromHex(key), origin: origin ? `[${origin}]` : '' }];
  let root: HDKey;
  try {
    root = HDKey.fromExtendedKey(key, EXTENDED_KEY_VERSIONS);
  } catch {
    throw new RpcError(-5, `key '${key}' is not valid`);
  }
  const start = origin?.replaceAll('h', "'") ?? root.fingerprint.toString(16).padStart(8, '0');
  const steps = path.split('/').slice(1);
  const isRanged = steps.at(-1) === '*';
  const parent = steps
    .slice(0, isRanged ? -1 : undefined)
    .reduce((at, step) => at.deriveChild(readStep(step)), root);
  const trail = (index?: number) =>
    `[${[start, ...(isRanged ? steps.slice(0, -1) : steps), ...(index === undefined ? [] : [index])].join('/')}]`;
  if (!isRanged) return [{ publicKey: parent.publicKey!, origin: trail() }];
  const [first, last] = readRange(range);
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    publicKey: parent.deriveChild(first + i).publicKey!,
    origin: trail(first + i),
  }));
}

function readStep(step: string): number {
  if (!/^\d{1,10}$/.test(step)) throw new RpcError(-5, `Key path value '${step}' is not a valid uint32`);
  return Number(step);
}

function readRange(range: unknown): [number, number] {
  const [first, last] = Array.isArray(range) ? range : [0, range ?? DEFAULT_RANGE_END];
  if (!Number.isInteger(first) || !Number.isInteger(last))
    throw new RpcError(-8, 'Range must be specified as end or as [begin,end]');
  if (first < 0) throw new RpcError(-8, 'Range should be greater or equal than 0');
  if (last < first) throw new RpcError(-8, 'Range specified as [begin,end] must not have begin after end');
  if (last - first >= 1_000_000) throw new RpcError(-8, 'Range is too large');
  return [first, last];
}

function decodeAddressOrRefuse(address: string): Uint8Array {
  const script = decodeAddress(address);
  if (!script) throw new RpcError(-5, 'Address is not valid');
  return script;
}

function decodeHexOrRefuse(hex: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) throw new RpcError(-5, 'Raw script is not hex');
  return fromHex(hex);
}

function finish(script: Uint8Array, body: string): ExpandedDescriptor {
  return { script, desc: `${body}#${computeChecksum(body)}` };
}
