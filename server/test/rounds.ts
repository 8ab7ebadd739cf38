import { payoutStopReason } from '../src/money/litecoin/guards.reads.ts';
import { signHouse } from '../src/money/signer/signer.jobs.ts';
import { runTreasuryOnce } from '../src/money/treasury/treasury.jobs.ts';
import { type Signing, signApproved } from '../src/money/withdrawals/signing.jobs.ts';
import { payOnce } from '../src/money/withdrawals/withdrawals.jobs.ts';
import { eachStep } from '../src/platform/loop.ts';

/** One round of worker, signer and worker for withdrawals. Sends payments that are new or were last sent before `sendBefore`. */
export const payRound = (services: Signing, sendBefore = new Date()): Promise<void> =>
  roundOf(services, sendBefore, payOnce, signApproved);

/** As payRound(), for Sterling's payments to itself. */
export const treasuryRound = (services: Signing, sendBefore = new Date()): Promise<void> =>
  roundOf(services, sendBefore, runTreasuryOnce, signHouse);

async function roundOf(
  services: Signing,
  sendBefore: Date,
  work: typeof payOnce,
  sign: typeof signApproved,
): Promise<void> {
  const workOnce = () => work(services, sendBefore);
  const signUnlessBlocked = async () => {
    if ((await payoutStopReason(services.db)) === null) await sign(services);
  };
  await eachStep([workOnce, signUnlessBlocked, workOnce]);
}
