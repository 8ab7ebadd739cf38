import { isPlausiblePrice, type LtcPrice, ltcPrice, parseDecimal } from '@sterling/contract/money.ts';
import * as z from 'zod';
import type { PriceSource } from '../config.ts';
import { request } from './http.ts';

export interface SourceQuote {
  readonly name: PriceSource;
  /** Middle of bid and ask, rounded half up to a cent. */
  readonly price: LtcPrice;
  /** The source's own time, or the time of receipt when it gives none. */
  readonly at: Date;
}

export interface PriceFeed {
  /**
   * Asks all sources at the same time. Never throws: a source without a valid answer is among the failures, with the
   * reason. `clock` gives the time of receipt.
   */
  read(
    clock?: () => Date,
  ): Promise<{ quotes: SourceQuote[]; failures: { name: PriceSource; reason: string }[] }>;
}

const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 65_536;
const MAX_SPREAD_PERCENT = 2;

/** Reads the tickers of four exchanges. Each has its own format and timeout. */
export function openPriceFeed({ urls }: { urls: Readonly<Record<PriceSource, string>> }): PriceFeed {
  const names = Object.keys(ADAPTERS) as PriceSource[];
  return {
    async read(clock = () => new Date()) {
      const answers = await Promise.allSettled(names.map((name) => readSource(name, urls[name], clock)));
      const quotes = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const failures = answers.flatMap((answer, index) =>
        answer.status === 'rejected' ? { name: names[index]!, reason: reasonOf(answer.reason) } : [],
      );
      return { quotes, failures };
    },
  };
}

async function readSource(name: PriceSource, baseUrl: string, clock: () => Date): Promise<SourceQuote> {
  const { path, ticker } = ADAPTERS[name];
  const { status, text } = await request({
    url: `${baseUrl}${path}`,
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': 'Sterling' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
  if (status !== 200) throw new Error(`HTTP ${status}`);
  const { bid, ask, at } = ticker.parse(JSON.parse(text));
  return { name, price: middle(bid, ask), at: at ?? clock() };
}

/** The middle in cents of bid and ask, which are in hundred-millionths of a dollar, because sources quote more decimals than a cent. */
function middle(bid: number, ask: number): LtcPrice {
  if (bid > ask || (ask - bid) * 100 > bid * MAX_SPREAD_PERCENT)
    throw new Error('bid and ask are too far apart');
  const price = ltcPrice(Math.floor((bid + ask + UNITS_PER_CENT) / (2 * UNITS_PER_CENT)));
  if (!isPlausiblePrice(price)) throw new Error(`a price of ${price} cents is not plausible`);
  return price;
}

const DECIMALS = 8;
const UNITS_PER_CENT = 1_000_000;

const Decimal = z.union([z.string(), z.number()]).transform((value, context) => {
  const units = parseDecimal(value, DECIMALS);
  if (units !== null && units > 0) return units;
  context.addIssue({ code: 'custom', message: 'not a positive decimal' });
  return z.NEVER;
});

interface Ticker {
  readonly bid: number;
  readonly ask: number;
  readonly at: Date | null;
}

const ADAPTERS: Readonly<Record<PriceSource, { path: string; ticker: z.ZodType<Ticker> }>> = {
  kraken: {
    path: '/0/public/Ticker?pair=LTCUSD',
    ticker: z
      .object({
        error: z.array(z.unknown()).max(0),
        result: z.object({
          XLTCZUSD: z.object({ a: z.tuple([Decimal], z.unknown()), b: z.tuple([Decimal], z.unknown()) }),
        }),
      })
      .transform(({ result: { XLTCZUSD: pair } }) => ({ bid: pair.b[0], ask: pair.a[0], at: null })),
  },
  coinbase: {
    path: '/products/LTC-USD/ticker',
    ticker: z
      .object({ bid: Decimal, ask: Decimal, time: z.iso.datetime() })
      .transform(({ bid, ask, time }) => ({ bid, ask, at: new Date(time) })),
  },
  bitstamp: {
    path: '/api/v2/ticker/ltcusd/',
    ticker: z
      .object({ bid: Decimal, ask: Decimal, timestamp: z.coerce.number().int().positive() })
      .transform(({ bid, ask, timestamp }) => ({ bid, ask, at: new Date(timestamp * 1000) })),
  },
  gemini: {
    path: '/v1/pubticker/ltcusd',
    ticker: z
      .object({ bid: Decimal, ask: Decimal, volume: z.object({ timestamp: z.number().positive() }) })
      .transform(({ bid, ask, volume }) => ({ bid, ask, at: new Date(volume.timestamp) })),
  },
};

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `${issue!.path.join('.')}: ${issue!.message}`;
  }
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}
