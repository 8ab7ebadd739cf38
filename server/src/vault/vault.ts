import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Key file: `{"current": 1, "keys": {"1": base64 of 32 bytes}}`. Old keys stay so that what they sealed can be opened. */
interface KeyFile {
  readonly current: number;
  readonly keys: Readonly<Record<string, string>>;
}

/** Seals secrets for the database: AES-256-GCM, a nonce each, the key's number in front, bound to what they belong to. */
export interface Vault {
  /** `context` names the row that owns the secret ('roblox-account <id>'); opening under another one fails. */
  seal(secret: string, context: string): Buffer;
  /** Throws when the seal is broken, the context is another one or the key is gone. */
  open(sealed: Buffer, context: string): string;
}

const VERSION_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Opens the vault on a key file. `create` makes one on first use (the sandbox); else a missing file is an error. */
export function openVault(file: string, { create }: { create: boolean }): Vault {
  if (create && !existsSync(file)) createKeyFile(file);
  const { current, keys } = JSON.parse(readFileSync(file, 'utf8')) as KeyFile;
  const keyOf = (version: number): Buffer => {
    const key = Buffer.from(keys[String(version)] ?? '', 'base64');
    if (key.length !== 32) throw new Error(`the vault has no key ${version}`);
    return key;
  };
  keyOf(current);
  return {
    seal: (secret, context) => {
      const header = Buffer.alloc(VERSION_BYTES);
      header.writeUInt32BE(current);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(current), nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, context) => {
      const key = keyOf(sealed.readUInt32BE(0));
      const nonce = sealed.subarray(VERSION_BYTES, VERSION_BYTES + NONCE_BYTES);
      const tag = sealed.subarray(VERSION_BYTES + NONCE_BYTES, VERSION_BYTES + NONCE_BYTES + TAG_BYTES);
      const body = sealed.subarray(VERSION_BYTES + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

function createKeyFile(file: string): void {
  const content: KeyFile = { current: 1, keys: { 1: randomBytes(32).toString('base64') } };
  writePrivateFile(file, JSON.stringify(content));
}

/** Writes a file that only this user can read; one that exists is left alone, for it may be all that opens the database. */
export function writePrivateFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const handle = openSync(file, 'wx', 0o600);
  writeFileSync(handle, content);
  closeSync(handle);
}
