import { cents } from '@sterling/contract/money.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { eventually, makeLogin, type ProductProcess, startProcess } from '../../../test/processes.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction, SIGNER_ROLE, WORKER_ROLE } from '../../platform/db/pool.ts';
import { installQueues } from '../../platform/jobs/queue.ts';
import { makeBackup } from '../../tools/backups/backups.ts';
import { restoreBackup } from '../../tools/backups/restore.ts';
import { proveBooks } from '../ledger/proof.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';

let world: PayerWorld;
let seller: string;
const running: ProductProcess[] = [];
beforeAll(async () => {
  world = await openPayerWorld({ coins: 2 });
  seller = await makePerson(world.database.db, 'sela');
  world.journal.open(new Date());
  await credit(world.database.db, seller, 100_000, { wallet: 'seller' });
});
afterAll(async () => {
  await Promise.all(running.map((each) => each.kill()));
  await world.close();
});

async function start(role: 'signer' | 'worker'): Promise<void> {
  const databaseUrl = await makeLogin(world.database, role === 'signer' ? SIGNER_ROLE : WORKER_ROLE);
  const { sandboxUrl, config } = world;
  running.push(await startProcess(role, { sandboxUrl, directory: config.dataDir, databaseUrl }));
}
const ask = () => {
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  return inTransaction(world.database.db, (tx) =>
    requestWithdrawal(tx, { id: seller, isOwner: false }, wish, 'regtest'),
  );
};
/** With time for a busy machine. */
const soon = <Answer>(question: () => Promise<Answer | null | undefined | false>) =>
  eventually(question, { withinMs: 120_000 });
const withdrawal = (id: string) =>
  world.database.db
    .selectFrom('withdrawals')
    .where('id', '=', id)
    .select(['state', 'txid'])
    .executeTakeFirstOrThrow();
const restores = () =>
  world.database.db.selectFrom('restores').select(['cause', 'comparedAt', 'comparison']).execute();

/** Drops the database under its processes, and makes an empty one of the same name. */
async function emptyDatabase(): Promise<void> {
  const url = new URL(world.database.url);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const administrator = new pg.Client({ connectionString: url.href });
  await administrator.connect();
  await administrator.query(`drop database ${name} with (force)`);
  await administrator.query(`create database ${name} template template0`);
  await administrator.end();
}

test('rare day 24: two operators restore a backup at the same time under a running worker and signer, and nothing is paid twice', {
  timeout: 300_000,
}, async () => {
  const { id, address } = await ask();
  const { file } = await makeBackup(world.database.pg, world.config.dataDir);
  await Promise.all([start('signer'), start('worker')]);
  await soon(async () => (await withdrawal(id)).state === 'broadcast');
  await world.control('/litecoin/mine', { blocks: 1 });
  const { txid } = await withdrawal(id);

  await emptyDatabase();
  const restore = () => restoreBackup(world.database.url, `${world.config.dataDir}/${file}`);
  const outcomes = await Promise.allSettled([restore(), restore()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('not empty') },
  });
  await installQueues(world.database.url);

  await soon(async () => (await restores())[0]?.comparedAt);
  expect(await restores()).toMatchObject([
    { cause: 'backup', comparison: { journal: 'complete', lost: [] } },
  ]);
  await soon(async () => (await withdrawal(id)).txid === txid);
  const stop = world.database.db
    .selectFrom('settings')
    .where('key', '=', 'emergency_shutdown')
    .select('value');
  expect(await stop.executeTakeFirst()).toMatchObject({ value: { enabled: true } });
  await world.database.asOwner(
    `update settings set value = '{"enabled": false}' where key = 'emergency_shutdown'`,
  );
  await world.control('/litecoin/mine', { blocks: 6 });
  await soon(async () => (await withdrawal(id)).state === 'confirmed');
  expect(await world.litoshiReceived(address)).toEqual([29_411_764]);
  expect(running.map((each) => each.isRunning())).toEqual([true, true]);
  expect(await proveBooks(world.database.db)).toEqual([]);
});
