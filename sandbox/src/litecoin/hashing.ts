import { createHash } from 'node:crypto';

/** SHA-256 of the concatenated parts. */
export function sha256(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Litecoin's hash of headers and transactions. */
export function sha256Twice(...parts: Uint8Array[]): Uint8Array {
  return sha256(sha256(...parts));
}

/** Converts bytes to lowercase hex, in the order in which they are sent. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Converts hex to bytes. The caller must have checked the text. */
export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** Hashes are displayed with reversed bytes. */
export function toShownHash(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}

/** Converts a hash from its shown form, which is reversed, to wire order. The caller must have checked the text. */
export function fromShownHash(shown: string): Uint8Array {
  return Uint8Array.from(Buffer.from(shown, 'hex').reverse());
}

/** The Merkle root of hashes in wire order. On an odd level, the last hash is paired with itself. */
export function computeMerkleRoot(hashes: Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) above.push(sha256Twice(level[i]!, level[i + 1] ?? level[i]!));
    level = above;
  }
  return level[0]!;
}
