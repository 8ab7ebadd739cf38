import type { RefusalCode } from '@sterling/contract/errors.ts';
import type { Refusal } from '../../refusal.ts';

type Details = Readonly<Record<string, string>>;

/** Per refusal code: the message for a field, and the fields it may concern. The first one that the body has is used. */
const MESSAGES: { readonly [Code in RefusalCode]?: readonly [what: string, ...fields: string[]] } = {
  invalid_amount: ['is out of range', 'amount', 'usd', 'maxRatePerThousand', 'ratePerThousand'],
  minimum_withdrawal: ['is below the minimum', 'amount'],
  invalid_ltc_address: ['is not a valid Litecoin address', 'ltcAddress'],
  invalid_cookie: ['is not accepted by Roblox', 'cookie', 'buyerCookie'],
  two_factor_required: ['requires verification on Roblox', 'cookie', 'buyerCookie'],
  invalid_gamepass_url: ['does not name a gamepass', 'gamepassUrl', 'url'],
  gamepass_not_for_sale: ['names a gamepass that is not for sale', 'gamepassUrl', 'url'],
  invalid_proxy: ['is not a working proxy', 'proxyId', 'useProxy'],
  ownership_not_confirmed: ['must be true', 'ownershipConfirmed'],
};

/**
 * The details of a 400: those that the refusal names, or the field that its code implies. Business rules thus need not know
 * the names of request fields.
 */
export function fieldsAtFault(refusal: Refusal, body: unknown): Details | undefined {
  const { details } = refusal.options;
  if (details || refusal.status !== 400 || typeof body !== 'object' || body === null) return details;
  const [what, ...fields] = MESSAGES[refusal.code] ?? [];
  const field = fields.find((name) => name in body);
  return what && field ? { [field]: what } : undefined;
}
