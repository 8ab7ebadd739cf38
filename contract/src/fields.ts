import * as z from 'zod/mini';
import {
  type Cents,
  dollarsOf,
  dollarText,
  type Litoshi,
  type LtcPrice,
  ltcOf,
  type Plain,
  parseDecimal,
  type Rate,
  type Robux,
} from './money.ts';
import { t } from './texts.ts';

const INVALID_AMOUNT = 'Invalid amount';

/**
 * A number or plain decimal text with at most `decimals` decimals → integer units. Refuses other input. A caller cannot
 * pass cents instead of dollars by mistake.
 */
function decimal<Value extends number, Given extends number = Plain>(decimals: number) {
  return z.pipe(
    z.union([z.number(), z.string()], { error: INVALID_AMOUNT }) as z.ZodMiniType<
      number | string,
      Given | string
    >,
    z.transform((value: string | number, context): Value => {
      const units = parseDecimal(value, decimals);
      if (units === null) {
        context.issues.push({ code: 'custom', message: INVALID_AMOUNT, input: value });
        return z.NEVER;
      }
      return units as Value;
    }),
  );
}

/** Dollars in a request → cents. */
export const DollarsIn = decimal<Cents>(2);
/** Dollars per LTC in a request → cents. */
export const PriceIn = decimal<LtcPrice>(2).check(z.refine((price) => price > 0, INVALID_AMOUNT));
/** Dollars per 1000 Robux in a request → cents. The callers check the range. */
export const RateIn = decimal<Rate>(2);
/** Whole Robux in a request. */
export const RobuxIn = decimal<Robux, number>(0);
/** A whole number of things in a request. */
export const CountIn = decimal<number>(0);

/** A whole number in a request, from `least` to `most`. */
export const wholeFrom = (least: number, most: number) =>
  CountIn.check(
    z.refine(
      (count) => count >= least && count <= most,
      t('must be a whole number from {least} to {most}', { least, most }),
    ),
  );

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Whether a text has the form of an id. */
export const isId = (text: string): boolean => UUID.test(text);

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** An id. Text that is not a UUID decodes to an id that nothing has, so that the answer is 404. */
export const Id = z.pipe(
  z.string(),
  z.transform((text: string): string => (isId(text) ? text.toLowerCase() : NO_ID)),
);
export const ById = z.strictObject({ id: Id });

/** A reply that is a file, such as CSV or a picture. It is sent as it is. */
export const FileReply = z.unknown();

/** The media type of a reply that is a file, by its path. Null for JSON. */
export function fileTypeOf({ path, reply }: { readonly path: string; readonly reply: unknown }) {
  if (reply !== FileReply) return null;
  if (path.endsWith('.csv')) return 'text/csv';
  return path.endsWith('/pictures/{pictureId}') ? 'image/webp' : 'application/octet-stream';
}

/** ISO 8601 in UTC ↔ Date. */
export const Time = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (time) => time.toISOString(),
});
/** A date (midnight UTC) or a time in a query. */
export const Moment = z.optional(
  z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: t('must be an ISO 8601 date or time') }),
);
/** What a refusal within a reply says, in the language of the request. Missing for English. */
export const TranslatedRefusal = z.optional(z.object({ message: z.string(), hint: z.optional(z.string()) }));
/** A number of a reply with at most `decimals` decimals ↔ integer units. */
const unitsOf = <Unit extends number>(decimals: number, encode: (units: Unit) => number) =>
  z.codec(z.number(), z.custom<Unit>(), {
    decode: (value, context) => exact<Unit>(value, decimals, context),
    encode,
  });

/** As `unitsOf`, but the reply has the number as text. */
const unitsOfText = <Unit extends number>(decimals: number, encode: (units: Unit) => string) =>
  z.codec(z.string(), z.custom<Unit>(), {
    decode: (value, context) => exact<Unit>(value, decimals, context),
    encode,
  });

function exact<Unit extends number>(
  value: number | string,
  decimals: number,
  { issues }: z.core.ParsePayload,
): Unit {
  const units = parseDecimal(value, decimals);
  if (units !== null) return units as Unit;
  issues.push({ code: 'custom', message: `must have at most ${decimals} decimals`, input: value });
  return z.NEVER;
}

/** Dollars of a reply, at most two decimals ↔ cents. */
export const Dollars = unitsOf<Cents>(2, dollarsOf);
/** Dollars of a reply as text, two decimals ↔ cents. */
export const DollarText = unitsOfText<Cents>(2, dollarText);
/** Dollars per 1000 Robux of a reply ↔ cents. */
export const DollarsPer1000 = unitsOf<Rate>(2, dollarsOf);
/** Dollars per 1000 Robux of a reply as text, two decimals ↔ cents. */
export const DollarsPer1000Text = unitsOfText<Rate>(2, dollarText);
/** Robux of a reply as text, digits ↔ whole Robux. */
export const RobuxText = unitsOfText<Robux>(0, String);
/** Dollars per LTC of a reply ↔ cents. */
export const DollarsPerLtc = unitsOf<LtcPrice>(2, dollarsOf);
/** LTC of a reply, at most eight decimals ↔ litoshi. */
export const Ltc = unitsOf<Litoshi>(8, ltcOf);
/** A Roblox cookie. It occurs in requests only, never in answers. */
export const CookieText = z.string({ error: 'Invalid cookie' }).check(z.maxLength(8192, 'Invalid cookie'));

/** A Litecoin address as a person enters it. The server parses it. */
export const AddressIn = z
  .string({ error: 'Invalid LTC address' })
  .check(z.maxLength(200, 'Invalid LTC address'));

/** Control characters, lone surrogates, and characters that change the text direction. */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Something to see: no blank, and no character that has no width, such as a zero-width space. The braille blank looks like a space. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

const printable = (lineBreaks: boolean) =>
  z.refine<string>(
    (text) => !UNPRINTABLE.test(lineBreaks ? text.replaceAll(/[\n\r\t]/g, ' ') : text),
    t('must not contain control characters'),
  );

const text = (most: number, lineBreaks: boolean) =>
  z.string().check(
    z.trim(),
    z.minLength(1, t('must not be empty')),
    z.refine((text) => text === '' || VISIBLE.test(text), t('must not be empty')),
    z.maxLength(most, t('must be at most {most} characters', { most })),
    printable(lineBreaks),
  );

/** One line of user text, trimmed, 1 to `most` characters. */
export const line = (most: number) => text(most, false);
/** User text with line breaks, trimmed, 1 to `most` characters. */
export const lines = (most: number) => text(most, true);
export const MessageText = lines(2000);
/** Why staff do something. */
export const Reason = line(500);

/** Search text for a list. */
export const Search = z.optional(z.string().check(z.maxLength(200)));
export const Direction = z.optional(z.enum(['asc', 'desc']));

export const Success = z.object({ success: z.literal(true), message: z.optional(z.string()) });

const pageNumber = (most: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, t('must be a whole number from 1'))),
      z.transform((text: string, context): number => {
        const value = Number(text);
        if (value > most)
          context.issues.push({
            code: 'custom',
            message: t('must be at most {most}', { most }),
            input: text,
          });
        return value;
      }),
    ),
  );

/** Lists count and show this many rows at most. Searches, filters and CSV files reach the rows behind them. */
export const MAX_LISTED = 10_000;

/** The rows of the largest page. */
export const MAX_PAGE_SIZE = 200;
/** The page size of lists of events, when the caller names none. */
export const EVENTS_PAGE_SIZE = 20;

/** `?page=1&pageSize=50` of lists. Without them a list answers its first 200 rows, and lists of events their first 20. */
export const Paging = { page: pageNumber(1_000_000), pageSize: pageNumber(MAX_PAGE_SIZE) };
export const Paged = z.object(Paging);
export type Page = z.output<typeof Paged>;

/** The two sides of an order, a trade or a pre-order. */
export const Side = z.enum(['buyer', 'seller']);
export type Side = z.output<typeof Side>;

/** The wallet of a side. */
export type WalletType = Side;
export const WalletTypeIn = z.enum(Side.options, { error: t('must be buyer or seller') });

/** IANA time zone such as 'Europe/Berlin', for days and weeks. UTC by default. */
export const TimeZone = z.optional(
  z
    .string()
    .check(
      z.refine(
        (name) => /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(name) && isKnownZone(name),
        t('is not a time zone'),
      ),
    ),
);

function isKnownZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}
