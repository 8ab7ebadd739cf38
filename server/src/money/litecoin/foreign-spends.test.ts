import { litoshi } from '@sterling/contract/money.ts';
import type { Review } from '@sterling/contract/reviews.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import type { Person } from '../../../test/chain-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { listReviews } from '../../trade/reviews/reviews.reads.ts';
import { closeDecided } from '../../trade/reviews/reviews.ts';
import { decideStop } from '../treasury/stops.ts';
import { buildPayment } from '../withdrawals/payment.ts';
import { parseAddress } from './address.ts';
import { payoutStopReason } from './guards.reads.ts';
import { CAPITAL_PATH } from './keys.ts';

const COIN = 100_000_000;
const FEE = 5_000;

describe.each(CHAINS)('rare day 13: coins that our signer did not spend, on $name', ({ open }) => {
  let chain: TestChain;
  let world: TreasuryWorld;
  let nova: Person;
  beforeAll(async () => {
    chain = await open();
    world = await openTreasuryWorld(chain);
    await world.setPrice(8_500);
    nova = await world.person('nova');
    // one payment each, because litecoind pays an address only once in a transaction
    for (const ltc of [1, 1]) await chain.pay({ address: world.hotAddress, ltc });
    await chain.pay({ address: nova.address, ltc: 1 });
    await world.mine(7);
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });

  const reviews = async (state: Review['state'] = 'open') =>
    (await listReviews(world.database.db, { kind: 'foreign_spend', state })).rows;
  const blocked = () => payoutStopReason(world.database.db);

  /** A thief with a copy of the seed spends a coin of the hot wallet. */
  async function steal(): Promise<string> {
    const { rows } = await world.database.asOwner(
      `select txid, n, litoshi::int from chain_outputs where address = $1 and height is not null and spent_by is null limit 1`,
      [world.hotAddress],
    );
    const { script } = world.keys.addressAt(CAPITAL_PATH);
    const input = { ...rows[0], value: litoshi(rows[0].litoshi), script, unminedDepth: 0 };
    const payee = {
      script: parseAddress(freshAddress(), 'regtest').script,
      amount: litoshi(rows[0].litoshi - FEE),
    };
    const theft = buildPayment({ inputs: [input], payee, kept: [], fee: litoshi(FEE) });
    world.signer.signP2wpkh(theft, [CAPITAL_PATH]);
    expect(await chain.node.broadcast(theft.hex)).toEqual({ kind: 'accepted' });
    return theft.id;
  }

  async function decide(decision: 'approve' | 'reject'): Promise<void> {
    const [review] = await reviews();
    const decided = { decision, reason: 'looked into', decidedBy: world.ownerId } as const;
    await inTransaction(world.database.db, async (tx) => {
      await closeDecided(tx, review!.id, decided);
      await decideStop(tx, review!.subjectId, decided);
    });
  }

  test('stop payouts from the mempool on, while deposits are credited and a sweep waits', async () => {
    expect(await blocked()).toBeNull();
    const txid = await steal();
    await world.scan();
    expect(await reviews()).toMatchObject([
      { facts: { txid, ltcAmount: 1, feeLtc: FEE / COIN, places: ['hot'], minedHeight: null }, userId: null },
    ]);
    expect(await blocked()).toBe('a payment that we did not sign is being checked');
    const { id } = await world.wish();
    await chain.pay({ address: await world.anotherAddress(nova), ltc: 1 });
    await world.mine(2);
    await world.look();
    expect(await world.sweep(id)).toMatchObject({ state: 'requested', txid: null });
    expect(await world.balance(nova)).toBe(17_000);
    expect(await reviews()).toMatchObject([{ facts: { txid, minedHeight: expect.any(Number) } }]);
    await decide('approve');
    expect(await blocked()).toBeNull();
    await world.look();
    expect(await world.sweep(id)).toMatchObject({ state: 'signed' });
  });

  test('that were decided stop nothing again, although a reorganisation repeats them; our own payments never do', async () => {
    await world.mine(1);
    await chain.reorg(4);
    await world.scan();
    expect([await reviews(), await blocked()]).toEqual([[], null]);
    expect(await reviews('approved')).toHaveLength(1);
  });

  test('that are spent again stop again, and a rejection sets the emergency stop', async () => {
    const txid = await steal();
    await world.mine(1);
    expect(await reviews()).toMatchObject([{ facts: { txid } }]);
    await decide('reject');
    expect(await reviews()).toEqual([]);
    expect(await blocked()).toBe('all payments are stopped');
  });
});
