import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@sterling/contract/factors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';

type Hasher = Pick<Vault, 'hashes'>;

/** Crockford's alphabet, which has no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 60 random bits. The number of tries is limited, and nobody can test a guess without the vault's key. */
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Replaces a user's recovery codes and returns the new ones. The database stores keyed hashes. */
export async function renewCodes(tx: Tx, vault: Hasher, userId: string): Promise<string[]> {
  await dropCodesOf(tx, [userId]);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const rows = codes.map((code) => ({ userId, hash: hashesOf(vault, userId, code)[0]! }));
  await tx.insertInto('recoveryCodes').values(rows).execute();
  return codes;
}

/** Uses a code up. Returns false if it is wrong or was used before. */
export async function useCode(tx: Tx, vault: Hasher, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('hash', 'in', hashesOf(vault, userId, code))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the codes of users. */
export async function dropCodesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', 'in', userIds).execute();
}

/** Under every key of the vault, the current key first. Case, spaces and hyphens do not matter. */
const hashesOf = (vault: Hasher, userId: string, code: string): Buffer[] =>
  vault.hashes(code.toLowerCase().replaceAll(/[\s-]/g, ''), `recovery code ${userId}`);

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
