import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Dollars, Paged, Time, TimeZone } from './fields.ts';

/** Days after the first sign-in during which a user's fees earn their referrer a share. */
export const REFERRAL_DAYS = 365;

export const Affiliate = z.object({
  code: z.string(),
  /** The referral link. */
  link: z.string(),
  /** Present share of the fees of referred users. */
  percent: z.number(),
  /** Number of referred users, and of those whose fees still earn shares. */
  people: z.number(),
  activePeople: z.number(),
  totalEarned: Dollars,
  earnedThisMonth: Dollars,
});
export type Affiliate = z.output<typeof Affiliate>;

export const ReferredPerson = z.object({
  id: z.string(),
  /** The first letters of the name; null once the account is deleted. */
  username: z.nullable(z.string()),
  joinedAt: Time,
  /** End of the time in which their fees earn shares. */
  until: Time,
  earned: Dollars,
});
export type ReferredPerson = z.output<typeof ReferredPerson>;

export const AffiliateShare = z.object({
  id: z.string(),
  at: Time,
  /** The user who paid the fee, shortened as in the list of people. */
  username: z.nullable(z.string()),
  /** Kind of fee. */
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
    summary: 'Own referral link and its earnings; months in the time zone `?tz=`',
    query: z.object({ tz: TimeZone }),
    reply: Affiliate,
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/affiliate/people',
    access: 'signed-in',
    summary: 'Users whom the caller has referred, newest first',
    query: Paged,
    reply: z.array(ReferredPerson),
  }),
  postings: endpoint({
    method: 'GET',
    path: '/api/affiliate/postings',
    access: 'signed-in',
    summary: 'Shares of fees booked to the own seller wallet, newest first',
    query: Paged,
    reply: z.array(AffiliateShare),
  }),
};
