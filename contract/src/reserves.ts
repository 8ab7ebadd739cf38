import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Dollars, DollarsPerLtc, Id, Ltc, Time } from './fields.ts';

/** A block of the Litecoin chain. */
const Block = z.object({ height: z.number(), hash: z.string() });

/** The root of a Merkle-sum tree: its hash in hex, and the sum of all balances in cents. */
const TreeRoot = z.object({ hash: z.string(), cents: z.number() });

/** An address with coins, and the proof that Sterling controls it. */
export const SignedAddress = z.object({
  address: z.string(),
  wallet: z.enum(['hot', 'cold']),
  /** At the block of the snapshot. */
  ltc: Ltc,
  message: z.string(),
  /** Base64. */
  signature: z.string(),
});
export type SignedAddress = z.output<typeof SignedAddress>;

/** What Sterling owed and held at a block. */
export const Reserves = z.object({
  snapshotId: z.string(),
  at: Time,
  block: Block,
  tree: z.extend(TreeRoot, {
    /** Levels between a leaf and the root. */
    depth: z.number(),
  }),
  liabilitiesUsd: Dollars,
  /** Coins on the signed addresses. Deposit addresses are not part of it. */
  reservesLtc: Ltc,
  /** Dollars per LTC at the snapshot; null without a fresh price. */
  priceUsd: z.nullable(DollarsPerLtc),
  reservesUsd: z.nullable(Dollars),
  /** Reserves as a percentage of liabilities; null without a price or without liabilities. */
  ratioPercent: z.nullable(z.number()),
  addresses: z.array(SignedAddress),
  /** Hours between snapshots. */
  everyHours: z.number(),
  /** Earlier snapshots that are kept, newest first. */
  earlier: z.array(z.object({ snapshotId: z.string(), at: Time, block: Block, tree: TreeRoot })),
});
export type Reserves = z.output<typeof Reserves>;

export const PROOF_FORMAT = 'sterling-balance-proof-1';

/** A person's balance in a snapshot, with what is needed to compute the root from it (docs/guide/proof-of-reserves.md). */
export const BalanceProof = z.object({
  format: z.literal(PROOF_FORMAT),
  snapshotId: z.string(),
  at: Time,
  block: Block,
  /** The person's user id. It is part of each leaf, so that two people cannot share one. */
  account: z.string(),
  /** 32 random bytes of this person and snapshot, in hex. */
  nonce: z.string(),
  /** Both wallets, including held money. */
  cents: z.number(),
  root: TreeRoot,
  /** The balance is split over several leaves. */
  leaves: z.array(
    z.object({
      position: z.number(),
      salt: z.string(),
      cents: z.number(),
      /** The sibling at each level below the root, from the leaf upwards. */
      path: z.array(TreeRoot),
    }),
  ),
});
export type BalanceProof = z.output<typeof BalanceProof>;

export const reserves = {
  read: endpoint({
    method: 'GET',
    path: '/api/reserves',
    access: 'anonymous',
    summary: 'Proof of reserves: liabilities, and signed addresses with their coins, at a block',
    reply: Reserves,
  }),
  proof: endpoint({
    method: 'GET',
    path: '/api/reserves/proof',
    access: 'signed-in',
    summary: 'The proof that your own balance is part of the published liabilities',
    perMinute: 20,
    query: z.object({
      /** A snapshot that is kept. The published one by default. */
      snapshot: z.optional(Id),
    }),
    reply: BalanceProof,
  }),
};
