import { cents } from '@sterling/contract/money.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { eventually, makeLogin, type ProductProcess, startProcess } from '../../../test/processes.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction, SIGNER_ROLE, WORKER_ROLE } from '../../platform/db/pool.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';

let world: PayerWorld;
let seller: string;
const running: ProductProcess[] = [];
beforeAll(async () => {
  world = await openPayerWorld({ coins: 2 });
  seller = await makePerson(world.database.db, 'sela');
  await credit(world.database.db, seller, 100_000, { wallet: 'seller' });
});
afterAll(async () => {
  for (const { pid } of running) signal(pid, 'SIGCONT');
  await Promise.all(running.map((each) => each.kill()));
  await world.close();
});

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}
async function start(role: 'signer' | 'worker'): Promise<ProductProcess> {
  const login = role === 'signer' ? SIGNER_ROLE : WORKER_ROLE;
  const databaseUrl = await makeLogin(world.database, login);
  const started = await startProcess(role, {
    sandboxUrl: world.sandboxUrl,
    directory: world.config.dataDir,
    databaseUrl,
  });
  running.push(started);
  return started;
}
const ask = () => {
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  return inTransaction(world.database.db, (tx) =>
    requestWithdrawal(tx, { id: seller, isOwner: false }, wish, 'regtest'),
  );
};
const reached = (id: string, state: string) =>
  eventually(
    async () => {
      const row = world.db.selectFrom('withdrawals').where('id', '=', id).select(['state', 'txid']);
      const found = await row.executeTakeFirstOrThrow();
      return found.state === state && found;
    },
    { withinMs: 120_000 },
  );

/** Every signature waits in its commit, behind this lock. Returns how to end the wait. */
async function holdCommits(): Promise<() => Promise<void>> {
  await world.database.asOwner(`
    create function wait_in_commit() returns trigger language plpgsql security definer as $$
    begin perform pg_advisory_xact_lock(4711); return null; end $$;
    create constraint trigger wait_in_commit after insert on own_transactions deferrable initially deferred
      for each row execute function wait_in_commit()`);
  const holder = new pg.Client({ connectionString: world.database.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(4711)');
  return () => holder.end();
}
const waitingInCommit = () =>
  eventually(async () => {
    const { rows } = await world.database.asOwner(
      `select pid from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
    );
    return rows[0]?.pid as number | undefined;
  });

test('rare day 24: a signer that freezes between journal and commit, and wakes after a second one has signed, pays once', {
  timeout: 300_000,
}, async () => {
  const release = await holdCommits();
  const frozen = await start('signer');
  await start('worker');
  const { id, address } = await ask();
  const backend = await waitingInCommit();
  const { txid } = world.journal.find('withdrawal', id)!;
  signal(frozen.pid, 'SIGSTOP');
  await world.database.asOwner('select pg_terminate_backend($1)', [backend]);
  await release();

  await start('signer');
  expect((await reached(id, 'broadcast')).txid).toBe(txid);
  signal(frozen.pid, 'SIGCONT');
  const next = await ask();
  await reached(next.id, 'broadcast');
  await world.control('/litecoin/mine', { blocks: 6 });
  for (const each of [id, next.id]) await reached(each, 'confirmed');
  expect(await world.litoshiReceived(address)).toEqual([29_411_764]);
  expect(await world.litoshiReceived(next.address)).toEqual([29_411_764]);
  expect(frozen.isRunning()).toBe(true);
  await expectBalancedBooks(world);
});
