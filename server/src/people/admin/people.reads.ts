import type { AdminUser, admin } from '@sterling/contract/admin.ts';
import type { Decoded } from '@sterling/contract/endpoint.ts';
import { type Cents, dollarsOf } from '@sterling/contract/money.ts';
import type { Role } from '@sterling/contract/users.ts';
import { sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';

type UsersQuery = Decoded<typeof admin.users, 'query'>;

interface Row {
  readonly id: string;
  readonly username: string;
  readonly avatar: string | null;
  readonly email: string | null;
  readonly discordId: string | null;
  readonly role: Role;
  readonly isOwner: boolean;
  readonly isVerified: boolean;
  readonly isBanned: boolean;
  readonly joinedAt: Date;
  readonly buyerCents: Cents;
  readonly sellerCents: Cents;
  readonly spendableCents: Cents;
  readonly isFrozen: boolean;
}

/** All users who are not deleted, with their wallet balances. `spendable_cents` belongs to the wallet of the present role. */
const PEOPLE = sql`
  select u.*, coalesce(b.posted, 0) as buyer_cents, coalesce(s.posted, 0) as seller_cents,
    case when u.role = 'buyer' then coalesce(b.posted - b.held, 0) else coalesce(s.posted - s.held, 0) end as spendable_cents,
    coalesce(b.posted - b.held < 0, false) or coalesce(s.posted - s.held < 0, false) as is_frozen
  from users u
  left join ledger_accounts ba on ba.name = 'user:' || u.id || ':buyer'
  left join ledger_balances b on b.account_id = ba.id
  left join ledger_accounts sa on sa.name = 'user:' || u.id || ':seller'
  left join ledger_balances s on s.account_id = sa.id
  where u.deleted_at is null`;

const SORT_COLUMN = {
  username: sql`lower(username)`,
  role: sql`role`,
  walletBalance: sql`spendable_cents`,
  joinedAt: sql`joined_at`,
};
const MAX_UNPAGED = 200;

/** One page of users for staff, newest first unless sorted, and the total number of matches. */
export async function listPeople(
  db: Db,
  { search = '', sort = 'joinedAt', dir = 'desc', page = 1, pageSize = MAX_UNPAGED }: UsersQuery,
): Promise<{ people: AdminUser[]; total: number }> {
  const matches = sql`
    and position(lower(${search}) in lower(concat_ws(chr(10), u.username, u.email, u.discord_id, u.id::text))) > 0`;
  const found = search === '' ? sql`` : matches;
  const [{ rows }, total] = await Promise.all([
    sql<Row>`select * from (${PEOPLE} ${found}) people
      order by ${SORT_COLUMN[sort]} ${dir === 'asc' ? sql`asc` : sql`desc`}, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    countRows(db, sql`select 1 from users u where u.deleted_at is null ${found}`),
  ]);
  return { people: rows.map(toAdminUser), total };
}

/** One user, for staff. Refuses with user_not_found. */
export async function readPerson(db: Db, userId: string): Promise<AdminUser> {
  const { rows } = await sql<Row>`${PEOPLE} and u.id = ${userId}`.execute(db);
  return rows[0] ? toAdminUser(rows[0]) : refuse('user_not_found');
}

function toAdminUser(row: Row): AdminUser {
  return {
    id: row.id,
    username: row.username,
    avatar: row.avatar,
    email: row.email,
    discordId: row.discordId ?? '',
    role: row.role,
    isOwner: row.isOwner,
    isVerified: row.isVerified,
    isBanned: row.isBanned,
    walletBalance: dollarsOf(row.spendableCents),
    joinedAt: row.joinedAt.toISOString(),
    buyerBalance: dollarsOf(row.buyerCents),
    sellerBalance: dollarsOf(row.sellerCents),
    isFrozen: row.isFrozen,
  };
}
