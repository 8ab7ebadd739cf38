import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { openRestoreWorld, type RestoreWorld } from '../../../test/restored-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { proveBooks } from '../ledger/proof.ts';
import { ADDRESSES_PER_GAP } from './address-gaps.ts';
import { newDepositAddress } from './addresses.ts';
import { decideOwnerless } from './ownerless.ts';

describe.each(CHAINS)('on $name', ({ open }) => {
  let chain: TestChain;
  let world: RestoreWorld;
  beforeAll(async () => {
    chain = await open();
    world = await openRestoreWorld(chain);
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });

  test('rare day 12: addresses from after the backup are watched, never issued again, and their deposits credit nobody', async () => {
    const backup = await world.backup();
    const late = await world.person('late');
    const restored = await world.restore(backup);
    const gap = await restored.db
      .selectFrom('addresses')
      .where('restoreId', 'is not', null)
      .select('address')
      .execute();
    expect(gap).toHaveLength(3 * ADDRESSES_PER_GAP);
    expect(gap.map(({ address }) => address)).toContain(late.address);
    const issued = await inTransaction(restored.db, (tx) => newDepositAddress(tx, world.keys, world.seller));
    expect(gap.map(({ address }) => address)).not.toContain(issued);

    // the last address of the gap is used: users may have got more addresses behind it
    const { last } = await restored.db
      .selectFrom('addressGaps')
      .where('account', '=', 'deposit')
      .select('last')
      .executeTakeFirstOrThrow();
    const far = world.keys.addressAt({ account: 'deposit', branch: 0, index: last }).address;
    await chain.pay({ address: late.address, ltc: 0.5 }, { address: far, ltc: 0.25 });
    await chain.mine(2);
    await restored.lift();
    await restored.follow();
    const reviews = await restored.reviews('ownerless_deposit');
    expect(reviews.map(({ facts }) => facts)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address: late.address, ltcAmount: 0.5 }),
        expect.objectContaining({ address: far, ltcAmount: 0.25 }),
      ]),
    );
    expect(
      await restored.db.selectFrom('deposits').where('address', '=', late.address).select('id').execute(),
    ).toEqual([]);
    expect(await proveBooks(restored.db)).toEqual([]);
    const next = await inTransaction(restored.db, (tx) => newDepositAddress(tx, world.keys, world.seller));
    const { index } = await restored.db
      .selectFrom('addresses')
      .where('address', '=', next)
      .select('index')
      .executeTakeFirstOrThrow();
    expect(index).toBeGreaterThan(last + ADDRESSES_PER_GAP);
    await expect(decideOwnerless('reject')).rejects.toMatchObject({ code: 'invalid_input' });

    await chain.reorg(2, [reviews[0]!.facts.txid as string]);
    await restored.follow();
    expect(await restored.reviews('ownerless_deposit')).toEqual([]);
    expect(await proveBooks(restored.db)).toEqual([]);
  });
});
