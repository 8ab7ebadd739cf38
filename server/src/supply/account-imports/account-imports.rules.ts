import { dollarsOf, isRate, MAX_RATE, MIN_RATE, parseDecimal, type Rate } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { plainHost } from '../proxies/proxies.rules.ts';

/** A readable line of an import. */
export interface WantedAccount {
  readonly cookie: string;
  /** Null: the rate of the import. */
  readonly rateCents: Rate | null;
  /** Undefined: the proxy of the import. */
  readonly proxyId: string | undefined;
}

/** A proxy of the seller. */
export interface KnownProxy {
  readonly id: string;
  readonly host: string;
  readonly port: number;
}

const SHAPES = text('Enter cookie, cookie,rate or cookie,rate,host:port');
const OUTSIDE = toStore(WITH_VALUES.rateRange, {
  minimum: `$${dollarsOf(MIN_RATE)}`,
  maximum: `$${dollarsOf(MAX_RATE)}`,
});

/**
 * Parses a line of an import: a cookie, then a rate or one of the seller's proxies or both, separated by commas or blanks.
 * Returns a text with the problem if the line is invalid. The text never repeats the line, which holds a secret.
 */
export function parseImportLine(line: string, proxies: readonly KnownProxy[]): WantedAccount | string {
  const [cookie = '', ...fields] = fieldsOf(line);
  if (cookie === '' || looksLikeRate(cookie) || isProxy(cookie)) return text('The cookie is missing');
  let rateCents: Rate | null = null;
  let proxyId: string | undefined;
  for (const field of fields) {
    if (looksLikeRate(field)) {
      if (rateCents !== null) return SHAPES;
      const cents = parseDecimal(field.replace('$', ''), 2);
      if (cents === null) return text('Use at most two decimals in the rate');
      if (!isRate(cents)) return OUTSIDE;
      rateCents = cents;
    } else if (isProxy(field)) {
      if (proxyId !== undefined) return SHAPES;
      const proxy = namedBy(field, proxies);
      if (!proxy) return text("This proxy isn't in your list. Add it under Proxies first");
      proxyId = proxy.id;
    } else return SHAPES;
  }
  return { cookie, rateCents, proxyId };
}

/** The fields of a line without quotes. A whole Cookie header is one field. */
const fieldsOf = (line: string): string[] =>
  /^\s*cookie:/i.test(line)
    ? [line.trim()]
    : line
        .split(/[\s,]+/)
        .map((field) => field.replaceAll('"', ''))
        .filter((field) => field !== '');

const looksLikeRate = (field: string): boolean => /^\$?\d+(\.\d*)?$/.test(field);
/** An IPv6 address is in brackets, as in the seller's list of proxies. */
const isProxy = (field: string): boolean => /^(\[[^\]]+\]|[\w.-]+):\d{1,5}$/.test(field);

function namedBy(field: string, proxies: readonly KnownProxy[]): KnownProxy | undefined {
  const beforePort = field.lastIndexOf(':');
  const named = plainHost(field.slice(0, beforePort));
  const namedPort = Number(field.slice(beforePort + 1));
  return proxies.find(({ host, port }) => host === named && port === namedPort);
}

/** The last characters of a cookie, by which its owner finds it again. */
export const endingOf = (cookie: string): string => cookie.slice(-4);
