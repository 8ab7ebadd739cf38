import { t } from '@sterling/contract/texts.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { Orders } from '../../../platform/db/types.generated.ts';
import { type TimelineEntry, timelinesOf } from '../timeline.ts';

type Row = Selectable<Orders>;

/** A split order as its buyer sees it: one order without its failed parts. */
export interface Whole {
  readonly row: Row;
  /** The amount of all parts, including failed ones. */
  readonly requestedRobux: number;
  readonly events: TimelineEntry[];
}

/** The condition of `orders` that shows and counts a split order once: its last part has the id of the whole. */
export const IS_COUNTED = sql<boolean>`(split_id is null or split_id = id)`;

/** The key of the ledger event that completes an order (`complete`), in SQL. `id`: the column of its id. */
export const completedKey = (id: string): RawBuilder<unknown> =>
  sql`'order ' || ${sql.ref(id)} || ' completed'`;

/**
 * The orders of a buyer in SQL, for figures and lists. A split order is one row, as in `wholesOf`. `event_key`: the ledger
 * event that completed it.
 */
export const ordersOfBuyer = (buyerId: string): RawBuilder<unknown> => sql`
  select o.id, o.pass_name, o.created_at,
    case when o.split_id is null then ${completedKey('o.id')}
      else (select ${LATEST_EVENT_OF_PARTS} from orders p where p.split_id = o.id) end as event_key,
    ${ofWhole('status', STATUS_OF_PARTS)},
    ${ofWhole('ended_at', END_OF_PARTS)},
    ${ofWhole('robux_amount', sumOfParts('robux_amount'))},
    ${ofWhole('total_cents', sumOfParts('total_cents'))}
  from orders o where o.buyer_id = ${buyerId} and ${IS_COUNTED}`;

const ofWhole = (column: string, ofParts: RawBuilder<unknown>) => sql`
  case when o.split_id is null then ${sql.ref(`o.${column}`)}
    else (select ${ofParts} from orders p where p.split_id = o.id) end as ${sql.ref(column)}`;

const STATUS_OF_PARTS = sql`case
  when bool_and(p.ended_at is not null) then case when bool_or(p.status = 'completed') then 'completed' else 'failed' end
  when bool_and(p.status = 'pending') then 'pending' else 'processing' end`;

const END_OF_PARTS = sql`case when bool_and(p.ended_at is not null) then max(p.ended_at) end`;

const LATEST_EVENT_OF_PARTS = sql`case when bool_and(p.ended_at is not null) then
  (array_agg(${completedKey('p.id')} order by p.ended_at desc, p.part desc) filter (where p.status = 'completed'))[1] end`;

const sumOfParts = (column: string) => sql`
  coalesce(sum(${sql.ref(`p.${column}`)}) filter (where p.status <> 'failed'), sum(${sql.ref(`p.${column}`)}))::bigint`;

/** The split orders whose last part is among `rows`, by the id of this part. */
export async function wholesOf(db: Db | Tx, rows: readonly Row[]): Promise<Map<string, Whole>> {
  const lasts = rows.filter(({ id, splitId }) => splitId === id);
  if (lasts.length === 0) return new Map();
  const together = await sumUp(
    db,
    lasts.map(({ id }) => id),
  );
  const timelines = await timelinesOf(
    db,
    together.flatMap(({ partIds }) => partIds),
    false,
  );
  const ofWholes = new Map(together.map((sums) => [sums.id, sums]));
  return new Map(
    lasts.map((last) => {
      const { partIds, requestedRobux, ...sums } = ofWholes.get(last.id)!;
      return [last.id, { row: { ...last, ...sums }, requestedRobux, events: eventsOf(partIds, timelines) }];
    }),
  );
}

type Sums = Pick<Row, 'id' | 'status' | 'endedAt' | 'robuxAmount' | 'totalCents' | 'failureReason'> &
  Pick<Whole, 'requestedRobux'> & { readonly partIds: readonly string[] };

/** The figures of some split orders. One that failed has the reason of its first part. */
async function sumUp(db: Db | Tx, ids: readonly string[]): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select split_id as id, array_agg(id order by part) as part_ids, sum(robux_amount)::bigint as requested_robux,
      ${STATUS_OF_PARTS} as status, ${END_OF_PARTS} as ended_at,
      ${sumOfParts('robux_amount')} as robux_amount, ${sumOfParts('total_cents')} as total_cents,
      case when bool_and(status = 'failed') then (array_agg(failure_reason order by part))[1] end as failure_reason
    from orders p where split_id = any(${ids}::uuid[]) group by split_id`.execute(db);
  return rows;
}

/** Merges the timelines of all parts, in their order. Each entry names its part. */
function eventsOf(
  partIds: readonly string[],
  timelines: ReadonlyMap<string, TimelineEntry[]>,
): TimelineEntry[] {
  return partIds
    .flatMap((id, index) =>
      timelines.get(id)!.map(({ at, code, what }) => ({
        at,
        code,
        what: t('Part {part} of {parts}: {what}', { part: index + 1, parts: partIds.length, what }),
      })),
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}
