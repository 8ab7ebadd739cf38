import * as z from 'zod/mini';
import { type Cents, type LtcPrice, parseDecimal, type Rate, type Robux } from './money.ts';

/** A number or plain decimal text of at most `decimals` decimals → integer units, refused with `message`. */
function decimal<Value extends number>(decimals: number, message: string) {
  return z.pipe(
    z.union([z.number(), z.string()], { error: message }),
    z.transform((value: string | number, context): Value => {
      const units = parseDecimal(value, decimals);
      if (units === null) {
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      }
      return units as Value;
    }),
  );
}

/** Dollars in a request → cents. */
export const DollarsIn = decimal<Cents>(2, 'Invalid amount');
/** Dollars per LTC in a request → cents. */
export const PriceIn = decimal<LtcPrice>(2, 'Invalid amount');
/** Dollars per 1000 Robux in a request → cents. Its range is a rule of whoever takes it. */
export const RateIn = decimal<Rate>(2, 'Invalid amount');
/** Whole Robux in a request. */
export const RobuxIn = decimal<Robux>(0, 'Invalid amount');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Ids are text. What cannot be an id of ours decodes to one that nothing has, so it is simply not found. */
export const Id = z.pipe(
  z.string(),
  z.transform((text: string): string => (UUID.test(text) ? text.toLowerCase() : NOBODY)),
);
export const ById = z.strictObject({ id: Id });

/** ISO 8601 in UTC. */
export const Time = z.string();
/** Dollars, at most two decimals. */
export const Dollars = z.number();
/** LTC, at most eight decimals. */
export const Ltc = z.number();
/** A game-platform cookie; only ever sent, never answered. */
export const CookieText = z.string({ error: 'Invalid cookie' }).check(z.maxLength(8192, 'Invalid cookie'));

export const Success = z.object({ success: z.literal(true), message: z.optional(z.string()) });

const pageNumber = (most: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')),
      z.transform((text: string, context): number => {
        const value = Number(text);
        if (value > most)
          context.issues.push({ code: 'custom', message: `must be at most ${most}`, input: text });
        return value;
      }),
    ),
  );

/** `?page=1&pageSize=50` of every list; without them the first 200 (wire.md). */
export const Paging = { page: pageNumber(1_000_000), pageSize: pageNumber(200) };
export const Paged = z.object(Paging);
export type Page = z.output<typeof Paged>;

export type WalletType = 'buyer' | 'seller';
export const WalletTypeIn = z.enum(['buyer', 'seller'], { error: 'must be buyer or seller' });
