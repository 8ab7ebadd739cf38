import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Dollars, DollarsPerLtc, Ltc, PriceIn, Success, Time } from './fields.ts';
import { t } from './texts.ts';

const MAX_MINUTES = 1_440;
const NOT_MINUTES = t('must be a whole number from 1 to {most}', { most: MAX_MINUTES });

/** A price that replaces the market price until a time. */
const ManualPrice = z.object({ price: DollarsPerLtc, until: Time });

export const Treasury = z.object({
  /** Coins of the applied chain by wallet. */
  reserves: z.object({
    hotLtc: Ltc,
    depositsLtc: Ltc,
    /** null without a cold address. */
    coldLtc: z.nullable(Ltc),
    totalLtc: Ltc,
    /** At the present price; null without one. */
    totalUsd: z.nullable(Dollars),
  }),
  /** Sum of all users' wallets, less withdrawals that are mined already. */
  liabilitiesUsd: Dollars,
  /** Reserves without uncredited deposits, as a percentage of liabilities; null without a price or without liabilities. */
  ratioPercent: z.nullable(z.number()),
  /** The same reserves at the present price, less liabilities. Price changes affect this amount. */
  exposureUsd: z.nullable(Dollars),
  hotAddress: z.string(),
  coldAddress: z.nullable(z.string()),
  price: z.object({
    usd: z.nullable(DollarsPerLtc),
    asOf: z.nullable(Time),
    ageSeconds: z.nullable(z.number()),
    sources: z.array(z.object({ name: z.string(), price: DollarsPerLtc })),
    manual: z.nullable(ManualPrice),
    /** A price jump that waits for confirmation by further rounds or by the owner. */
    held: z.nullable(z.object({ price: DollarsPerLtc, reason: z.string(), since: Time })),
  }),
  tip: z.object({
    height: z.nullable(z.number()),
    hash: z.nullable(z.string()),
    ageSeconds: z.nullable(z.number()),
    /** When the follower last reached its node. */
    lookedAt: z.nullable(Time),
  }),
  guards: z.object({
    enabled: z.boolean(),
    /** Reasons why deposits and withdrawals are paused. */
    troubles: z.array(z.string()),
  }),
  node: z.object({
    /** What staff should know about the Litecoin nodes although nothing waits for it, such as an outdated version. */
    warnings: z.array(z.string()),
  }),
  /** Reasons of the open reviews that stop payouts. */
  stops: z.array(z.string()),
  /** The signer process. */
  signer: z.object({
    /** When it last checked for pending transactions; null before the first check. */
    lookedAt: z.nullable(Time),
    ageSeconds: z.nullable(z.number()),
    /** Reasons why it does not sign. */
    troubles: z.array(z.string()),
    /** Its configured limit for 24 hours, and what is left of it. */
    dayLimitLtc: z.nullable(Ltc),
    leftLtc: z.nullable(Ltc),
  }),
  proof: z.nullable(z.object({ at: Time, ageSeconds: z.number(), differences: z.number() })),
  /** The node's count of our coins, compared with the books at the same block. */
  coins: z.nullable(
    z.object({
      at: Time,
      ageSeconds: z.number(),
      height: z.number(),
      countedLtc: Ltc,
      bookedLtc: Ltc,
      /** Coins that only the node or only the books have. */
      differences: z.number(),
    }),
  ),
  /** The sweep in progress. Its txid is null until it is signed. */
  sweep: z.nullable(z.object({ txid: z.nullable(z.string()), ltcAmount: Ltc })),
});
export type Treasury = z.output<typeof Treasury>;

export const treasury = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/treasury',
    access: 'owner',
    polled: true,
    summary: 'Reserves by wallet, liabilities, price exposure, and the age of the data',
    reply: Treasury,
  }),
  sweep: endpoint({
    method: 'POST',
    path: '/api/wallet/manual-sweep',
    access: 'owner',
    summary: 'Sweep settled deposits to the hot wallet; a sweep in progress is answered',
    stepUp: 'always',
    idempotent: true,
    movesMoney: true,
    reply: z.object({
      success: z.literal(true),
      message: z.string(),
      /** null when nothing is worth sweeping. */
      txid: z.nullable(z.string()),
      ltcAmount: Ltc,
    }),
  }),
  setPrice: endpoint({
    method: 'POST',
    path: '/api/admin/price',
    access: 'owner',
    summary: 'Set a manual price that expires automatically; also confirms a price jump',
    stepUp: 'always',
    body: z.strictObject({
      usd: PriceIn,
      minutes: z.int(NOT_MINUTES).check(z.minimum(1, NOT_MINUTES), z.maximum(MAX_MINUTES, NOT_MINUTES)),
      /** Needed for a price that is more than five times a fresh market price, or less than a fifth of it. */
      confirmed: z.optional(z.boolean()),
    }),
    reply: z.extend(Success, { price: DollarsPerLtc, until: Time }),
  }),
};
