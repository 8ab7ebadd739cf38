import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { AddressIn, Dollars, Ltc, Success, Time } from './fields.ts';
import { t } from './texts.ts';

/** The proof of reserves as the owner sees it. */
export const ReservesOverview = z.object({
  published: z.boolean(),
  everyHours: z.number(),
  /** The newest snapshot; null before the first. */
  latest: z.nullable(
    z.object({
      at: Time,
      height: z.number(),
      liabilitiesUsd: Dollars,
      /** Hot addresses that the signer has not signed yet. While there are any, the page shows the previous snapshot. */
      unsigned: z.number(),
    }),
  ),
  cold: z.array(
    z.object({
      address: z.string(),
      ltc: Ltc,
      /** The message to sign, with the present block; null before the first block. */
      message: z.nullable(z.string()),
      /** What the page shows; null until a signature was uploaded. */
      signed: z.nullable(z.object({ message: z.string(), signature: z.string(), at: Time })),
    }),
  ),
});
export type ReservesOverview = z.output<typeof ReservesOverview>;

export const coldSignatures = {
  overview: endpoint({
    method: 'GET',
    path: '/api/admin/reserves',
    access: 'owner',
    summary: 'State of the proof of reserves, and the messages to sign with the cold storage',
    reply: ReservesOverview,
  }),
  sign: endpoint({
    method: 'POST',
    path: '/api/admin/reserves/cold-signatures',
    access: 'owner',
    summary: 'Upload the signature of a cold address. It is checked before it is shown',
    stepUp: 'always',
    body: z.strictObject({
      address: AddressIn,
      message: z.string().check(z.trim(), z.maxLength(500)),
      signature: z.string().check(z.trim(), z.minLength(1, t('must not be empty')), z.maxLength(2_000)),
    }),
    reply: Success,
  }),
};
