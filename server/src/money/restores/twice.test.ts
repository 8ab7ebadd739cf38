import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLOSEST_CHAIN } from '../../../test/chain.ts';
import { openRestoreWorld, type RestoreWorld } from '../../../test/restored-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { proveBooks } from '../ledger/proof.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';

describe.each([CLOSEST_CHAIN])('a backup that is restored twice, on $name', ({ open }) => {
  let chain: TestChain;
  let world: RestoreWorld;
  // a new chain gives each test the seed whose addresses this process has derived
  beforeEach(async () => {
    chain = await open();
    world = await openRestoreWorld(chain);
  });
  afterEach(async () => {
    await world.close();
    await chain.close();
  });

  test('rare day 12: addresses that the first restore gave out are watched and never issued again', async () => {
    const backup = await world.backup();
    const first = await world.restore(backup);
    const late = await inTransaction(first.db, (tx) => newDepositAddress(tx, world.keys, world.seller));

    const second = await world.restore(backup);
    const next = await inTransaction(second.db, (tx) => newDepositAddress(tx, world.keys, world.seller));
    expect(next).not.toBe(late);
    await chain.pay({ address: late, ltc: 0.5 });
    await chain.mine(2);
    await second.follow();
    const [review] = await second.reviews('ownerless_deposit');
    expect(review?.facts).toMatchObject({ address: late, ltcAmount: 0.5 });
    expect(await proveBooks(second.db)).toEqual([]);
  });

  test('rare day 12: a payment that the first comparison has matched is matched again', async () => {
    const { id } = await world.ask();
    const backup = await world.backup();
    await world.pay({ isSent: false });
    const first = await world.restore(backup);
    await first.follow();
    expect(await first.sign()).toBeNull();
    const { txid } = await first.withdrawal(id);
    expect(txid).not.toBeNull();

    const second = await world.restore(backup);
    await second.follow();
    expect(await second.sign()).toBeNull();
    expect(await second.withdrawal(id)).toEqual({ state: 'needs_review', txid });
  });

  test('rare day 12: a backup from between a restore and its comparison does not wait forever', async () => {
    const first = await world.restore(await world.backup());
    const between = await world.backup(first);
    await first.follow();
    expect(await first.sign()).toBeNull();

    const second = await world.restore(between);
    await second.follow();
    expect(await second.sign()).toBeNull();
    const waiting = second.db.selectFrom('restores').where('comparedAt', 'is', null).select('id');
    expect(await waiting.execute()).toEqual([]);
  });
});
