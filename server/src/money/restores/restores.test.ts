import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLOSEST_CHAIN } from '../../../test/chain.ts';
import {
  openRestoreWorld,
  type Restored,
  type RestoreWorld,
  receivedOn,
} from '../../../test/restored-world.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { proveBooks } from '../ledger/proof.ts';
import { openJournalOf } from '../signer/comparing.jobs.ts';
import { decideWithdrawal } from '../withdrawals/deciding.ts';
import { signApproved } from '../withdrawals/signing.jobs.ts';
import { stopWithdrawalsOf } from '../withdrawals/stopping.ts';
import { decideRestore } from './restores.ts';

/** 25.00 / 85.00 LTC, floored to a litoshi. */
const LITOSHI_OF_25 = 29_411_764;
const OWNER_DECIDES = 'the database was restored: the owner has to decide the review of the restore';

describe.each([CLOSEST_CHAIN])('rare day 12 on $name', ({ open }) => {
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

  const decide = (restored: Restored, id: string, decision: 'approve' | 'reject') =>
    inTransaction(restored.db, async (tx) => {
      await closeOvertaken(tx, 'withdrawal', id);
      await decideWithdrawal(tx, id, { decision, reason: 'compared' });
    });
  /** The owner decides the review of the restore. */
  const confirm = async (restored: Restored) => {
    const [review] = await restored.reviews('restore');
    await inTransaction(restored.db, async (tx) => {
      await closeOvertaken(tx, 'restore', review!.subjectId);
      await decideRestore(tx, review!.subjectId, 'approve');
    });
  };
  const comparisonOf = async (restored: Restored) =>
    (
      await restored.db
        .selectFrom('restores')
        .orderBy('at', 'desc')
        .select('comparison')
        .executeTakeFirstOrThrow()
    ).comparison;
  const finish = async (restored: Restored) => {
    await restored.send();
    await chain.mine(6);
    await restored.follow();
    await restored.send();
    expect(await proveBooks(restored.db)).toEqual([]);
  };

  test('rare day 12: what was signed after the backup is matched with the journal, and nothing is paid twice', async () => {
    const [paid, unsent, approved] = [await world.ask(), await world.ask(), await world.ask()];
    await world.chain.pay({ address: (await world.person('nova')).address, ltc: 1 });
    await world.mine(7);
    await world.database.asOwner(`update withdrawals set state = 'requested' where id = $1`, [approved.id]);
    const backup = await world.backup();
    await world.database.asOwner(`update withdrawals set state = 'requested' where id = $1`, [unsent.id]);
    await world.pay();
    await world.database.asOwner(`update withdrawals set state = 'approved' where id = $1`, [unsent.id]);
    await world.pay({ isSent: false });
    const sweep = await world.wish();
    await world.look();
    await world.mine(6);

    const restored = await world.restore(backup);
    const setting = await restored.asOwner(`select value from settings where key = 'emergency_shutdown'`);
    expect(setting.rows[0]).toMatchObject({ value: { enabled: true } });
    const [review] = await restored.reviews('restore');
    expect(review!.facts).toMatchObject({
      why: ['the database was restored from a backup'],
      backupAt: expect.stringMatching(/^20/),
      backupHeight: expect.any(Number),
    });
    const waiting = await restored.reviews('withdrawal');
    expect(waiting.map(({ subjectId }) => subjectId).toSorted()).toEqual(
      [paid.id, unsent.id, approved.id].toSorted(),
    );
    for (const { facts } of waiting)
      expect(facts).toEqual({ why: ['restored: it may have been paid after the backup'] });

    expect(await restored.sign()).toContain('not at the tip');
    await restored.follow();
    expect(restored.alarms.map((line) => JSON.parse(line).level)).toEqual([40, 40]);
    expect(restored.alarms.join()).toContain('does not know; the signer compares it with its journal');
    expect(await restored.sign()).toBeNull();
    const txidOf = async (id: string) =>
      (await world.database.asOwner('select txid from withdrawals where id = $1', [id])).rows[0].txid;
    expect(await restored.withdrawal(paid.id)).toEqual({ state: 'signed', txid: await txidOf(paid.id) });
    expect(await restored.withdrawal(unsent.id)).toEqual({
      state: 'needs_review',
      txid: await txidOf(unsent.id),
    });
    expect(await restored.withdrawal(approved.id)).toEqual({ state: 'requested', txid: null });
    const undecided = (await restored.reviews('withdrawal')).map(({ subjectId }) => subjectId);
    expect(undecided.toSorted()).toEqual([unsent.id, approved.id].toSorted());
    expect(await comparisonOf(restored)).toMatchObject({ journal: 'complete', lost: [], unexplained: [] });
    const own = await restored.db.selectFrom('ownTransactions').select(['kind', 'txid']).execute();
    expect(own.map(({ kind }) => kind).toSorted()).toEqual(['sweep', 'withdrawal', 'withdrawal']);
    expect(own.map(({ txid }) => txid)).toContain((await world.sweep(sweep.id)).txid);

    await restored.lift();
    for (const { id } of [unsent, approved]) await decide(restored, id, 'approve');
    expect(await restored.sign()).toBeNull();
    await finish(restored);
    for (const { id, address } of [paid, unsent, approved]) {
      expect(await restored.withdrawal(id)).toMatchObject({ state: 'confirmed' });
      expect(await receivedOn(chain, address)).toEqual([LITOSHI_OF_25]);
    }
  });

  test('rare day 12: without a journal nothing is signed until the owner has confirmed the comparison', async () => {
    const [mined, pending, unpaid] = [await world.ask(), await world.ask(), await world.ask()];
    const backup = await world.backup();
    await world.database.asOwner(`update withdrawals set state = 'requested' where id = any($1)`, [
      [pending.id, unpaid.id],
    ]);
    await world.pay();
    await world.mine(1);
    await world.database.asOwner(`update withdrawals set state = 'approved' where id = $1`, [pending.id]);
    await world.pay();

    const restored = await world.restore(backup, { hasJournal: false });
    await restored.lift();
    await expect(confirm(restored)).rejects.toMatchObject({ code: 'service_unavailable' });
    await restored.follow();
    expect(await restored.sign()).toBe(OWNER_DECIDES);
    expect(await comparisonOf(restored)).toMatchObject({
      journal: 'incomplete',
      unexplained: [{ withdrawalId: mined.id }, { withdrawalId: pending.id }],
    });
    // until then no withdrawal is decided, and no money returns
    for (const decision of ['approve', 'reject'] as const)
      await expect(decide(restored, mined.id, decision)).rejects.toMatchObject({ code: 'payment_possible' });
    await inTransaction(restored.db, (tx) => stopWithdrawalsOf(tx, world.seller, 'banned'));
    expect(await restored.withdrawal(mined.id)).toMatchObject({ state: 'requested' });
    await expect(signApproved(restored.signing)).resolves.toBeUndefined();

    await confirm(restored);
    expect(await restored.sign()).toBeNull();
    expect(await restored.withdrawal(mined.id)).toMatchObject({ state: 'signed', txid: expect.any(String) });
    expect(await restored.withdrawal(pending.id)).toMatchObject({
      state: 'signed',
      txid: expect.any(String),
    });
    await decide(restored, unpaid.id, 'approve');
    expect(await restored.sign()).toBeNull();
    await finish(restored);
    for (const { id, address } of [mined, pending, unpaid]) {
      expect(await restored.withdrawal(id)).toMatchObject({ state: 'confirmed' });
      expect(await receivedOn(chain, address)).toEqual([LITOSHI_OF_25]);
    }
  });

  test('rare day 12: a confirmed payment that the follower has not seen yet leaves no difference when it is mined', async () => {
    const { id } = await world.ask();
    const restored = await world.restore(await world.backup(), { hasJournal: false });
    await restored.lift();
    await restored.follow();
    await world.pay();
    expect(await restored.sign()).toBe(OWNER_DECIDES);
    await confirm(restored);
    expect(await restored.sign()).toBeNull();
    await finish(restored);
    expect(await restored.withdrawal(id)).toMatchObject({ state: 'confirmed' });
  });

  test('rare day 12: an approval in a restored database signs nothing before the comparison', async () => {
    const restored = await world.restore(await world.backup(), { hasJournal: false });
    await restored.lift();
    const { id } = await restored.ask();
    await expect(signApproved(restored.signing)).rejects.toThrow('nothing is signed before it is compared');
    expect(await restored.withdrawal(id)).toEqual({ state: 'approved', txid: null });
    await restored.follow();
    expect(await restored.sign()).toBe(OWNER_DECIDES);
    await confirm(restored);
    expect(await restored.sign()).toBeNull();
    expect(await restored.withdrawal(id)).toMatchObject({ state: 'signed' });
  });

  test('rare day 12: withdrawals that were requested and paid after the backup are named to the owner', async () => {
    const backup = await world.backup();
    const { id } = await world.ask();
    await world.pay();
    await world.mine(6);
    const restored = await world.restore(backup);
    await restored.follow();
    expect(await restored.sign()).toBe(OWNER_DECIDES);
    const lost = { kind: 'withdrawal', id, userId: world.seller, cents: 2_725, seen: true };
    expect(await comparisonOf(restored)).toMatchObject({
      journal: 'complete',
      lost: [lost],
      unexplained: [],
    });
    await confirm(restored);
    expect(await restored.sign()).toBeNull();
    const kinds = restored.db.selectFrom('ownTransactions').where('kind', '=', 'unknown').select('txid');
    expect(await kinds.execute()).toEqual([]);
    expect(await proveBooks(restored.db)).toEqual([]);
    // the next restart finds nothing new
    await openJournalOf(restored.signing);
    expect(await restored.sign()).toBeNull();
  });

  test('rare day 12: a signature that was journalled but not committed is committed with the same bytes', async () => {
    const { id } = await world.ask();
    const { journal } = world.sweeping;
    const append = (entry: Parameters<typeof journal.append>[0]) => {
      journal.append(entry);
      throw new Error('the signer dies');
    };
    const dying = signApproved({ ...world.sweeping, journal: { ...journal, append } });
    await expect(dying).rejects.toThrow('the signer dies');
    const entry = journal.find('withdrawal', id)!;
    const stateOf = async () =>
      (await world.database.asOwner('select state, txid from withdrawals where id = $1', [id])).rows[0];
    expect(await stateOf()).toEqual({ state: 'approved', txid: null });
    await world.pay();
    expect(await stateOf()).toEqual({ state: 'broadcast', txid: entry.txid });
  });
});
