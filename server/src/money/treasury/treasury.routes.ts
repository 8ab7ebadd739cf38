import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@sterling/contract/api.ts';
import { dollarsOf, ltcOf, ltcPrice } from '@sterling/contract/money.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { payoutBlockReason } from '../litecoin/guards.reads.ts';
import { setPriceByHand } from '../prices/prices.ts';
import { readTreasury } from './overview.reads.ts';
import { readSweep, type SweepRow } from './treasury.reads.ts';
import { requestSweep } from './treasury.ts';

/** What the owner watches over, and the few levers there are. */
export function treasuryRoutes({
  db,
  config,
  walletKeys,
}: Pick<Services, 'db' | 'config' | 'walletKeys'>): Route[] {
  return [
    handle(api.treasury.read, () => {
      const hotAddress = walletKeys.addressAt({ account: 'hot', branch: 0, index: 0 }).address;
      return readTreasury(db, { hotAddress, coldAddress: config.litecoin.coldAddress });
    }),
    handle(api.treasury.sweep, async ({ user, once }) => {
      const reason = await payoutBlockReason(db);
      if (reason) refuse('service_unavailable', { hint: `Nothing is sent at the moment: ${reason}.` });
      const { id } = await inTransaction(db, (tx) => requestSweep(tx, user.id));
      const sweep = await signedWithin(db, id, SIGNED_WITHIN_MS);
      return once(async () => told(sweep));
    }),
    handle(api.treasury.setPrice, async ({ user, body, request }) => {
      if (body.usd < SANE.from || body.usd > SANE.to) refuse('invalid_amount');
      const owner = { id: user.id, ip: request.ip };
      const { until } = await inTransaction(db, (tx) =>
        setPriceByHand(tx, owner, ltcPrice(body.usd), body.minutes),
      );
      return {
        success: true as const,
        message: `The price is set for ${body.minutes} minutes`,
        price: dollarsOf(body.usd),
        until: until.toISOString(),
      };
    }),
  ];
}

/** One dollar to ten thousand: outside of it a unit was mixed up. */
const SANE = { from: 1_00, to: 10_000_00 };
const SIGNED_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 100;

/** Only the worker can sign. Refuses with service_unavailable while it does not: the wish stands, and asking again answers it. */
async function signedWithin(db: Db, id: string, ms: number): Promise<SweepRow> {
  for (const deadline = Date.now() + ms; ; await sleep(LOOK_EVERY_MS)) {
    const sweep = await readSweep(db, id);
    if (sweep.state !== 'requested') return sweep;
    if (Date.now() > deadline) {
      return refuse('service_unavailable', {
        hint: 'The sweep was asked for and is not signed yet. Please look again in a minute.',
      });
    }
  }
}

function told({ state, txid, litoshi }: SweepRow) {
  const message =
    state === 'nothing'
      ? 'No deposit is settled and worth sweeping yet'
      : `${ltcOf(litoshi)} LTC are on their way to the hot wallet`;
  return { success: true as const, message, txid, ltcAmount: ltcOf(litoshi) };
}
