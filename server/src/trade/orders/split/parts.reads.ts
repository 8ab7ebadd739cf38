import { t } from '@sterling/contract/texts.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { Orders } from '../../../platform/db/types.generated.ts';
import { type TimelineEntry, timelinesOf } from '../timeline.ts';

type Row = Selectable<Orders>;
const isFinal = ({ endedAt }: Row): boolean => endedAt !== null;

/** A split order as its buyer sees it: one order without its failed parts. */
export interface Whole {
  readonly row: Row;
  /** The amount of all parts, including failed ones. */
  readonly requestedRobux: number;
  readonly events: TimelineEntry[];
}

/** The condition of `orders` that counts a split order once: its last part has the id of the whole. */
export const IS_COUNTED = sql`(split_id is null or split_id = id)`;

/**
 * The orders of a buyer in SQL, for figures and lists. A split order is one row, with the status and the sums that `wholeOf` gives it.
 */
export const ordersOfBuyer = (buyerId: string): RawBuilder<unknown> => sql`
  select o.id, o.pass_name, o.created_at,
    ${ofWhole('status', STATUS_OF_PARTS)},
    ${ofWhole('ended_at', sql`case when bool_and(p.ended_at is not null) then max(p.ended_at) end`)},
    ${ofWhole('robux_amount', sumOfParts('robux_amount'))},
    ${ofWhole('total_cents', sumOfParts('total_cents'))}
  from orders o where o.buyer_id = ${buyerId} and ${IS_COUNTED}`;

const ofWhole = (column: string, ofParts: RawBuilder<unknown>) => sql`
  case when o.split_id is null then ${sql.ref(`o.${column}`)}
    else (select ${ofParts} from orders p where p.split_id = o.id) end as ${sql.ref(column)}`;

const STATUS_OF_PARTS = sql`case
  when bool_and(p.ended_at is not null) then case when bool_or(p.status = 'completed') then 'completed' else 'failed' end
  when bool_and(p.status = 'pending') then 'pending' else 'processing' end`;

const sumOfParts = (column: string) => sql`
  coalesce(sum(${sql.ref(`p.${column}`)}) filter (where p.status <> 'failed'), sum(${sql.ref(`p.${column}`)}))::bigint`;

/** The split orders whose last part is among `rows`, by the id of this part. */
export async function wholesOf(db: Db | Tx, rows: readonly Row[]): Promise<Map<string, Whole>> {
  const ids = rows.filter(({ id, splitId }) => splitId === id).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const parts = await db
    .selectFrom('orders')
    .where('splitId', 'in', ids)
    .selectAll()
    .orderBy('part')
    .execute();
  const timelines = await timelinesOf(
    db,
    parts.map(({ id }) => id),
  );
  return new Map(
    ids.map((id) => {
      const own = parts.filter(({ splitId }) => splitId === id);
      return [id, wholeOf(own, timelines)];
    }),
  );
}

function wholeOf(parts: readonly Row[], timelines: ReadonlyMap<string, TimelineEntry[]>): Whole {
  const last = parts.at(-1)!;
  const alive = parts.filter(({ status }) => status !== 'failed');
  const counted = alive.length > 0 ? alive : parts;
  const sum = (of: 'robuxAmount' | 'totalCents', rows = counted) =>
    rows.reduce((total, row) => total + row[of], 0);
  const isOver = parts.every(isFinal);
  const row = {
    ...last,
    status: statusOf(parts),
    robuxAmount: sum('robuxAmount'),
    totalCents: sum('totalCents'),
    failureReason: alive.length === 0 ? parts[0]!.failureReason : null,
    endedAt: isOver ? new Date(Math.max(...parts.map(({ endedAt }) => endedAt!.getTime()))) : null,
  };
  return { row, requestedRobux: sum('robuxAmount', [...parts]), events: eventsOf(parts, timelines) };
}

function statusOf(parts: readonly Row[]): string {
  if (parts.every(isFinal))
    return parts.some(({ status }) => status === 'completed') ? 'completed' : 'failed';
  return parts.every(({ status }) => status === 'pending') ? 'pending' : 'processing';
}

/** Merges the timelines of all parts. Each entry names its part. */
function eventsOf(parts: readonly Row[], timelines: ReadonlyMap<string, TimelineEntry[]>): TimelineEntry[] {
  return parts
    .flatMap(({ id, part }) =>
      timelines.get(id)!.map(({ what, ...entry }) => ({
        ...entry,
        what: t('Part {part} of {parts}: {what}', { part, parts: parts.length, what }),
      })),
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}
