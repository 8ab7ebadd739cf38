import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLOSEST_CHAIN } from '../../../test/chain.ts';
import {
  openRestoreWorld,
  type Restored,
  type RestoreWorld,
  receivedOn,
} from '../../../test/restored-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { proveBooks } from '../ledger/proof.ts';
import { runTreasuryOnce } from '../treasury/treasury.jobs.ts';
import { decideWithdrawal } from '../withdrawals/deciding.ts';
import { signApproved } from '../withdrawals/signing.jobs.ts';
import { reviewUnsignedOf } from '../withdrawals/unsigned.ts';
import { decideRestore } from './restores.ts';

/** 25.00 / 85.00 LTC, floored to a litoshi. */
const LITOSHI_OF_25 = 29_411_764;

describe.each([CLOSEST_CHAIN])('a signature that was never committed, on $name', ({ open }) => {
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

  /** The signer dies between the journal and its commit. */
  const dieJournalled = async () => {
    const { journal } = world.sweeping;
    const append = (entry: Parameters<typeof journal.append>[0]) => {
      journal.append(entry);
      throw new Error('the signer dies');
    };
    const dying = signApproved({ ...world.sweeping, journal: { ...journal, append } });
    await expect(dying).rejects.toThrow('the signer dies');
  };
  const decide = (db: Db, id: string, decision: 'approve' | 'reject') =>
    inTransaction(db, async (tx) => {
      await closeOvertaken(tx, 'withdrawal', id);
      await decideWithdrawal(tx, id, { decision, reason: 'not requested by the person' });
    });
  /** The person is signed out everywhere, and staff rejects what they had not requested. */
  const reject = async (id: string) => {
    const { db } = world.database;
    await inTransaction(db, (tx) => reviewUnsignedOf(tx, world.seller));
    await decide(db, id, 'reject');
    expect(await db.selectFrom('withdrawals').where('id', '=', id).select('state').execute()).toEqual([
      { state: 'failed' },
    ]);
  };
  /** The owner decides the review of the restore. */
  const confirm = (restored: Restored) =>
    inTransaction(restored.db, async (tx) => {
      const { id } = await tx.selectFrom('restores').select('id').executeTakeFirstOrThrow();
      await closeOvertaken(tx, 'restore', id);
      await decideRestore(tx, id, 'approve');
    });
  const round = async (restored: Restored, blocks: number) => {
    expect(await restored.sign()).toBeNull();
    await restored.send();
    await runTreasuryOnce({ ...restored.signing, db: restored.db }, new Date());
    await chain.mine(blocks);
    await restored.follow();
    await restored.send();
  };

  test('rare day 24: gives way to the payment that has spent its coin since and that the network has', async () => {
    const [rejected, paid] = [await world.ask(), await world.ask()];
    await world.database.asOwner(`update withdrawals set state = 'requested' where id = $1`, [paid.id]);
    const backup = await world.backup();
    await dieJournalled();
    await reject(rejected.id);
    await decide(world.database.db, paid.id, 'approve');
    await world.pay();
    const [first, second] = [rejected, paid].map(({ id }) => world.sweeping.journal.find('withdrawal', id)!);
    expect(await chain.node.mempool()).toEqual([second!.txid]);

    const restored = await world.restore(backup);
    await restored.follow();
    expect(await restored.sign()).toContain('the owner has to decide');
    const { comparison } = await restored.db
      .selectFrom('restores')
      .select('comparison')
      .executeTakeFirstOrThrow();
    expect(comparison).toMatchObject({
      matched: [{ txid: second!.txid }],
      contradictory: [{ txid: first!.txid }],
    });
    expect(await restored.withdrawal(paid.id)).toEqual({ state: 'signed', txid: second!.txid });
    expect(await restored.withdrawal(rejected.id)).toEqual({ state: 'requested', txid: null });
  });

  test('rare day 24: a restored database does not send what staff had rejected, and whose money was paid out since', async () => {
    const rejected = await world.ask();
    const backup = await world.backup();
    await dieJournalled();
    await reject(rejected.id);
    // the same money leaves by another withdrawal, with another coin
    await chain.pay({ address: world.hotAddress, ltc: 3 });
    await world.mine(6);
    const again = await world.ask();
    await world.pay();
    await world.mine(1);
    expect(await receivedOn(chain, again.address)).toEqual([LITOSHI_OF_25]);

    const restored = await world.restore(backup);
    await restored.follow();
    expect(await restored.sign()).toContain('the owner has to decide');
    await confirm(restored);
    await restored.lift();
    await round(restored, 1);
    expect(await receivedOn(chain, rejected.address)).toEqual([]);
    expect(await restored.withdrawal(rejected.id)).toMatchObject({ state: 'needs_review' });
    expect((await restored.reviews('withdrawal')).map(({ subjectId }) => subjectId)).toEqual([rejected.id]);

    const { available } = await walletBalance(restored.db, world.seller, 'seller');
    await decide(restored.db, rejected.id, 'reject');
    await round(restored, 6);
    expect(await restored.withdrawal(rejected.id)).toMatchObject({ state: 'failed' });
    expect(await receivedOn(chain, rejected.address)).toEqual([]);
    expect((await walletBalance(restored.db, world.seller, 'seller')).available).toBe(available + 2_725);
    expect(await proveBooks(restored.db)).toEqual([]);
  });
});
