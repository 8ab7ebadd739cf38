import type { Decoded, ReplyOf } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@sterling/contract/fields.ts';
import { HIDDEN_PASSWORD, type OwnProxy, type proxies } from '@sterling/contract/proxies.ts';
import { type Selectable, sql } from 'kysely';
import { countRows, readFigure } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { containsText } from '../../platform/db/search.ts';
import type { Proxies } from '../../platform/db/types.generated.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';

export type ProxiesQuery = Decoded<typeof proxies.list, 'query'>;

const SORTED_BY = {
  host: sql`host`,
  port: sql`port`,
  username: sql`lower(username)`,
  status: sql`status`,
  createdAt: sql`id`,
} as const;

/** A person's proxies, newest first unless sorted otherwise; `search` finds parts of host, port and username. */
export async function listProxies(
  db: Db,
  userId: string,
  { search, sort = 'createdAt', dir, page = 1, pageSize = MAX_PAGE_SIZE }: ProxiesQuery,
): Promise<{ proxies: OwnProxy[]; total: number }> {
  const own = proxiesOf(db, userId).$if(search !== undefined, (all) =>
    all.where(containsText(search!, sql`concat_ws(':', host, port, username)`)),
  );
  const [rows, total] = await Promise.all([
    own
      .select(SHOWN)
      .select(accountCount.as('accountCount'))
      .orderBy(SORTED_BY[sort], (order) => {
        const isDown = (dir ?? (sort === 'createdAt' ? 'desc' : 'asc')) === 'desc';
        const sorted = isDown ? order.desc() : order.asc();
        // the words would keep PostgreSQL from reading the ids in the order of their index
        return sort === 'username' ? sorted.nullsLast() : sorted;
      })
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, own.select(sql`1`.as('one'))),
  ]);
  return { proxies: rows.map(shownProxy), total };
}

/** All of a person's proxies in pages, newest first. */
export const proxyPages = (db: Db, userId: string): AsyncGenerator<OwnProxy[]> =>
  pagesOf(async (last) => {
    const rows = await proxiesOf(db, userId)
      .select(SHOWN)
      .select(accountCount.as('accountCount'))
      .$if(last !== null, (older) => older.where('id', '<', last!.id))
      .orderBy('id', 'desc')
      .limit(PAGE_ROWS)
      .execute();
    return rows.map(shownProxy);
  });

/** One of the person's own proxies. Refuses with proxy_not_found, including for another seller's proxy. */
export async function readProxy(db: Db | Tx, userId: string, proxyId: string): Promise<OwnProxy> {
  const row = await proxiesOf(db, userId)
    .where('id', '=', proxyId)
    .select(SHOWN)
    .select(accountCount.as('accountCount'))
    .executeTakeFirst();
  return row ? shownProxy(row) : refuse('proxy_not_found');
}

/** The figures above the list. */
export async function proxyFigures(db: Db, userId: string): Promise<ReplyOf<typeof proxies.figures>> {
  return readFigure(db, `proxies ${userId}`, async () => {
    const value = await proxiesOf(db, userId)
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn.countAll<number>().filterWhere('status', '=', 'active').as('active'),
        fn.countAll<number>().filterWhere('status', '=', 'failing').as('failing'),
        fn.countAll<number>().filterWhere(accountCount, '>', 0).as('inUse'),
      ])
      .executeTakeFirstOrThrow();
    return { value, rows: value.total };
  });
}

/** The person's active proxy with the fewest accounts. Null if none is active. */
export async function activeProxyOf(db: Db, userId: string): Promise<string | null> {
  const row = await proxiesOf(db, userId)
    .where('status', '=', 'active')
    .select('id')
    .orderBy(accountCount)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Ids and addresses of all proxies of a person. */
export const allProxiesOf = (db: Db, userId: string) =>
  proxiesOf(db, userId).select(['id', 'host', 'port']).orderBy('id').execute();

const SHOWN = [
  'id',
  'host',
  'port',
  'username',
  'sealedPassword',
  'status',
  'statusReason',
  'checkedAt',
  'createdAt',
] as const;

const proxiesOf = (db: Db | Tx, userId: string) => db.selectFrom('proxies').where('userId', '=', userId);

const accountCount = sql<number>`(select count(*) from roblox_accounts a where a.proxy_id = proxies.id)`;

type Row = Pick<Selectable<Proxies>, (typeof SHOWN)[number]> & { readonly accountCount: number };

function shownProxy({ sealedPassword, status, statusReason, ...same }: Row): OwnProxy {
  return {
    ...same,
    password: sealedPassword && HIDDEN_PASSWORD,
    status: status as OwnProxy['status'],
    statusReason: statusReason && translateStored(statusReason),
  };
}
