import { type Cents, centsOfLitoshi, type Litoshi, type LtcPrice } from '@sterling/contract/money.ts';
import type { Treasury } from '@sterling/contract/treasury.ts';
import { ageMsOf } from '../../platform/clock/ages.ts';
import { type Db, readClock } from '../../platform/db/pool.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import {
  type ChainHealth,
  chainHealth,
  FOLLOWER_IS_SILENT,
  readPayoutStops,
} from '../litecoin/guards.reads.ts';
import { chainCursor } from '../litecoin/litecoin.reads.ts';
import { type FreshPrice, freshPrice, type PriceHold, readPriceHold } from '../prices/prices.reads.ts';
import { signerHealth } from '../signer/signer.reads.ts';
import { lastCount } from './coin-count.ts';
import { sweepInProgress } from './sweeps.reads.ts';
import { coveredPercent, lastProof, readBalanceSheet } from './treasury.reads.ts';

interface OwnAddresses {
  readonly hotAddress: string;
  readonly coldAddress: string | null;
}

/** The content of the owner's treasury page. */
export async function readTreasury(db: Db, addresses: OwnAddresses): Promise<Treasury> {
  const now = await readClock(db);
  const [price, hold, health, proof, sweep, tip, signer, coins, stops] = await Promise.all([
    freshPrice(db, now),
    readPriceHold(db, now),
    chainHealth(db),
    lastProof(db),
    sweepInProgress(db),
    chainCursor(db),
    signerHealth(db, now),
    lastCount(db),
    readPayoutStops(db),
  ]);
  return {
    ...addresses,
    ...(await balanceSheet(db, price?.price ?? null)),
    price: showPrice(price, hold, now),
    tip: {
      height: tip?.height ?? null,
      hash: tip?.hash ?? null,
      ageSeconds: tip && ageOfTip(tip.time, now),
      lookedAt: health.lookedAt,
    },
    guards: { enabled: health.guarded, troubles: troublesOf(health).map(translateStored) },
    node: { warnings: health.warnings.map(translateStored) },
    stops: stops.map(translateStored),
    signer: {
      lookedAt: signer.report?.at ?? null,
      ageSeconds: signer.report && ageOf(signer.report.at, now),
      troubles: signer.troubles.map(translateStored),
      dayLimitLtc: signer.report?.dayLimit ?? null,
      leftLtc: signer.report?.left ?? null,
    },
    proof: proof && {
      at: proof.at,
      ageSeconds: ageOf(proof.at, now),
      differences: proof.differences,
    },
    coins: coins && {
      at: coins.at,
      ageSeconds: ageOf(coins.at, now),
      height: coins.height,
      countedLtc: coins.counted,
      bookedLtc: coins.booked,
      differences: coins.differences.length,
    },
    sweep: sweep && { txid: sweep.txid, ltcAmount: sweep.litoshi },
  };
}

/** Nothing is credited or paid while the node is silent, even with the guards off. */
const troublesOf = ({ troubles, lookedAt, isSilent, guarded }: ChainHealth): readonly string[] =>
  lookedAt && isSilent && !guarded ? [...troubles, FOLLOWER_IS_SILENT] : troubles;

const ageOf = (at: Date, now: Date): number => Math.round(ageMsOf(at, now) / 1_000);

/** Miners may set the time of a block up to two hours ahead, so such a tip is new. */
const ageOfTip = (at: Date, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000));

function showPrice(price: FreshPrice | null, hold: PriceHold | null, now: Date): Treasury['price'] {
  return {
    usd: price?.price ?? null,
    asOf: price?.asOf ?? null,
    ageSeconds: price && ageOf(price.asOf, now),
    sources: (price?.sources ?? []).map((source) => ({
      name: source.name,
      price: source.price,
    })),
    manual: price?.until ? { price: price.price, until: price.until } : null,
    held: hold && {
      price: hold.price,
      reason: translateStored(hold.reason),
      since: hold.startedAt,
    },
  };
}

async function balanceSheet(db: Db, price: LtcPrice | null) {
  const { held, total, covering: coins, owed } = await readBalanceSheet(db);
  const knowsCold = await hasCold(db);
  const worthOf = (amount: Litoshi) => (price === null ? null : centsOfLitoshi(amount, price));
  const covering = worthOf(coins);
  return {
    reserves: {
      hotLtc: held.hot,
      depositsLtc: held.deposit,
      coldLtc: knowsCold ? held.cold : null,
      totalLtc: total,
      totalUsd: worthOf(total),
    },
    liabilitiesUsd: owed,
    ratioPercent: coveredPercent(covering, owed),
    exposureUsd: covering === null ? null : ((covering - owed) as Cents),
  };
}

async function hasCold(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('addresses')
    .where('account', '=', 'cold')
    .select('address')
    .executeTakeFirst();
  return row !== undefined;
}
