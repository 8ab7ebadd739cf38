import { randomBytes } from 'node:crypto';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { type ChainWorld, openChainWorld } from '../../../test/chain-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { postedOf } from '../../../test/wallets.ts';
import { inTransaction, openPool, SIGNER_ROLE } from '../../platform/db/pool.ts';
import { parseAddress } from './address.ts';
import { newHotAddress } from './hot-addresses.ts';
import { CAPITAL_PATH, KEY_BRANCH } from './keys.ts';
import { NETWORKS } from './network.ts';

const PAID = 120_000_000;
const FEE = 1_500;
const COIN = 200_000_000;

describe.each(CHAINS)('a transaction of the house on $name', ({ open }) => {
  let chain: TestChain;
  let world: ChainWorld;
  beforeAll(async () => {
    chain = await open();
    world = await openChainWorld(chain);
    await chain.pay({ address: world.hotAddress, ltc: 2 });
    await chain.mine(1);
    await world.scan();
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });

  const treasury = () => postedOf(world.database.db, 'treasury:ltc');
  const miners = () => postedOf(world.database.db, 'miners:ltc');

  test('leaves the treasury when mined, creates no deposit, and is booked again when its block is replaced', async () => {
    expect(await treasury()).toBe(COIN);
    const { hex, txid } = await signPayment(world);
    await record(world, txid, hex);
    expect(await chain.node.testAccept(hex)).toEqual({ allowed: true, reason: null });
    expect(await chain.node.broadcast(hex)).toEqual({ kind: 'accepted' });
    expect(await chain.node.broadcast(hex)).toEqual({ kind: 'accepted' });
    await world.scan();
    expect(await treasury()).toBe(COIN);

    await chain.mine(1);
    await world.scan();
    expect([await treasury(), await miners()]).toEqual([COIN - PAID - FEE, FEE]);
    expect(await minedHeight(world, txid)).not.toBeNull();
    expect(await chain.node.broadcast(hex)).toEqual({ kind: 'alreadyMined' });

    await chain.reorg(1);
    await world.scan();
    expect([await treasury(), await miners()]).toEqual([COIN - PAID - FEE, FEE]);
    const { rows } = await world.database.asOwner(
      'select key from ledger_events where key like $1 order by id',
      [`transaction ${txid}%`],
    );
    expect(rows.map(({ key }) => key)).toEqual([
      `transaction ${txid} 0`,
      `transaction ${txid} 0 undone`,
      `transaction ${txid} 1`,
    ]);
    expect(await world.database.db.selectFrom('deposits').select('id').execute()).toEqual([]);
  });

  test('that was not signed here is booked as unknown', async () => {
    await chain.pay({ address: world.hotAddress, ltc: 2 });
    await chain.mine(1);
    await world.scan();
    const before = await treasury();
    const { hex, txid } = await signPayment(world);
    await chain.node.broadcast(hex);
    await chain.mine(1);
    await world.scan();
    expect(await treasury()).toBe(before - PAID - FEE);
    const row = await world.database.db
      .selectFrom('ownTransactions')
      .where('txid', '=', txid)
      .selectAll()
      .executeTakeFirst();
    expect(row).toMatchObject({ kind: 'unknown', feeLitoshi: FEE, hex: null });
  });

  test('that spends a spent coin is refused by the node with a reason', async () => {
    await chain.pay({ address: world.hotAddress, ltc: 2 });
    await chain.mine(1);
    await world.scan();
    const [first, second] = [await signPayment(world), await signPayment(world)];
    expect(await chain.node.broadcast(first.hex)).toEqual({ kind: 'accepted' });
    expect(await chain.node.broadcast(second.hex)).toEqual({ kind: 'conflict' });
    await chain.mine(1);
    expect(await chain.node.broadcast(second.hex)).toEqual({ kind: 'missingInputs' });
    expect(await chain.node.broadcast('00')).toMatchObject({ kind: 'rejected', code: -22 });
    await world.scan();
  });
});

/** Spends a coin of 2 LTC of the hot address: 1.2 LTC to a stranger, and the rest minus the fee to new change. */
async function signPayment({
  database: { db },
  keys,
  signer,
  hotAddress,
}: ChainWorld): Promise<{ hex: string; txid: string }> {
  const coin = await db
    .selectFrom('chainOutputs')
    .where('address', '=', hotAddress)
    .where('spentBy', 'is', null)
    .where('height', 'is not', null)
    .where('litoshi', '=', COIN)
    .selectAll()
    .executeTakeFirstOrThrow();
  const change = await inTransaction(db, (tx) => newHotAddress(tx, keys, KEY_BRANCH.change));
  const transaction = new Transaction();
  const witnessUtxo = { script: keys.addressAt(CAPITAL_PATH).script, amount: BigInt(COIN) };
  transaction.addInput({ txid: coin.txid, index: coin.n, witnessUtxo });
  transaction.addOutput({
    script: p2wpkh(pubECDSA(randomBytes(32)), NETWORKS.regtest.prefixes).script,
    amount: BigInt(PAID),
  });
  transaction.addOutput({
    script: parseAddress(change, 'regtest').script,
    amount: BigInt(COIN - PAID - FEE),
  });
  signer.signP2wpkh(transaction, [CAPITAL_PATH]);
  return { hex: transaction.hex, txid: transaction.id };
}

/** Records a transaction as the signer. The application role is refused. */
async function record({ database }: ChainWorld, txid: string, hex: string): Promise<void> {
  const values = { txid, kind: 'withdrawal', hex, feeLitoshi: FEE } as const;
  await expect(database.db.insertInto('ownTransactions').values(values).execute()).rejects.toThrow(
    'only the signer signs',
  );
  const signers = openPool(database.url, { max: 1, role: SIGNER_ROLE });
  await signers.db.insertInto('ownTransactions').values(values).execute();
  await signers.close();
}

async function minedHeight({ database: { db } }: ChainWorld, txid: string): Promise<number | null> {
  const row = await db
    .selectFrom('ownTransactions')
    .where('txid', '=', txid)
    .select('minedHeight')
    .executeTakeFirstOrThrow();
  return row.minedHeight;
}
