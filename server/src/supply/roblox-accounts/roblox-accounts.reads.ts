import type { Decoded, ReplyOf } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@sterling/contract/fields.ts';
import type { Rate } from '@sterling/contract/money.ts';
import type { RobloxAccount, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { t } from '@sterling/contract/texts.ts';
import { type Selectable, sql } from 'kysely';
import { countRows, readFigure } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { containsText } from '../../platform/db/search.ts';
import type { RobloxAccounts } from '../../platform/db/types.generated.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';

export type AccountsQuery = Decoded<typeof robloxAccounts.list, 'query'>;
type AccountsFilter = Decoded<typeof robloxAccounts.csv, 'query'>;

const SHOWN = [
  'id',
  'userId',
  'username',
  'robloxUserId',
  'profilePicture',
  'robuxBalance',
  'reservedRobux',
  'totalSold',
  'rateCents',
  'status',
  'statusReason',
  'isActive',
  'isPausedByRule',
  'fulfilment',
  'proxyId',
  'createdAt',
  'updatedAt',
] as const;

/** An account that is inactive or paused by its price rule is shown as offline. */
const SHOWN_STATUS = sql<string>`case when status = 'online' and (not is_active or is_paused_by_rule) then 'offline' else status end`;

const SORTED_BY = {
  username: sql`lower(username)`,
  robuxBalance: sql`robux_balance`,
  totalSold: sql`total_sold`,
  ratePerThousand: sql`rate_cents`,
  status: SHOWN_STATUS,
  updatedAt: sql`updated_at`,
} as const;

/** A person's accounts, newest first unless sorted otherwise; `search` finds parts of names and Roblox ids. */
export async function listAccounts(
  db: Db,
  userId: string,
  { id, sort, dir, page = 1, pageSize = MAX_PAGE_SIZE, ...filter }: AccountsQuery,
): Promise<{ accounts: RobloxAccount[]; total: number }> {
  const own = matchingAccounts(db, userId, filter).$if(id !== undefined, (query) =>
    query.where('id', '=', id!),
  );
  const [rows, total] = await Promise.all([
    own
      .select(SHOWN)
      .select([proxy, priceRule])
      .$if(sort !== undefined, (query) => query.orderBy(SORTED_BY[sort!], dir ?? 'asc'))
      .orderBy('createdAt', sort === undefined ? (dir ?? 'desc') : 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, own.select(sql`1`.as('one'))),
  ]);
  return { accounts: rows.map(shownAccount), total };
}

/** All matching accounts in pages, newest first. */
export const accountPages = (
  db: Db,
  userId: string,
  filter: AccountsFilter = {},
): AsyncGenerator<RobloxAccount[]> =>
  pagesOf(async (last) => {
    const rows = await matchingAccounts(db, userId, filter)
      .select(SHOWN)
      .select([proxy, priceRule])
      .$if(last !== null, (older) =>
        older.where(
          sql<boolean>`(created_at, id) < (select b.created_at, b.id from roblox_accounts b where b.id = ${last!.id})`,
        ),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE_ROWS)
      .execute();
    return rows.map(shownAccount);
  });

function matchingAccounts(db: Db, userId: string, { search, status, from, to }: AccountsFilter) {
  return accountsOf(db, userId)
    .$if(status !== undefined, (query) => query.where(SHOWN_STATUS, '=', status!))
    .$if(from !== undefined, (query) => query.where('createdAt', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('createdAt', '<', new Date(to!)))
    .$if(search !== undefined, (query) => query.where(containsText(search!, sql`username, roblox_user_id`)));
}

/** The figures above the list. */
export async function accountFigures(
  db: Db,
  userId: string,
): Promise<ReplyOf<typeof robloxAccounts.figures>> {
  return readFigure(db, `accounts ${userId}`, async () => {
    const value = await accountsOf(db, userId)
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn.countAll<number>().filterWhere(sql<boolean>`is_on_sale(roblox_accounts)`).as('forSale'),
        sql<number>`coalesce(sum(robux_balance), 0)::bigint`.as('robux'),
        sql<number>`coalesce(sum(total_sold), 0)::bigint`.as('sold'),
      ])
      .executeTakeFirstOrThrow();
    return { value, rows: value.total };
  });
}

/** One of the person's own accounts. Refuses with account_not_found, including for another seller's account. */
export async function readAccount(db: Db | Tx, userId: string, accountId: string): Promise<RobloxAccount> {
  const row = await accountsOf(db, userId)
    .where('id', '=', accountId)
    .select(SHOWN)
    .select([proxy, priceRule])
    .executeTakeFirst();
  return row ? shownAccount(row) : refuse('account_not_found');
}

const accountsOf = (db: Db | Tx, userId: string) =>
  db.selectFrom('robloxAccounts').where('userId', '=', userId).where('removedAt', 'is', null);

const proxy = sql<RobloxAccount['proxy']>`(
  select json_build_object('host', p.host, 'port', p.port, 'username', p.username, 'status', p.status)
  from proxies p where p.id = roblox_accounts.proxy_id)`.as('proxy');

const priceRule = sql<RobloxAccount['priceRule']>`(
  select json_build_object('id', r.id, 'name', r.name, 'isPaused', roblox_accounts.is_paused_by_rule)
  from price_rules r where r.id = roblox_accounts.price_rule_id and r.is_on)`.as('priceRule');

type Row = Pick<Selectable<RobloxAccounts>, (typeof SHOWN)[number]> &
  Pick<RobloxAccount, 'proxy' | 'priceRule'>;

function shownAccount(row: Row): RobloxAccount {
  const { rateCents, robloxUserId, isPausedByRule, fulfilment, ...same } = row;
  const isPaused = isPausedByRule && row.status === 'online' && row.isActive;
  return {
    ...same,
    robloxUserId: String(robloxUserId),
    ratePerThousand: rateCents as Rate,
    status: (isPaused ? 'offline' : row.status) as RobloxAccount['status'],
    statusReason: isPaused ? pausedBy(row.priceRule) : row.statusReason && translateStored(row.statusReason),
    fulfilment: fulfilment as RobloxAccount['fulfilment'],
  };
}

const pausedBy = (rule: RobloxAccount['priceRule']): string =>
  rule
    ? t(
        "Your price rule “{name}” has paused this account, because following the market needs a rate below the rule's floor.",
        { name: rule.name },
      )
    : t(
        "Your price rule has paused this account, because following the market needs a rate below the rule's floor.",
      );
