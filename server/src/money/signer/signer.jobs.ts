import { text } from '@sterling/contract/texts.ts';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { openLitecoinNode } from '../../outside/litecoin-node.ts';
import { refuseOtherSchema, refuseReadOnly } from '../../platform/db/migrate.ts';
import { tryConnection } from '../../platform/db/one-connection.ts';
import { openPool, SIGNER_ROLE } from '../../platform/db/pool.ts';
import { followSchema } from '../../platform/db/schema.jobs.ts';
import { type FailureLog, openFailureLog } from '../../platform/failure-log.ts';
import { eachAlone, repeat } from '../../platform/loop.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { openVault } from '../../platform/vault/vault.ts';
import type { Services } from '../../services.ts';
import { naming } from '../../start-error.ts';
import { parseAddress } from '../litecoin/address.ts';
import { openWalletAddresses } from '../litecoin/addresses.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { openSigner } from '../litecoin/signer.ts';
import { signHotMessages } from '../reserves/hot-messages.jobs.ts';
import { recogniseRestore } from '../restores/restores.ts';
import { signCancels } from '../treasury/cancels.jobs.ts';
import { signChildren } from '../treasury/children.jobs.ts';
import { signWaitingSweep } from '../treasury/sweeping.jobs.ts';
import { type Signing, signApproved } from '../withdrawals/signing.jobs.ts';
import { compareRestores, openJournalOf } from './comparing.jobs.ts';
import { openJournal } from './journal.ts';
import { recordSignerCheck } from './signer.ts';
import type { Policy } from './signing-request.ts';

/** The part of the configuration that the signer knows. */
export type SignerConfig = Pick<Config, 'mode' | 'litecoin' | 'signer' | 'keys'>;

const CHECK_EVERY_MS = 1_000;
const REPORT_EVERY_MS = 2_000;
const COMPARE_AGAIN_MS = 2_000;

/**
 * Starts the signer on a migrated database. The returned function stops it after its present run. The signer reads its work from
 * the database and commits every signature before others can use it (docs/decisions/0005-signer.md). Throws when the
 * seed does not give the stored addresses, and closes what it has opened.
 */
export async function startSigner(
  config: SignerConfig,
  log: Logger,
  url: string,
): Promise<() => Promise<void>> {
  await naming('DATABASE_URL', () => tryConnection(url));
  const pool = openPool(url, { max: 4, role: SIGNER_ROLE });
  try {
    await naming('DATABASE_URL', () => refuseReadOnly(pool.db));
    await naming('DATABASE_URL', () => refuseOtherSchema(pool.db));
    const signing = openSigning(config, { db: pool.db, node: openLitecoinNode(config.litecoin), log });
    const { coldAddress, network } = config.litecoin;
    const cold =
      coldAddress === null ? null : naming('COLD_ADDRESS', () => parseAddress(coldAddress, network));
    await naming('WALLET_SEED_FILE or COLD_ADDRESS', () =>
      openWalletAddresses(pool.db, signing.signer.keys, cold),
    );
    await recogniseRestore(pool.db, signing.signer.keys, log);
    await openJournalOf(signing);
    const stopped = new AbortController();
    const running = Promise.all([signUntil(signing, stopped.signal), followSchema(signing, stopped.signal)]);
    return async () => {
      stopped.abort();
      await running;
      signing.journal.close();
      await pool.close();
    };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Opens the seed and the signing policy. Throws in a process without a seed. */
export function openSigning(
  { mode, litecoin, signer, keys }: SignerConfig,
  services: Pick<Services, 'db' | 'node' | 'log'>,
): Signing {
  if (!keys.signing) throw new Error('this process was given no seed: it signs nothing');
  const { keyFile, seedFile, journalFile } = keys.signing;
  const keyName = `SIGNER_KEY_FILE ${keyFile}`;
  const vault = naming(keyName, () => openVault(keyFile, { create: mode === 'sandbox' }));
  const policy: Policy = { ...litecoin, ...signer };
  const opened = naming(`WALLET_SEED_FILE ${seedFile}, opened with ${keyName}`, () =>
    openSigner({ file: seedFile, vault, network: litecoin.network }),
  );
  const journal = naming(`SIGNER_JOURNAL_FILE ${journalFile}`, () => openJournal(journalFile));
  return { ...services, signer: opened, policy, journal };
}

async function signUntil(signing: Signing, signal: AbortSignal): Promise<void> {
  const report = throttledReport(signing);
  const waits = throttledComparison(signing);
  const { log } = signing;
  const failures = failureLogs(log);
  await repeat(async () => report(await signOnce(signing, waits, failures)), {
    everyMs: CHECK_EVERY_MS,
    failed: 'signer: cannot report',
    log,
    signal,
  });
}

/** The log of each work of the signer, by its name. */
function failureLogs(log: Logger): (what: string) => FailureLog {
  const opened = new Map<string, FailureLog>();
  return (what) => {
    const known = opened.get(what) ?? openFailureLog(log, `signer: ${what} failed`);
    opened.set(what, known);
    return known;
  };
}

/**
 * One run: signs everything that waits and may be signed. Returns the errors, in words. A failing part does not delay
 * the others.
 */
async function signOnce(
  signing: Signing,
  findWait: () => Promise<string | null>,
  failures: (what: string) => FailureLog,
): Promise<string[]> {
  const troubles: string[] = [];
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    await work().then(failures(what).worked, (error: Error) => {
      failures(what).failed(error);
      troubles.push(toStore(WITH_VALUES.signerFailed, { work: what, error: error.message }));
    });
  };
  await attempt(text('signing'), async () => {
    const waits = await findWait();
    if (waits) troubles.push(waits);
    if (waits) return;
    if ((await payoutStopReason(signing.db)) !== null) return;
    await attempt(text('withdrawals'), () => signApproved(signing));
    await attempt(text('sweeps'), () => signHouse(signing));
  });
  // a signed message moves no coins, so a stop does not apply
  await attempt(text('proof of reserves'), () => signHotMessages(signing));
  return troubles;
}

/** Signs the requested sweep, cancels of payments that were given up, and children of stuck payments. Sends nothing. Errors are thrown last. */
export async function signHouse(signing: Signing): Promise<void> {
  const kinds = [signWaitingSweep, signCancels, signChildren];
  await eachAlone(kinds, (sign) => sign(signing));
}

/** Compares after a restore in each run, or every few seconds while the owner has to decide. */
function throttledComparison(signing: Signing): () => Promise<string | null> {
  let reason: string | null = null;
  let comparedAt = 0;
  return async () => {
    const now = performance.now();
    if (reason && now - comparedAt < COMPARE_AGAIN_MS) return reason;
    reason = await compareRestores(signing);
    comparedAt = now;
    return reason;
  };
}

/** Stores changed errors immediately, and a sign of life every two seconds. */
function throttledReport({ db, policy }: Signing): (troubles: readonly string[]) => Promise<void> {
  let reported = '';
  let reportedAt = Number.NEGATIVE_INFINITY;
  return async (troubles) => {
    const now = performance.now();
    const all = troubles.join('\n');
    if (all === reported && now - reportedAt < REPORT_EVERY_MS) return;
    await recordSignerCheck(db, troubles, policy);
    [reported, reportedAt] = [all, now];
  };
}
