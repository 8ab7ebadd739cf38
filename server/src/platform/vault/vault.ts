import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { replacePrivateFile, writePrivateFile } from './private-file.ts';

/** Key file: `{"current": 1, "keys": {"1": base64 of 32 bytes}}`. Old keys stay to open older secrets. */
interface KeyFile {
  readonly current: number;
  readonly keys: Readonly<Record<string, string>>;
}

/** Seals secrets for the database with AES-256-GCM: key number, nonce, tag, ciphertext. The context is authenticated too. */
export interface Vault {
  /** `context` names the row that owns the secret ('roblox-account <id>'). Opening with another context fails. */
  seal(secret: string, context: string): Buffer;
  /** Throws when the data was altered, the context differs or the key is missing. */
  open(sealed: Buffer, context: string): string;
  /** Whether a secret was sealed by the current key. */
  isCurrent(sealed: Buffer): boolean;
  /** Hashes of a text under every key of the file, the current key first. Nobody without the file can test a guess. */
  hashes(text: string, context: string): Buffer[];
}

const KEY_BYTES = 32;
const VERSION_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Opens the vault on a key file. `create` makes the file on first use (sandbox); otherwise a missing file throws. A key that
 * another process adds is picked up with the next call.
 */
export function openVault(file: string, { create }: { create: boolean }): Vault {
  if (create && !existsSync(file)) createKeyFile(file);
  const readKeys = followKeys(file);
  return {
    seal: (secret, context) => {
      const { content } = readKeys();
      const header = Buffer.alloc(VERSION_BYTES);
      header.writeUInt32BE(content.current);
      const nonce = randomBytes(NONCE_BYTES);
      const key = keyOf(content, content.current);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, context) => {
      const key = keyOf(readKeys().content, sealed.readUInt32BE(0));
      const nonce = sealed.subarray(VERSION_BYTES, VERSION_BYTES + NONCE_BYTES);
      const tag = sealed.subarray(VERSION_BYTES + NONCE_BYTES, VERSION_BYTES + NONCE_BYTES + TAG_BYTES);
      const body = sealed.subarray(VERSION_BYTES + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Error('it was sealed with another key, or altered', { cause: error });
      }
    },
    isCurrent: (sealed) => sealed.readUInt32BE(0) === readKeys().content.current,
    hashes: (text, context) => {
      const { content } = readKeys();
      const older = Object.keys(content.keys).filter((version) => Number(version) !== content.current);
      return [content.current, ...older.map(Number)].map((version) => {
        const key = hkdfSync('sha256', keyOf(content, version), '', context, KEY_BYTES);
        return createHmac('sha256', Buffer.from(key)).update(text).digest();
      });
    },
  };
}

/**
 * Adds a key that seals from now on, and returns its number. Old keys stay to open older secrets. The file is replaced
 * atomically and keeps its owner. Throws while another process replaces it.
 */
export function addKey(file: string): number {
  let current = 0;
  replacePrivateFile(file, (text) => {
    const content = JSON.parse(text) as KeyFile;
    current = Math.max(...Object.keys(content.keys).map(Number)) + 1;
    const keys = { ...content.keys, [current]: randomBytes(KEY_BYTES).toString('base64') };
    return JSON.stringify({ current, keys } satisfies KeyFile);
  });
  return current;
}

interface Keys {
  readonly content: KeyFile;
  /** Identifies the file's version by inode, time and size. */
  readonly stamp: string;
}

/** Reads the keys again when the file changes. While the file is missing, the known keys stay in use. */
function followKeys(file: string): () => Keys {
  const read = (stamp: string): Keys => {
    return { content: readKeyFile(file), stamp };
  };
  let known = read(stampOf(file) ?? '');
  return () => {
    const stamp = stampOf(file);
    if (stamp !== null && stamp !== known.stamp) known = read(stamp);
    return known;
  };
}

function readKeyFile(file: string): KeyFile {
  const text = readFileSync(file, 'utf8');
  try {
    const content = JSON.parse(text) as KeyFile;
    keyOf(content, content.current);
    return content;
  } catch (error) {
    // the parser's message would show the beginning of the text, which may be a key
    throw new Error(`${file} is no key file`, { cause: error });
  }
}

function stampOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : null;
}

function keyOf({ keys }: KeyFile, version: number): Buffer {
  const key = Buffer.from(keys[String(version)] ?? '', 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`the vault has no key ${version}`);
  return key;
}

/** Creates a key file with its first key. Throws if the file exists. */
export function createKeyFile(file: string): void {
  const content: KeyFile = { current: 1, keys: { 1: randomBytes(KEY_BYTES).toString('base64') } };
  writePrivateFile(file, JSON.stringify(content));
}
