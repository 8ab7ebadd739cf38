import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServices } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { parseAddress } from '../server/src/money/litecoin/address.ts';
import { newDepositAddress, watchCold } from '../server/src/money/litecoin/addresses.ts';
import { newHotAddress } from '../server/src/money/litecoin/hot-addresses.ts';
import { KEY_BRANCH } from '../server/src/money/litecoin/keys.ts';
import { signHotMessages } from '../server/src/money/reserves/hot-messages.jobs.ts';
import { takeSnapshot } from '../server/src/money/reserves/reserves.jobs.ts';
import { openSigning } from '../server/src/money/signer/signer.jobs.ts';
import { SESSION_COOKIES } from '../server/src/people/sessions/sessions.reads.ts';
import { createSession } from '../server/src/people/sessions/sessions.ts';
import { startEmbedded } from '../server/src/platform/db/embedded.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { inTransaction, openPool, type Pool, SIGNER_ROLE } from '../server/src/platform/db/pool.ts';
import { buildServer } from '../server/src/platform/http/server.ts';
import { installQueues } from '../server/src/platform/jobs/queue.ts';
import type { Services } from '../server/src/services.ts';
import { SILENT } from '../server/test/silent-log.ts';
import { fillLists } from './reads-rows.ts';

/** Databases of an earlier run in this folder are used again, and new ones stay there. */
const KEPT = process.env.BENCH_KEEP;
const FROM = { ip: '127.0.0.1', userAgent: 'bench' };

/** The product's web server over a filled database, and a session of the owner of all lists. */
export interface ReadsWorld {
  readonly app: Awaited<ReturnType<typeof buildServer>>;
  readonly cookie: string;
  idOf(query: string): Promise<string>;
  close(): Promise<void>;
}

export async function openReadsWorld(size: number): Promise<ReadsWorld> {
  const directory = KEPT ? join(KEPT, String(size)) : mkdtempSync(join(tmpdir(), 'sterling-bench-'));
  const filled = join(directory, 'filled');
  if (KEPT && !existsSync(filled)) remove(directory);
  const postgres = await startEmbedded(directory, { max_connections: '100', max_wal_size: '8GB' });
  await migrate(postgres.url);
  await installQueues(postgres.url);
  const owner = openPool(postgres.url, { max: 2, role: null });
  const config = readConfig({ DATA_DIR: directory, DATABASE_URL: postgres.url });
  const { services, close } = await openServices(config, SILENT, postgres.url);
  const idOf = async (query: string) => (await owner.pg.query<{ id: string }>(query)).rows[0]!.id;
  if (!existsSync(filled)) {
    const person = `insert into users (username, is_owner, role, joined_at) values ('bench', true, 'seller', now()) returning id`;
    const userId = await idOf(person);
    await inTransaction(owner.db, (tx) => newDepositAddress(tx, services.walletKeys, userId));
    const client = await owner.pg.connect();
    await fillLists(client, userId, size);
    client.release();
    await publishReserves(services, owner, postgres.url);
    await owner.pg.query('vacuum analyze');
    writeFileSync(filled, '');
  }
  const userId = await idOf(`select id from users where username = 'bench'`);
  const token = await inTransaction(owner.db, (tx) => createSession(tx, userId, FROM));
  const app = await buildServer(services, { maxLoopDelayMs: 0 });
  return {
    app,
    cookie: `${SESSION_COOKIES.plain}=${token}`,
    idOf,
    close: async () => {
      await app.close();
      await close();
      await owner.close();
      await postgres.stop();
      if (!KEPT) remove(directory);
    },
  };
}

function remove(directory: string): void {
  const cluster = join(directory, 'cluster');
  if (existsSync(cluster)) rmSync(realpathSync(cluster), { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
}

const HOT_ADDRESSES = 20;
const COLD_ADDRESS = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
const COLD_OUTPUTS = 100;

/** Publishes a proof of the balances of all users, with signed hot addresses and coins in the cold storage. */
async function publishReserves(services: Services, owner: Pool, url: string): Promise<void> {
  const { db, config, walletKeys, node, log } = services;
  await watchCold(db, parseAddress(COLD_ADDRESS, config.litecoin.network));
  for (let nth = 0; nth < HOT_ADDRESSES; nth += 1)
    await inTransaction(db, (tx) => newHotAddress(tx, walletKeys, KEY_BRANCH.change));
  await owner.pg.query(
    `update settings set value = '{"published": true, "everyHours": 24}' where key = 'proof_of_reserves'`,
  );
  await owner.pg.query(
    `insert into chain_outputs (txid, n, address, litoshi, height) select encode(sha256(address::bytea), 'hex'), n, address, 1000000, 1
     from addresses, generate_series(1, ${COLD_OUTPUTS}) n where account = 'cold' or account = 'hot' and n = 1`,
  );
  await takeSnapshot(db);
  const signer = openPool(url, { max: 1, role: SIGNER_ROLE });
  const signing = openSigning(config, { db: signer.db, node, log });
  await signHotMessages(signing);
  signing.journal.close();
  await signer.close();
}
