import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSEST_CHAIN } from '../../../test/chain.ts';
import { openRestoreWorld, type RestoreWorld, receivedOn } from '../../../test/restored-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { proveBooks } from '../ledger/proof.ts';
import { decideWithdrawal } from '../withdrawals/deciding.ts';
import { sendToReview } from '../withdrawals/payouts.ts';

describe.each([CLOSEST_CHAIN])('rare day 12 on $name', ({ open }) => {
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

  test('rare day 12: cancels from after the backup are ours again, and their withdrawals return the money', async () => {
    const early = await world.ask();
    await world.pay({ isSent: false });
    const late = await world.ask();
    const backup = await world.backup();
    await world.pay({ isSent: false });
    const { db } = world.database;
    for (const { id } of [early, late])
      await inTransaction(db, async (tx) => {
        await sendToReview(tx, id, {});
        await closeOvertaken(tx, 'withdrawal', id);
        await decideWithdrawal(tx, id, { decision: 'reject', reason: 'not sent' });
      });
    await world.look();
    await world.mine(1);
    const cancels = db.selectFrom('ownTransactions').where('kind', '=', 'cancel').select('txid');
    const signed = await cancels.orderBy('txid').execute();
    expect(signed).toHaveLength(2);

    const restored = await world.restore(backup);
    await restored.follow();
    // the follower does not know the journal
    expect(await restored.reviews('foreign_spend')).toHaveLength(2);
    expect(await restored.sign()).toBeNull();
    expect(await restored.reviews('foreign_spend')).toEqual([]);
    const adopted = restored.db.selectFrom('ownTransactions').where('kind', '=', 'cancel').select('txid');
    expect(await adopted.orderBy('txid').execute()).toEqual(signed);
    for (const { id } of [early, late])
      expect(await restored.withdrawal(id)).toMatchObject({ state: 'cancelling', txid: expect.any(String) });

    await restored.lift();
    await chain.mine(5);
    await restored.follow();
    await restored.send();
    for (const { id, address } of [early, late]) {
      expect(await restored.withdrawal(id)).toMatchObject({ state: 'failed' });
      expect(await receivedOn(chain, address)).toEqual([]);
    }
    expect(await proveBooks(restored.db)).toEqual([]);
  });
});
