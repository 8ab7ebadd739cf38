import type { Affiliate, AffiliateShare, ReferredPerson } from '@sterling/contract/affiliate.ts';
import { MAX_PAGE_SIZE, type Page } from '@sterling/contract/fields.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import { countRows, readFigure } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { withTimeZone } from '../../platform/db/time-zone.ts';
import { readSetting } from '../settings/settings.reads.ts';

interface Totals {
  readonly code: string;
  readonly people: number;
  readonly activePeople: number;
  readonly earnedCents: Cents;
  readonly monthCents: Cents;
}

/** A user's referral link and its earnings, in total and in the current month of a time zone. */
export async function readAffiliate(
  db: Db,
  userId: string,
  ownOrigin: string,
  timeZone = 'UTC',
): Promise<Affiliate> {
  const [totals, { percent }] = await Promise.all([
    readTotals(db, userId, timeZone),
    readSetting(db, 'affiliate'),
  ]);
  const { code, people, activePeople, earnedCents, monthCents } = totals;
  return {
    code,
    link: `${ownOrigin}/?ref=${code}`,
    percent,
    people,
    activePeople,
    totalEarned: earnedCents,
    earnedThisMonth: monthCents,
  };
}

const readTotals = (db: Db, userId: string, timeZone: string): Promise<Totals> =>
  readFigure(db, `affiliate ${userId} ${timeZone}`, async () => {
    const { rows } = await withTimeZone(
      sql<Totals & { readonly payouts: number }>`
        select u.affiliate_code as code, came.people, came.active_people, earned.cents as earned_cents, earned.month_cents,
          earned.count as payouts
        from users u cross join lateral (
          select count(*) as people, count(*) filter (where p.deleted_at is null and referral_ends_at(p.joined_at, r.at) > now()) as active_people
          from referrals r join users p on p.id = r.referred_id where r.referrer_id = u.id) came
        cross join lateral (
          select count(*), coalesce(sum(payout_cents), 0)::bigint as cents, coalesce(sum(payout_cents) filter (
            where at >= date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone}), 0)::bigint as month_cents
          from affiliate_payouts where referrer_id = u.id) earned
        where u.id = ${userId}`.execute(db),
    );
    const { payouts, ...value } = rows[0]!;
    return { value, rows: value.people + payouts };
  });

interface PersonRow {
  readonly id: string;
  readonly username: string | null;
  readonly joinedAt: Date;
  readonly until: Date;
  readonly earnedCents: Cents;
}

/** One page of the users whom a user has referred, newest first, with the earnings from each. */
export async function referredPeople(
  db: Db,
  userId: string,
  { page = 1, pageSize = MAX_PAGE_SIZE }: Page,
): Promise<{ people: ReferredPerson[]; total: number }> {
  const people = await peopleRows(
    db,
    userId,
    sql`true`,
    sql`limit ${pageSize} offset ${(page - 1) * pageSize}`,
  );
  return { people, total: await countOf(db, 'referrals', userId) };
}

/** All users whom a user has referred, in pages, newest first. */
export const referredPages = (db: Db, userId: string): AsyncGenerator<ReferredPerson[]> =>
  pagesOf((last) => {
    const lastAt = sql`(select l.at from referrals l where l.referred_id = ${last?.id ?? null})`;
    const older = sql`r.at <= ${lastAt} and (r.at < ${lastAt} or r.referred_id > ${last?.id ?? null})`;
    return peopleRows(db, userId, last ? older : sql`true`, sql`limit ${PAGE_ROWS}`);
  });

async function peopleRows(
  db: Db,
  userId: string,
  which: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
): Promise<ReferredPerson[]> {
  const { rows } = await sql<PersonRow>`
    select p.id, ${CUT_NAME} as username, p.joined_at, referral_ends_at(p.joined_at, r.at) as until, earned.cents as earned_cents
    from referrals r join users p on p.id = r.referred_id
    cross join lateral (select coalesce(sum(s.payout_cents), 0)::bigint as cents from affiliate_payouts s
      where s.referred_id = p.id) earned
    where r.referrer_id = ${userId} and ${which} order by r.at desc, r.referred_id ${limit}`.execute(db);
  return rows.map(({ id, username, joinedAt, until, earnedCents }) => ({
    id,
    username,
    joinedAt,
    until,
    earned: earnedCents,
  }));
}

interface ShareRow {
  readonly id: string;
  readonly at: Date;
  readonly username: string | null;
  readonly source: AffiliateShare['source'];
  readonly feeCents: Cents;
  readonly percent: number;
  readonly payoutCents: Cents;
}

/** One page of a user's affiliate payouts, newest first. */
export async function affiliatePayouts(
  db: Db,
  userId: string,
  { page = 1, pageSize = MAX_PAGE_SIZE }: Page,
): Promise<{ shares: AffiliateShare[]; total: number }> {
  const shares = await shareRows(
    db,
    userId,
    sql`true`,
    sql`limit ${pageSize} offset ${(page - 1) * pageSize}`,
  );
  return { shares, total: await countOf(db, 'affiliatePayouts', userId) };
}

/** All of a user's affiliate payouts in pages, newest first. */
export const payoutPages = (db: Db, userId: string): AsyncGenerator<AffiliateShare[]> =>
  pagesOf((last) =>
    shareRows(db, userId, last ? sql`s.id < ${last.id}::uuid` : sql`true`, sql`limit ${PAGE_ROWS}`),
  );

async function shareRows(
  db: Db,
  userId: string,
  which: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
): Promise<AffiliateShare[]> {
  const { rows } = await sql<ShareRow>`
    select s.id, s.at, ${CUT_NAME} as username, s.fee_cents, s.percent, s.payout_cents,
      case fee.kind when 'withdrawal.confirmed' then 'withdrawal' else 'marketplace' end as source
    from affiliate_payouts s join users p on p.id = s.referred_id join ledger_events fee on fee.id = s.fee_event_id
    where s.referrer_id = ${userId} and ${which} order by s.id desc ${limit}`.execute(db);
  return rows.map(({ id, at, username, source, feeCents, percent, payoutCents }) => ({
    id,
    at,
    username,
    source,
    fee: feeCents,
    percent,
    amount: payoutCents,
  }));
}

/** A user's referral code, and whether someone referred them. The referrer's identity stays private. */
export async function referralOf(
  db: Db | Tx,
  userId: string,
): Promise<{ code: string; wasReferred: boolean }> {
  const { rows } = await sql<{ code: string; wasReferred: boolean }>`
    select affiliate_code as code, exists (select from referrals where referred_id = id) as was_referred
    from users where id = ${userId}`.execute(db);
  return rows[0]!;
}

/** Only the first three letters of a name, so that strangers cannot be identified. Null for a deleted user. */
const CUT_NAME = sql`case when p.deleted_at is null then left(split_part(p.username, '#', 1), 3) || '…' end`;

const countOf = (db: Db, table: 'referrals' | 'affiliatePayouts', userId: string): Promise<number> =>
  countRows(db, db.selectFrom(table).where('referrerId', '=', userId).select(sql`1`.as('one')));
