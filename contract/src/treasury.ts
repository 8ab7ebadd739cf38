import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Dollars, Ltc, PriceIn, Success, Time } from './fields.ts';

/** A price that goes before the market's, until then. */
const ManualPrice = z.object({ price: Dollars, until: Time });

export const Treasury = z.object({
  /** Coins of the applied chain, by the place of their keys. */
  reserves: z.object({
    hotLtc: Ltc,
    depositsLtc: Ltc,
    /** null: no cold address is configured or known. */
    coldLtc: z.nullable(Ltc),
    totalLtc: Ltc,
    /** At the present price; null without one. */
    totalUsd: z.nullable(Dollars),
  }),
  /** What people's wallets hold, less withdrawals that are in a block already. */
  liabilitiesUsd: Dollars,
  /** Reserves by liabilities, in percent; null without a price or without liabilities. */
  ratioPercent: z.nullable(z.number()),
  /** Reserves at the present price less liabilities: what a change of the price is borne by. */
  exposureUsd: z.nullable(Dollars),
  hotAddress: z.string(),
  coldAddress: z.nullable(z.string()),
  price: z.object({
    usd: z.nullable(Dollars),
    asOf: z.nullable(Time),
    ageSeconds: z.nullable(z.number()),
    sources: z.array(z.object({ name: z.string(), price: Dollars })),
    manual: z.nullable(ManualPrice),
    /** A jump of the market that waits for rounds that agree, or for the owner. */
    held: z.nullable(z.object({ price: Dollars, reason: z.string(), since: Time })),
  }),
  tip: z.object({
    height: z.nullable(z.number()),
    hash: z.nullable(z.string()),
    ageSeconds: z.nullable(z.number()),
    /** When the follower last saw its node. */
    lookedAt: z.nullable(Time),
  }),
  guards: z.object({
    enabled: z.boolean(),
    /** Why nothing is credited or paid at the moment. */
    troubles: z.array(z.string()),
  }),
  /** Who alone can sign; another process than the one that answers here. */
  signer: z.object({
    /** When it last looked at what waits; null before its first look. */
    lookedAt: z.nullable(Time),
    ageSeconds: z.nullable(z.number()),
    /** Why something is not signed at the moment. */
    troubles: z.array(z.string()),
    /** What its own configuration lets out in 24 hours, and what of that is left. */
    dayLimitLtc: z.nullable(Ltc),
    leftLtc: z.nullable(Ltc),
  }),
  proof: z.nullable(z.object({ at: Time, ageSeconds: z.number(), differences: z.number() })),
  /** The node's own count of our coins, against what was booked up to its block. */
  coins: z.nullable(
    z.object({
      at: Time,
      ageSeconds: z.number(),
      height: z.number(),
      countedLtc: Ltc,
      bookedLtc: Ltc,
      /** Coins that only one of both has. */
      differences: z.number(),
    }),
  ),
  /** The sweep in progress; its txid is null until it is signed. */
  sweep: z.nullable(z.object({ txid: z.nullable(z.string()), ltcAmount: Ltc })),
});
export type Treasury = z.output<typeof Treasury>;

export const treasury = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/treasury',
    access: 'owner',
    summary: 'Reserves by place, liabilities, exposure to the price, and the age of what they rest on',
    reply: Treasury,
  }),
  sweep: endpoint({
    method: 'POST',
    path: '/api/wallet/manual-sweep',
    access: 'owner',
    summary: 'Move settled deposits to the hot wallet; one under way is answered',
    idempotent: true,
    reply: z.object({
      success: z.literal(true),
      message: z.string(),
      /** null: nothing is worth sweeping. */
      txid: z.nullable(z.string()),
      ltcAmount: Ltc,
    }),
  }),
  setPrice: endpoint({
    method: 'POST',
    path: '/api/admin/price',
    access: 'owner',
    summary: 'A price by hand that ends by itself; also confirms a jump of the market',
    body: z.strictObject({
      usd: PriceIn,
      minutes: z.int().check(z.minimum(1, 'must be from 1'), z.maximum(1_440, 'must be at most 1440')),
    }),
    reply: z.extend(Success, { price: Dollars, until: Time }),
  }),
};
