import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs } from '../../../test/acting.ts';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import {
  eventually,
  makeLogin,
  type ProcessWorld,
  type ProductProcess,
  startProcess,
} from '../../../test/processes.ts';
import { setSetting } from '../../../test/settings.ts';
import { openRawRpc } from '../../../test/test-chain.ts';
import { credit, makePerson, postedOf } from '../../../test/wallets.ts';
import { inTransaction, SIGNER_ROLE, WORKER_ROLE } from '../../platform/db/pool.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { STUCK_AFTER_BLOCKS } from '../treasury/child.rules.ts';
import { readSweep } from '../treasury/sweeps.reads.ts';
import { requestSweep } from '../treasury/sweeps.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';

/** 25.00 / 85.00 LTC, floored to a litoshi. */
const LITOSHI_OF_25 = 29_411_764;

let world: PayerWorld;
let owner: string;
let seller: string;
/** Real processes, each with its own database login. The worker's login may not record signed transactions. */
let worker: ProductProcess;
let signer: ProductProcess;
let workerWorld: ProcessWorld;
let signerWorld: ProcessWorld;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 4 });
  const { database, sandboxUrl, config } = world;
  const processes = { sandboxUrl, directory: config.dataDir };
  workerWorld = { ...processes, databaseUrl: await makeLogin(database, WORKER_ROLE) };
  signerWorld = { ...processes, databaseUrl: await makeLogin(database, SIGNER_ROLE) };
  owner = await makePerson(database.db, 'otto');
  seller = await makePerson(database.db, 'sela');
  await credit(database.db, seller, 100_000, { wallet: 'seller' });
});
afterAll(async () => {
  await Promise.all([worker?.kill(), signer?.kill()]);
  await world.close();
});

async function startWorker(): Promise<void> {
  worker = await startProcess('worker', workerWorld);
}
async function startSigner(): Promise<void> {
  signer = await startProcess('signer', signerWorld);
}

async function ask(): Promise<{ id: string; address: string }> {
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  return inTransaction(world.database.db, (tx) =>
    requestWithdrawal(tx, { id: seller, isOwner: false }, wish, 'regtest'),
  );
}
const withdrawal = (id: string) =>
  world.db
    .selectFrom('withdrawals')
    .where('id', '=', id)
    .select(['state', 'reason', 'txid'])
    .executeTakeFirstOrThrow();
const reached = (id: string, state: string) => eventually(async () => (await withdrawal(id)).state === state);
const sweepSigned = (id: string) =>
  eventually(async () => {
    const sweep = await readSweep(world.db, id);
    return sweep.state === 'signed' && sweep.txid;
  });
const childSigned = () =>
  eventually(async () => {
    const child = world.db.selectFrom('ownTransactions').where('kind', '=', 'child').select('txid');
    return (await child.executeTakeFirst())?.txid;
  });
const inMempool = (txid: string) => eventually(async () => (await world.node.mempool()).includes(txid));
/** Waits until the worker has applied the node's tip. */
const followed = () =>
  eventually(async () => {
    const { blocks } = await world.node.chainInfo();
    const { rows } = await world.database.asOwner('select max(height) as height from chain_blocks');
    return rows[0].height === blocks;
  });

interface Fault {
  readonly id: string;
  readonly hits: number;
}
/** The node executes a call but never answers. */
const hang = (method: string, times = 1) =>
  world.control<Fault>('/faults', { service: 'litecoin', method, kind: 'timeout-after', times });
const nodeSays = (method: string, result: unknown, times: number) =>
  world.control<Fault>('/faults', {
    service: 'litecoin',
    method,
    kind: 'status',
    status: 200,
    body: { result, error: null, id: 1 },
    times,
  });
const wasHit = ({ id }: Fault) =>
  eventually(async () => {
    const answer = await fetch(`${world.sandboxUrl}/control/faults`);
    return ((await answer.json()) as Fault[]).some((fault) => fault.id === id && fault.hits > 0);
  });
const clearFaults = () => fetch(`${world.sandboxUrl}/control/faults`, { method: 'DELETE' });

/** Chain, ledger and treasury agree to the litoshi, and every signed transaction is mined. */
async function expectAgreement(): Promise<void> {
  await followed();
  await expectBalancedBooks(world);
  const { rpcUrl, rpcUser, rpcPassword } = world.config.litecoin;
  const addresses = await world.db.selectFrom('addresses').select('address').execute();
  const { total_amount: ltc } = await openRawRpc(rpcUrl, `${rpcUser}:${rpcPassword}`)<{
    total_amount: number;
  }>(
    'scantxoutset',
    'start',
    addresses.map(({ address }) => `addr(${address})`),
  );
  expect(await postedOf(world.db, 'treasury:ltc')).toBe(Math.round(ltc * 1e8));
  const { rows } = await world.database.asOwner(
    'select kind from own_transactions where mined_height is null',
  );
  expect(rows).toEqual([]);
}

test('S5.07 a withdrawal and a sweep are paid once although their processes are killed at every step', {
  timeout: 300_000,
}, async () => {
  const deposit = await inTransaction(world.database.db, (tx) =>
    newDepositAddress(tx, world.walletKeys, seller),
  );
  await world.control('/litecoin/send', { address: deposit, ltc: 0.5 });
  await world.mine(6);
  await setSetting(world.database, 'new_address_wait', { hours: 1 });

  // requested: no worker runs; then the worker approves the waiting withdrawal
  const { id, address } = await ask();
  expect(await withdrawal(id)).toMatchObject({ state: 'requested' });
  await world.database.asOwner('update withdrawals set waits_until = now() where id = $1', [id]);
  await startWorker();
  await reached(id, 'approved');
  await worker.kill();

  // approved: the signer is killed while it signs, before the commit
  const signing = await hang('testmempoolaccept');
  await startSigner();
  await wasHit(signing);
  await signer.kill();
  expect(await withdrawal(id)).toMatchObject({ state: 'approved', txid: null });

  // signed: no worker sends it; meanwhile a sweep is requested
  await startSigner();
  await reached(id, 'signed');
  const { txid } = await withdrawal(id);
  const sweeping = await hang('testmempoolaccept');
  const sweep = await actAs(world.database.db, owner, (tx) => requestSweep(tx, owner));
  await wasHit(sweeping);
  await signer.kill();
  expect(await readSweep(world.db, sweep.id)).toMatchObject({ state: 'requested', txid: null });
  await startSigner();
  const sweepTxid = await sweepSigned(sweep.id);
  await signer.kill();
  expect(await world.node.mempool()).toEqual([]);

  // sent: the node has both, but the worker got no answer
  await hang('sendrawtransaction', 2);
  await startWorker();
  await Promise.all([inMempool(txid!), inMempool(sweepTxid)]);
  await worker.kill();
  expect(await withdrawal(id)).toMatchObject({ state: 'signed', txid });

  // broadcast: killed before it is mined, and mined while no worker runs
  await startWorker();
  await reached(id, 'broadcast');
  await worker.kill();
  await world.control('/litecoin/mine', { blocks: 6 });
  await Promise.all([startWorker(), startSigner()]);
  await reached(id, 'confirmed');

  expect(await withdrawal(id)).toMatchObject({ state: 'confirmed', txid });
  expect(await world.litoshiReceived(address)).toEqual([LITOSHI_OF_25]);
  expect(await readSweep(world.db, sweep.id)).toMatchObject({ txid: sweepTxid });
  const swept = world.db.selectFrom('chainOutputs').where('txid', '=', sweepTxid).select('address');
  const [kept, ...others] = await swept.execute();
  expect(others).toEqual([]);
  expect(await world.litoshiReceived(kept!.address)).toHaveLength(1);
  await expectAgreement();
});

test('S5.07 a stuck withdrawal is paid once although the processes that sign and send its child are killed', {
  timeout: 300_000,
}, async () => {
  await setSetting(world.database, 'new_address_wait', { hours: 0 });
  // a cheap payment, accepted by a node that does not relay it
  await nodeSays('estimatesmartfee', { feerate: 0.00001, blocks: 6 }, 1);
  await nodeSays('sendrawtransaction', '00'.repeat(32), 1);
  const { id, address } = await ask();
  await reached(id, 'broadcast');
  await clearFaults();
  const signing = await hang('testmempoolaccept');
  await nodeSays('estimatesmartfee', { feerate: 0.0002, blocks: 2 }, 100);
  await world.control('/litecoin/mine', { blocks: STUCK_AFTER_BLOCKS });
  await wasHit(signing);
  await Promise.all([signer.kill(), worker.kill()]);
  expect(await world.db.selectFrom('ownTransactions').where('kind', '=', 'child').execute()).toEqual([]);

  await startSigner();
  const child = await childSigned();
  await signer.kill();
  expect(await world.node.mempool()).toEqual([]);

  await hang('sendrawtransaction', 3);
  await startWorker();
  await inMempool(child);
  await worker.kill();
  await Promise.all([startWorker(), startSigner()]);
  await world.control('/litecoin/mine', { blocks: 6 });
  await reached(id, 'confirmed');
  expect(await world.litoshiReceived(address)).toEqual([LITOSHI_OF_25]);
  await expectAgreement();
});

test('S5.07 two parallel signers sign each withdrawal once, and users learn that a signer does not answer', {
  timeout: 300_000,
}, async () => {
  await clearFaults();
  const other = await startProcess('signer', signerWorld);
  const asked = await Promise.all(Array.from({ length: 4 }, ask));
  await Promise.all(asked.map(({ id }) => reached(id, 'broadcast')));
  await other.kill();
  await signer.kill();
  const waiting = await ask();
  await world.database.asOwner(`update signer_health set looked_at = now() - interval '31 seconds'`);
  await eventually(async () => (await withdrawal(waiting.id)).reason?.includes('Waiting to be signed'));
  await startSigner();
  await reached(waiting.id, 'broadcast');
  await world.control('/litecoin/mine', { blocks: 6 });
  for (const { id, address } of [...asked, waiting]) {
    await reached(id, 'confirmed');
    expect(await world.litoshiReceived(address)).toEqual([LITOSHI_OF_25]);
  }
  await expectAgreement();
});
