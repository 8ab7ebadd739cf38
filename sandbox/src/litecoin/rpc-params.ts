import { RpcError } from './rpc-error.ts';

/** Reads one parameter with the rules and errors of litecoind (`univalue`, `rpc/util.cpp`). */
export function readText(value: unknown): string {
  if (typeof value !== 'string') throw new RpcError(-1, 'JSON value is not a string as expected');
  return value;
}

/** Reads an integer. Throws the node's `RpcError` for other values. */
export function readInteger(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new RpcError(-1, 'JSON value is not an integer as expected');
  return value;
}

/** Reads a boolean, or `absent` for a missing one. Throws the node's `RpcError` for other values. */
export function readBoolean(value: unknown, absent: boolean): boolean {
  if (value === undefined || value === null) return absent;
  if (typeof value !== 'boolean') throw new RpcError(-1, 'JSON value is not a boolean as expected');
  return value;
}

/** Reads a hash of 64 hex digits, in lowercase. `name` stands in the node's `RpcError`. */
export function readHash(value: unknown, name: string): string {
  const hash = readText(value);
  if (hash.length !== 64)
    throw new RpcError(-8, `${name} must be of length 64 (not ${hash.length}, for '${hash}')`);
  if (!/^[0-9a-fA-F]+$/.test(hash))
    throw new RpcError(-8, `${name} must be hexadecimal string (not '${hash}')`);
  return hash.toLowerCase();
}

/** Some calls check the JSON type of a parameter first and refuse with -3. */
export function expectType(value: unknown, type: 'string' | 'number' | 'array'): void {
  const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (actual !== type)
    throw new RpcError(-3, `Expected type ${type}, got ${actual === 'boolean' ? 'bool' : actual}`);
}
