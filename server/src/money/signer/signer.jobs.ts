import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { openLitecoinNode } from '../../outside/litecoin-node.ts';
import { refuseUnmigrated } from '../../platform/db/migrate.ts';
import { openPool, SIGNER_ROLE } from '../../platform/db/pool.ts';
import { openVault } from '../../platform/vault/vault.ts';
import type { Services } from '../../services.ts';
import { parseAddress } from '../litecoin/address.ts';
import { openWalletAddresses } from '../litecoin/addresses.ts';
import { payoutBlockReason } from '../litecoin/guards.reads.ts';
import { openSigner } from '../litecoin/signer.ts';
import { signHouse } from '../treasury/treasury.jobs.ts';
import { type Signing, signApproved } from '../withdrawals/signing.jobs.ts';
import { noteLook } from './signer.ts';
import type { Policy } from './signing-request.ts';

/** All of the configuration that the signer knows. */
export type SignerConfig = Pick<Config, 'mode' | 'litecoin' | 'signer' | 'keys'>;

const LOOK_EVERY_MS = 500;
const NOTE_EVERY_MS = 2_000;

/**
 * Starts the signer on a migrated database; the answer stops it once its present look has ended. It reads what is to be
 * signed from the database, and whatever it signs is committed there before anyone else can have it (docs/decisions/0005-signer.md).
 * Throws when the seed does not give the addresses that were given out.
 */
export async function startSigner(
  config: SignerConfig,
  log: Logger,
  url: string,
): Promise<() => Promise<void>> {
  const pool = openPool(url, { max: 4, role: SIGNER_ROLE });
  try {
    await refuseUnmigrated(pool.db);
    const signing = openSigning(config, { db: pool.db, node: openLitecoinNode(config.litecoin), log });
    const { coldAddress, network } = config.litecoin;
    const cold = coldAddress === null ? null : parseAddress(coldAddress, network);
    await openWalletAddresses(pool.db, signing.signer.keys, cold);
    const stopped = new AbortController();
    const running = signAlways(signing, stopped.signal);
    return async () => {
      stopped.abort();
      await running;
      await pool.close();
    };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** Opens the seed, and the rules under which it signs. */
export function openSigning(
  { mode, litecoin, signer, keys }: SignerConfig,
  services: Pick<Services, 'db' | 'node' | 'log'>,
): Signing {
  if (!keys.signing) throw new Error('this process was given no seed: it signs nothing');
  const { keyFile, seedFile } = keys.signing;
  const vault = openVault(keyFile, { create: mode === 'sandbox' });
  const policy: Policy = { ...litecoin, ...signer };
  return { ...services, signer: openSigner({ file: seedFile, vault, network: litecoin.network }), policy };
}

async function signAlways(signing: Signing, signal: AbortSignal): Promise<void> {
  const note = noteSometimes(signing);
  while (!signal.aborted) {
    const troubles = await signOnce(signing);
    await note(troubles).catch((error: unknown) => signing.log.error({ err: error }, 'signer'));
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One look: signs all that waits and may be signed. Answers what went wrong, in words; one part keeps no other waiting. */
async function signOnce(signing: Signing): Promise<string[]> {
  const troubles: string[] = [];
  const tried = async (what: string, work: () => Promise<unknown>) => {
    await work().catch((error: Error) => {
      signing.log.error({ err: error }, what);
      troubles.push(`${what}: ${error.message}`);
    });
  };
  await tried('signing', async () => {
    if ((await payoutBlockReason(signing.db)) !== null) return;
    await tried('withdrawals', () => signApproved(signing));
    await tried('sweeps', () => signHouse(signing));
  });
  return troubles;
}

/** Tells the database immediately what changed, and every two seconds that it is there. */
function noteSometimes({ db, policy }: Signing): (troubles: readonly string[]) => Promise<void> {
  let noted = '';
  let notedAt = 0;
  return async (troubles) => {
    const now = Date.now();
    const text = troubles.join('\n');
    if (text === noted && now - notedAt < NOTE_EVERY_MS) return;
    await noteLook(db, troubles, policy);
    [noted, notedAt] = [text, now];
  };
}
