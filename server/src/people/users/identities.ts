import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';

/** Keyed hashes of a Discord id, under the current key first. They recognise a person whose account was deleted. */
export type Identity = readonly [current: Buffer, ...older: Buffer[]];

/** The identity of the person with a Discord id. */
export const identityOf = (vault: Pick<Vault, 'hashes'>, discordId: string): Identity =>
  vault.hashes(discordId, 'discord identity') as [Buffer, ...Buffer[]];

/** Keeps what limits a new person (first trade, spending of today, referral), before their account is deleted. */
export async function keepIdentity(tx: Tx, userId: string, [current]: Identity): Promise<void> {
  await sql`select keep_identity(${userId}, ${current})`.execute(tx);
}

/** Gives a new account what was kept of an earlier one. Returns false if the person had none. */
export async function resumeIdentity(tx: Tx, userId: string, identity: Identity): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select resume_identity(${userId}, ${identity}::bytea[]) as is_known`.execute(tx);
  return rows[0]!.isKnown;
}
