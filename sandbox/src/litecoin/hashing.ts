import { createHash } from 'node:crypto';

/** SHA-256 over the parts laid end to end. */
export function sha256(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Litecoin's identity hash of headers and transactions. */
export function sha256Twice(...parts: Uint8Array[]): Uint8Array {
  return sha256(sha256(...parts));
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Hex text to bytes; the caller knows that the text is hex. */
export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** Hashes are shown with their bytes reversed. */
export function toShownHash(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}

export function fromShownHash(shown: string): Uint8Array {
  return Uint8Array.from(Buffer.from(shown, 'hex').reverse());
}

/** The Merkle root over hashes in wire order, the last one paired with itself where a level is odd. */
export function computeMerkleRoot(hashes: Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) above.push(sha256Twice(level[i]!, level[i + 1] ?? level[i]!));
    level = above;
  }
  return level[0]!;
}
