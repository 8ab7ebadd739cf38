import { text } from '@sterling/contract/texts.ts';

/** Why an account goes off sale. */
export interface OffSale {
  readonly status: 'offline' | '2fa_required' | 'invalid_cookie';
  /** Text for the seller: what happened and what they can do. */
  readonly reason: string;
}

/** The status reason of accounts with an escalated purchase. Accounts with this reason return to sale automatically. */
export const UNVERIFIED_PURCHASE = text(
  "We couldn't verify a purchase by this account and are investigating. The account goes on sale again afterwards.",
);

export const isOffSale = <Other extends object>(seen: Other | OffSale): seen is OffSale =>
  'reason' in seen && 'status' in seen;
