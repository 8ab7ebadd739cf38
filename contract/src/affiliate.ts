import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Dollars, Paged, Time, TimeZone } from './fields.ts';

/** For so long after their first sign-in a person's fees earn their referrer a share. */
export const REFERRAL_DAYS = 365;

export const Affiliate = z.object({
  code: z.string(),
  /** Where people have to come in by. */
  link: z.string(),
  /** Of the fees that someone referred pays from now on. */
  percent: z.number(),
  /** How many came by the link, and how many of them still earn shares. */
  people: z.number(),
  activePeople: z.number(),
  totalEarned: Dollars,
  earnedThisMonth: Dollars,
});
export type Affiliate = z.output<typeof Affiliate>;

export const ReferredPerson = z.object({
  id: z.string(),
  /** The beginning of it; null once the account is deleted. */
  username: z.nullable(z.string()),
  joinedAt: Time,
  /** Until when their fees earn shares. */
  until: Time,
  earned: Dollars,
});
export type ReferredPerson = z.output<typeof ReferredPerson>;

export const AffiliateShare = z.object({
  id: z.string(),
  at: Time,
  /** Whose fee it is of, as in the list of people. */
  username: z.nullable(z.string()),
  /** What the fee was paid for. */
  source: z.enum(['marketplace', 'withdrawal']),
  fee: Dollars,
  percent: z.number(),
  amount: Dollars,
});
export type AffiliateShare = z.output<typeof AffiliateShare>;

export const affiliate = {
  read: endpoint({
    method: 'GET',
    path: '/api/affiliate',
    access: 'signed-in',
    summary: 'Own referral link and what it has earned; months in `?tz=`',
    query: z.object({ tz: TimeZone }),
    reply: Affiliate,
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/affiliate/people',
    access: 'signed-in',
    summary: 'Who came by one’s own link, newest first',
    query: Paged,
    reply: z.array(ReferredPerson),
  }),
  postings: endpoint({
    method: 'GET',
    path: '/api/affiliate/postings',
    access: 'signed-in',
    summary: 'Shares of fees that were booked to one’s seller wallet, newest first',
    query: Paged,
    reply: z.array(AffiliateShare),
  }),
};
