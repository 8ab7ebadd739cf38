import type { FastifyInstance } from 'fastify';
import { injectFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { formatUsd, type PriceSource } from './prices.ts';

/**
 * The public tickers of four exchanges in their own formats, with the configured price. They use the machine's time:
 * with the sandbox's clock, every quote would seem to come from the future.
 */
export async function priceFeed(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  injectFaults(app, world.faults, 'price-feed');
  const quote = (source: PriceSource) => quoteOf(world.prices.get(source));

  app.get('/kraken/0/public/Ticker', async (request) => {
    const { pair } = request.query as { pair?: string };
    if (!/^(X?LTCZ?USD|LTC\/USD)$/i.test(pair ?? '')) return { error: ['EQuery:Unknown asset pair'] };
    return { error: [], result: { XLTCZUSD: krakenTicker(quote('kraken')) } };
  });

  app.get('/coinbase/products/:product/ticker', async (request, reply) => {
    const { product } = request.params as { product: string };
    if (product.toUpperCase() !== 'LTC-USD') return reply.code(404).send({ message: 'NotFound' });
    const { bid, ask, last } = quote('coinbase');
    const trade = { trade_id: 214_300_117, price: last, size: '0.52000000', time: new Date().toISOString() };
    return { ask, bid, volume: VOLUME, ...trade, rfq_volume: '0.00000000', conversions_volume: '0.00' };
  });

  app.get('/bitstamp/api/v2/ticker/:pair', async (request, reply) => bitstampTicker(request.params, reply));
  app.get('/bitstamp/api/v2/ticker/:pair/', async (request, reply) => bitstampTicker(request.params, reply));
  function bitstampTicker(
    params: unknown,
    reply: { code(status: number): { send(body: unknown): unknown } },
  ) {
    if ((params as { pair: string }).pair !== 'ltcusd') return reply.code(404).send({ detail: 'Not found.' });
    const { bid, ask, last } = quote('bitstamp');
    const day = { open: last, high: last, low: last, open_24: last, percent_change_24: '0.00' };
    return {
      timestamp: String(Math.floor(Date.now() / 1000)),
      last,
      bid,
      ask,
      vwap: last,
      volume: VOLUME,
      side: '0',
      ...day,
    };
  }

  app.get('/gemini/v1/pubticker/:pair', async (request, reply) => {
    const { pair } = request.params as { pair: string };
    if (pair.toLowerCase() !== 'ltcusd') {
      const message = `Supplied value '${pair}' is not a valid symbol`;
      return reply.code(400).send({ result: 'error', reason: 'Bad Request', message });
    }
    const { bid, ask, last } = quote('gemini');
    return { bid, ask, last, volume: { LTC: VOLUME, USD: VOLUME, timestamp: Date.now() } };
  });
}

const VOLUME = '10250.48000000';

interface Quote {
  bid: string;
  ask: string;
  last: string;
}

// One cent in each direction, so that the middle of bid and ask is exactly the configured price.
function quoteOf(price: number): Quote {
  const halfSpread = price > 100 ? 100 : 0;
  return { bid: formatUsd(price - halfSpread), ask: formatUsd(price + halfSpread), last: formatUsd(price) };
}

function krakenTicker({ bid, ask, last }: Quote) {
  const day = {
    v: [VOLUME, VOLUME],
    p: [last, last],
    t: [4021, 9210],
    l: [last, last],
    h: [last, last],
    o: last,
  };
  return { a: [ask, '12', '12.000'], b: [bid, '9', '9.000'], c: [last, '0.52000000'], ...day };
}
