import { text } from '@sterling/contract/texts.ts';

/** Why an account goes off sale. */
export interface OffSale {
  readonly status: 'offline' | '2fa_required' | 'invalid_cookie';
  /** Text for the seller: what happened and what they can do. */
  readonly reason: string;
}

/**
 * The status reason of accounts with an escalated purchase. Accounts with this reason return to sale automatically.
 * unverified_text() in SQL is the same.
 */
export const UNVERIFIED_PURCHASE = text(
  "We couldn't verify a purchase by this account and are investigating. The account goes on sale again afterwards.",
);

/** The status reason of an account whose cookie Roblox refused. It returns automatically if Roblox soon accepts the cookie again. */
export const COOKIE_REFUSED = text('Roblox no longer accepts this cookie. Update the cookie.');

/** The status reason of a seller's accounts while all of them are paused. paused_text() in SQL is the same. */
export const SELLING_PAUSED = text(
  'Roblox objected to trades by one of your accounts. All your accounts are paused until our staff has reviewed this.',
);

/** Whether a check of an account gave a reason to take it off sale, instead of what was asked. */
export const isOffSale = <Other extends object>(seen: Other | OffSale): seen is OffSale =>
  'reason' in seen && 'status' in seen;
