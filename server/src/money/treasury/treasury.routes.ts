import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@sterling/contract/api.ts';
import { isPlausiblePrice, ltcPrice } from '@sterling/contract/money.ts';
import { phrase, plural, t } from '@sterling/contract/texts.ts';
import type { Db } from '../../platform/db/pool.ts';
import { shortLtc } from '../../platform/formats.rules.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { CAPITAL_PATH } from '../litecoin/keys.ts';
import { setPriceByHand } from '../prices/prices.ts';
import { readTreasury } from './overview.reads.ts';
import { readSweep, type SweepRow } from './sweeps.reads.ts';
import { requestSweep } from './sweeps.ts';

/** The owner's treasury: its page, sweeps and the price. */
export function treasuryRoutes({
  db,
  config,
  walletKeys,
}: Pick<Services, 'db' | 'config' | 'walletKeys'>): Route[] {
  return [
    handle(api.treasury.read, () => {
      const hotAddress = walletKeys.addressAt(CAPITAL_PATH).address;
      return readTreasury(db, { hotAddress, coldAddress: config.litecoin.coldAddress });
    }),
    handle(api.treasury.sweep, async ({ user, write, once }) => {
      const reason = await payoutStopReason(db);
      if (reason)
        refuse('service_unavailable', {
          hint: phrase('Nothing is sent now, because {reason}.', {
            reason: () => translateStored(reason),
          }),
        });
      // committed on its own, because the signer has to see the request before there is an answer to store
      const { id } = await write((tx) => requestSweep(tx, user.id));
      const sweep = await signedWithin(db, id, SIGNED_WITHIN_MS);
      return once(async () => sweepReply(sweep));
    }),
    handle(api.treasury.setPrice, async ({ user, body: { usd, minutes, confirmed }, write }) => {
      if (!isPlausiblePrice(usd)) refuse('invalid_amount');
      const byHand = { price: ltcPrice(usd), minutes, isConfirmed: confirmed };
      const { until } = await write((tx) => setPriceByHand(tx, user.id, byHand));
      return {
        success: true as const,
        message: plural(
          minutes,
          'The price is set for {count} minute',
          'The price is set for {count} minutes',
          { count: minutes },
        ),
        price: usd,
        until,
      };
    }),
  ];
}

const SIGNED_WITHIN_MS = 8_000;
const POLL_EVERY_MS = 100;

/**
 * Waits for the signer. Refuses with service_unavailable after `ms`; the request stays, and a repeated call answers it.
 */
async function signedWithin(db: Db, id: string, ms: number): Promise<SweepRow> {
  for (const deadline = performance.now() + ms; ; await sleep(POLL_EVERY_MS)) {
    const sweep = await readSweep(db, id);
    if (sweep.state !== 'requested') return sweep;
    if (performance.now() > deadline) {
      return refuse('service_unavailable', {
        hint: phrase('The sweep was requested and is not signed yet. Please check again in a minute.'),
      });
    }
  }
}

function sweepReply({ state, txid, litoshi }: SweepRow) {
  const message =
    state === 'nothing'
      ? t('No deposit is settled and worth sweeping yet')
      : t('{ltc} LTC are on their way to the hot wallet', { ltc: shortLtc(litoshi) });
  return { success: true as const, message, txid, ltcAmount: litoshi };
}
