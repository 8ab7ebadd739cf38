import type { RefusalCode } from '@sterling/contract/errors.ts';
import { text } from '@sterling/contract/texts.ts';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';

/** Per refusal code: the message for a field, and the fields it may concern. The first one that the body has is used. */
const MESSAGES: { readonly [Code in RefusalCode]?: readonly [what: string, ...fields: string[]] } = {
  invalid_amount: [
    text('is out of range'),
    'amount',
    'usd',
    'perDay',
    'maxRatePerThousand',
    'ratePerThousand',
  ],
  minimum_withdrawal: [text('is below the minimum'), 'amount'],
  invalid_ltc_address: [text('is not a valid Litecoin address'), 'ltcAddress'],
  invalid_cookie: [text('is not accepted by Roblox'), 'cookie', 'buyerCookie'],
  two_factor_required: [text('requires verification on Roblox'), 'cookie', 'buyerCookie'],
  invalid_gamepass_url: [text('does not name a gamepass'), 'gamepassUrl', 'url'],
  gamepass_not_for_sale: [text('names a gamepass that is not for sale'), 'gamepassUrl', 'url'],
  invalid_pass_owner: [text('names no user and no experience'), 'from'],
  invalid_network: [text('has an entry that is no network'), 'networks'],
  invalid_proxy: [text('is not a working proxy'), 'proxyId', 'useProxy'],
  ownership_not_confirmed: [text('must be true'), 'ownershipConfirmed'],
};

/**
 * A refusal with the details of a 400: those that it names, or the field that its code implies. So business rules need not know
 * the names of request fields.
 */
export function fieldsAtFault(refusal: Refusal, body: unknown): Refusal {
  if (refusal.details || refusal.status !== 400 || typeof body !== 'object' || body === null) return refusal;
  const [what, ...fields] = MESSAGES[refusal.code] ?? [];
  const field = fields.find((name) => name in body);
  if (!what || !field) return refusal;
  return new Refusal(refusal.code, { ...refusal.options, details: { [field]: what } });
}

const UNSTORABLE = /[\0\p{Cs}]/u;

/** The fields of a request with a text that PostgreSQL cannot store, because it has a NUL or a lone surrogate. */
export function unstorableFields({ params, query, body }: Given): Readonly<Record<string, string>> {
  const fields = Object.entries({ ...objectOf(params), ...objectOf(query), ...objectOf(body) });
  const wrong = fields.filter(([, value]) => isUnstorable(value));
  return Object.fromEntries(wrong.map(([name]) => [name, text('must not contain control characters')]));
}

type Given = Pick<FastifyRequest, 'params' | 'query' | 'body'>;

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

const isUnstorable = (value: unknown): boolean =>
  typeof value === 'string' ? UNSTORABLE.test(value) : Object.values(objectOf(value)).some(isUnstorable);
