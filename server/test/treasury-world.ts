import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Config } from '../src/config.ts';
import { readConfig } from '../src/config.ts';
import { parseAddress } from '../src/money/litecoin/address.ts';
import { watchCold } from '../src/money/litecoin/addresses.ts';
import { openJournal } from '../src/money/signer/journal.ts';
import { readSweep, type SweepRow } from '../src/money/treasury/sweeps.reads.ts';
import { requestSweep } from '../src/money/treasury/sweeps.ts';
import type { Signing } from '../src/money/withdrawals/signing.jobs.ts';
import { openPool, SIGNER_ROLE } from '../src/platform/db/pool.ts';
import { actAs } from './acting.ts';
import { type ChainWorld, openChainWorld } from './chain-world.ts';
import { treasuryRound } from './rounds.ts';
import type { TestChain } from './test-chain.ts';

/** A chain world with an owner who requests sweeps. */
export interface TreasuryWorld extends ChainWorld {
  /** Services that sign and send, in the signer's role. */
  readonly sweeping: Signing;
  readonly ownerId: string;
  /** The owner requests a sweep. Returns its row. */
  wish(): Promise<SweepRow>;
  /** One round of the worker, which sends all unmined transactions. */
  look(node?: TestChain['node']): Promise<void>;
  sweep(id: string): Promise<SweepRow>;
  /** Mines blocks and follows the chain. */
  mine(blocks: number): Promise<void>;
  useCold(address: string, hotTarget: Config['litecoin']['hotTarget']): Promise<void>;
}

export async function openTreasuryWorld(chain: TestChain): Promise<TreasuryWorld> {
  const world = await openChainWorld(chain);
  const { database, signer } = world;
  const signers = openPool(database.url, { max: 10, role: SIGNER_ROLE });
  const directory = mkdtempSync(join(tmpdir(), 'sterling-journal-'));
  const journal = openJournal(join(directory, 'signed.jsonl'));
  const { db } = database;
  const { id: ownerId } = await world.person('otto', { isOwner: true });
  let config = readConfig({ DATA_DIR: '/nonexistent' });
  const sweeping = (node = chain.node): Signing => {
    const policy = { ...config.litecoin, ...config.signer };
    return { db: signers.db, node, log: pino({ level: 'silent' }), signer, policy, journal };
  };
  return {
    ...world,
    get sweeping() {
      return sweeping();
    },
    ownerId,
    wish: () => actAs(db, ownerId, (tx) => requestSweep(tx, ownerId)),
    look: (node) => treasuryRound(sweeping(node)),
    sweep: (id) => readSweep(db, id),
    mine: async (blocks) => {
      await chain.mine(blocks);
      await world.scan();
    },
    useCold: async (coldAddress, hotTarget) => {
      config = { ...config, litecoin: { ...config.litecoin, coldAddress, hotTarget } };
      await watchCold(db, parseAddress(coldAddress, 'regtest'));
    },
    close: async () => {
      await signers.close();
      await world.close();
      journal.close();
      rmSync(directory, { recursive: true });
    },
  };
}
