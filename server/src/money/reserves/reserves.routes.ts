import { api } from '@sterling/contract/api.ts';
import { t } from '@sterling/contract/texts.ts';
import { type PolledRoute, poll } from '../../platform/http/polled.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { readBalanceProof } from './balance-proof.reads.ts';
import { recordColdSignature } from './cold-signatures.ts';
import { readOverview, readReserves } from './reserves.reads.ts';

type ReserveServices = Pick<Services, 'db' | 'config' | 'snapshots'>;

/** The public proof of reserves, each person's own proof, and the owner's side. */
export function reserveRoutes({ db, config, snapshots }: ReserveServices): (Route | PolledRoute)[] {
  return [
    poll(api.reserves.read, snapshots, ['settings'], async () => ({ value: await readReserves(db) })),
    handle(api.reserves.proof, ({ user, query }) => readBalanceProof(db, user.id, query.snapshot)),
    handle(api.coldSignatures.overview, () => readOverview(db)),
    handle(api.coldSignatures.sign, async ({ user, body, write }) => {
      await write((tx) => recordColdSignature(tx, user.id, body, config.litecoin.network));
      return { success: true as const, message: t('The signature is valid and will be shown') };
    }),
  ];
}
