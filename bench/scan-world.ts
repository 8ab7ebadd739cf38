import { join } from 'node:path';
import { newDepositAddress, openWalletAddresses } from '../server/src/money/litecoin/addresses.ts';
import { openPublicWallet } from '../server/src/money/litecoin/keys.ts';
import { NETWORKS } from '../server/src/money/litecoin/network.ts';
import { createSeedFile } from '../server/src/money/litecoin/seed-file.ts';
import { installSettings } from '../server/src/people/settings/settings.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { type Db, inTransaction, openPool, type Pool } from '../server/src/platform/db/pool.ts';
import { openVault } from '../server/src/platform/vault/vault.ts';
import { CHAINS } from '../server/test/chain.ts';
import type { TestChain } from '../server/test/test-chain.ts';
import { openDatabase } from './database.ts';

const OUTPUTS_PER_BLOCK = 200;
const BLOCKS_PER_DEPOSIT = 5;

export interface ScanWorld {
  readonly db: Db;
  readonly chain: TestChain;
  readonly chainName: string;
  /** The measured blocks: from the one after `start` to the tip. */
  readonly start: number;
  readonly hashes: readonly string[];
  readonly deposits: number;
  /** Makes the database watch this many addresses in total. */
  watch(addresses: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a chain of blocks with 200 payments each and a deposit in every fifth, and a database that has scanned none of them. */
export async function openScanWorld(blocks: number): Promise<ScanWorld> {
  const database = await openDatabase();
  const { directory } = database;
  await migrate(database.url);
  const pool = openPool(database.url, { max: 4 });
  const { db } = pool;
  await installSettings(db, 'sandbox');
  const seedFile = join(directory, 'seed.json');
  const vault = openVault(join(directory, 'vault.json'), { create: true });
  createSeedFile(seedFile, vault, NETWORKS.regtest);
  const keys = openPublicWallet(seedFile, 'regtest', true);
  await openWalletAddresses(db, keys);
  const { id: userId } = await db
    .insertInto('users')
    .values({ username: 'bench' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ours = await inTransaction(db, (tx) => newDepositAddress(tx, keys, userId));
  const { name: chainName, open } = CHAINS.at(-1)!;
  const chain = await open();
  const start = (await chain.node.chainInfo()).blocks;
  // addresses that the wallet never handed out are not watched
  const others = Array.from(
    { length: OUTPUTS_PER_BLOCK },
    (_, index) => keys.addressAt({ account: 'hot', branch: 1, index }).address,
  );
  const deposits = await fill(chain, blocks, { ours, others });
  const heights = Array.from({ length: blocks }, (_, index) => start + 1 + index);
  const hashes: string[] = [];
  for (const height of heights) hashes.push((await chain.node.blockHash(height))!);
  return {
    db,
    chain,
    chainName,
    start,
    hashes,
    deposits,
    watch: (addresses) => watch(pool, userId, addresses),
    close: async () => {
      await pool.close();
      await chain.close();
      await database.close();
    },
  };
}

async function fill(
  chain: TestChain,
  blocks: number,
  { ours, others }: { ours: string; others: readonly string[] },
): Promise<number> {
  let deposits = 0;
  for (let block = 0; block < blocks; block += 1) {
    const isOurs = block % BLOCKS_PER_DEPOSIT === 0;
    if (isOurs) deposits += 1;
    const addresses = isOurs ? [ours, ...others] : others;
    await chain.pay(...addresses.map((address) => ({ address, ltc: 0.001 })));
    await chain.mine(1);
  }
  return deposits;
}

async function watch(pool: Pool, userId: string, addresses: number): Promise<void> {
  await pool.pg.query(
    `insert into addresses (address, script, account, branch, index, user_id)
     select 'bench' || i, '\\x0014'::bytea || substring(sha256(i::text::bytea) for 20), 'deposit', 1, i, $1::uuid
     from generate_series((select count(*) from addresses) + 1, $2::int) i`,
    [userId, addresses],
  );
}
