import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { AddressIn, ById, Dollars, DollarsIn, Ltc, PriceIn, Success, Time } from './fields.ts';
import { t } from './texts.ts';

const Withdrawal = z.object({
  id: z.string(),
  status: z.enum(['pending', 'completed', 'failed']),
  amount: Dollars,
  ltcAmount: Ltc,
  ltcAddress: z.string(),
  feePercentage: z.number(),
  percentageFee: Dollars,
  networkFee: Dollars,
  totalDeducted: Dollars,
  /** As in `WalletTransaction`. */
  sendAfter: z.optional(Time),
});

export const withdrawals = {
  checkAddress: endpoint({
    method: 'POST',
    path: '/api/wallet/check-address',
    access: 'seller',
    summary: 'Whether a withdrawal can be sent to an address; refused with the reason',
    body: z.strictObject({ ltcAddress: AddressIn }),
    /** The address in its canonical form, as it will be stored and paid. */
    reply: z.object({ success: z.literal(true), ltcAddress: z.string() }),
    unguarded: true,
    perMinute: 60,
  }),
  request: endpoint({
    method: 'POST',
    path: '/api/wallet/withdraw',
    access: 'seller',
    summary: 'Withdraw dollars of the seller wallet as LTC',
    stepUp: 'by-input',
    idempotent: true,
    movesMoney: true,
    body: z.strictObject({
      amount: DollarsIn,
      ltcAddress: AddressIn,
      walletType: z.literal('seller', { error: t('must be seller') }),
      /** The shown price. Refused with 'Price mismatch' if the present price differs. */
      price: z.optional(PriceIn),
    }),
    status: 201,
    reply: z.extend(Success, { withdrawal: Withdrawal }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/wallet/transactions/{id}/cancel',
    access: 'signed-in',
    summary: 'Cancel an own withdrawal before it is sent; amount and fees return to the wallet',
    idempotent: true,
    protects: true,
    params: ById,
    reply: Success,
  }),
};
