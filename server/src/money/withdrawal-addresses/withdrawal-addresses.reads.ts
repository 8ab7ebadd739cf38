import type { WithdrawalAddresses } from '@sterling/contract/withdrawal-addresses.ts';
import { sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** A user's saved addresses by label, and their wait for new addresses. */
export async function readAddresses(db: Db | Tx, userId: string): Promise<WithdrawalAddresses> {
  const wait = await readWait(db, userId);
  const { rows } = await sql<AddressRow>`
    select a.id, a.label, a.address, a.created_at, address_usable_at(a.user_id, a.address, ${wait.hours}) as usable_at,
      (select max(w.created_at) from withdrawals w where w.user_id = a.user_id and w.address = a.address and w.state <> 'failed') as last_used_at
    from withdrawal_addresses a where a.user_id = ${userId} order by lower(a.label), a.id`.execute(db);
  return { addresses: rows, wait };
}

interface AddressRow {
  readonly id: string;
  readonly label: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly usableAt: Date;
  readonly lastUsedAt: Date | null;
}

/** How long the first withdrawal of a user to a new address waits. */
export async function readWait(db: Db | Tx, userId: string): Promise<WithdrawalAddresses['wait']> {
  const { hours: ownerHours } = await readSetting(db, 'new_address_wait');
  const { rows } = await sql<{ own: number; nextHours: number | null; nextFrom: Date | null }>`
    select own_wait_hours(${userId}) as own, p.next_wait_hours as next_hours, p.next_wait_from as next_from
    from (select) one left join withdrawal_preferences p on p.user_id = ${userId} and p.next_wait_from > now()`.execute(
    db,
  );
  const { own, nextHours, nextFrom } = rows[0]!;
  return {
    hours: Math.max(own, ownerHours),
    ownHours: own,
    ownerHours,
    next: nextFrom && { hours: nextHours!, from: nextFrom },
  };
}
