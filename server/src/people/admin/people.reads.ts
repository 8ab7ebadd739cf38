import type { AdminUser, admin } from '@sterling/contract/admin.ts';
import type { Decoded } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@sterling/contract/fields.ts';
import type { Cents } from '@sterling/contract/money.ts';
import type { Role } from '@sterling/contract/users.ts';
import { type RawBuilder, sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db } from '../../platform/db/pool.ts';
import { containsText } from '../../platform/db/search.ts';
import { refuse } from '../../refusal.ts';

type UsersQuery = Decoded<typeof admin.users, 'query'>;
type PeopleFilter = Decoded<typeof admin.usersCsv, 'query'>;

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
  readonly hasFactor: boolean;
  readonly factorResetDueAt: Date | null;
  readonly excludedAccounts: number;
}

/** All users who are not deleted, with their wallet balances. `spendable_cents` belongs to the wallet of the present role. */
const PEOPLE = sql`
  select u.*, coalesce(b.posted, 0) as buyer_cents, coalesce(s.posted, 0) as seller_cents,
    case when u.role = 'buyer' then coalesce(b.posted - b.held, 0) else coalesce(s.posted - s.held, 0) end as spendable_cents,
    coalesce(b.posted - b.held < 0, false) or coalesce(s.posted - s.held < 0, false) as is_frozen,
    (select due_at + paused_since(requested_at) from factor_resets r where r.user_id = u.id and r.state = 'waiting') as factor_reset_due_at,
    (select count(distinct roblox_user_id)::int from account_exclusions where user_id = u.id) as excluded_accounts
  from users u
  left join ledger_accounts ba on ba.name = 'user:' || u.id || ':buyer'
  left join ledger_balances b on b.account_id = ba.id
  left join ledger_accounts sa on sa.name = 'user:' || u.id || ':seller'
  left join ledger_balances s on s.account_id = sa.id
  where u.deleted_at is null`;

const SORTED_BY = {
  username: sql`lower(username)`,
  role: sql`role`,
  // staff may have money in a wallet that their role does not show
  walletBalance: sql`buyer_cents + seller_cents`,
  joinedAt: sql`joined_at`,
} as const;

/** One page of users for staff, newest first unless sorted, and the total number of matches. */
export async function listPeople(
  db: Db,
  { sort = 'joinedAt', dir = 'desc', page = 1, pageSize = MAX_PAGE_SIZE, ...filter }: UsersQuery,
): Promise<{ people: AdminUser[]; total: number }> {
  const found = matching(filter);
  const [{ rows }, total] = await Promise.all([
    sql<Row>`select * from (${PEOPLE} and u.id in (select id from ${found})) people
      order by ${SORTED_BY[sort]} ${dir === 'asc' ? sql`asc` : sql`desc`}, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    countRows(db, sql`select 1 from ${found}`),
  ]);
  return { people: rows.map(toAdminUser), total };
}

/** All matching users in pages, newest first. */
export const peoplePages = (db: Db, filter: PeopleFilter) =>
  pagesOf<AdminUser>(async (last) => {
    const before = last?.id ?? null;
    const { rows } = await sql<Row>`${PEOPLE} and u.id in (select id from ${matching(filter)}
        and (${before}::uuid is null or id < ${before}::uuid) order by id desc limit ${PAGE_ROWS})
      order by u.id desc`.execute(db);
    return rows.map(toAdminUser);
  });

/** The matching rows of `users u`, up to the end of the `where`. */
function matching({ search, role, state, from, to }: PeopleFilter): RawBuilder<unknown> {
  return sql`users u where deleted_at is null
    ${search ? sql`and ${containsText(search, sql`username, email, discord_id, id`)}` : sql``}
    ${role ? sql`and role = ${role}` : sql``}
    ${state ? IN_STATE[state] : sql``}
    ${from === undefined ? sql`` : sql`and joined_at >= ${new Date(from)}`}
    ${to === undefined ? sql`` : sql`and joined_at < ${new Date(to)}`}`;
}

const IN_STATE = {
  active: sql`and not is_banned`,
  verified: sql`and is_verified`,
  banned: sql`and is_banned`,
  frozen: sql`and ledger_is_frozen(u.id)`,
  owner: sql`and is_owner`,
};

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
    walletBalance: row.spendableCents,
    joinedAt: row.joinedAt,
    buyerBalance: row.buyerCents,
    sellerBalance: row.sellerCents,
    isFrozen: row.isFrozen,
    hasFactor: row.hasFactor,
    factorResetDueAt: row.factorResetDueAt,
    excludedAccounts: row.excludedAccounts,
  };
}
