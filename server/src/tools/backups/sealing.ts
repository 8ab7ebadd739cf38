import { createReadStream, type ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';

/**
 * Backups are encrypted with age for the public keys of the owner. A change of the file or a missing end is noticed when it is
 * read. The secret key (the identity) is never on the server.
 */

const AGE_BEGINS = 'age-encryption.org/v1';

/** Encrypts a stream for all recipients. */
export async function seal(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const sealed = await encrypter.encrypt(Readable.toWeb(plain) as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(sealed as ReadableStream);
}

/**
 * Opens a backup file. Throws when it is encrypted and none of the identities opens it, and when identities were given for a
 * file that is not encrypted: anyone could have written that.
 */
export async function openSealed(path: string, identities: readonly string[]): Promise<Readable> {
  const isSealed = (await beginningOf(path)) === AGE_BEGINS;
  if (!isSealed && identities.length > 0)
    throw new Error('it is not encrypted, although an identity was given');
  const file: ReadStream = createReadStream(path);
  if (!isSealed) return file;
  if (identities.length === 0)
    throw new Error('it is encrypted, so name the file of its identity (--identity)');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const plain = await decrypter.decrypt(Readable.toWeb(file) as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(plain as ReadableStream);
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_BEGINS.length), 0, AGE_BEGINS.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The identities in a file of `age-keygen`: one per line, with comments. Throws when there is none. */
export function identitiesIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const found = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (found.length === 0) throw new Error('it has no identity of age (AGE-SECRET-KEY-…)');
  return found;
}
