import { cents } from '@sterling/contract/money.ts';
import type { ReviewKind } from '@sterling/contract/reviews.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import type { Person } from '../../../test/chain-world.ts';
import { setSetting } from '../../../test/settings.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { listReviews } from '../../trade/reviews/reviews.reads.ts';
import { closeDecided } from '../../trade/reviews/reviews.ts';
import { account, post } from '../ledger/ledger.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { countCoins } from './coin-count.jobs.ts';
import { lastCount } from './coin-count.ts';
import { watchReserves } from './reserve-floor.ts';
import { decideStop } from './stops.ts';
import { lastProof } from './treasury.reads.ts';
import { proveAndStore } from './treasury.ts';

let chain: TestChain;
let world: TreasuryWorld;
let nova: Person;
beforeEach(async () => {
  chain = await CHAINS[0]!.open();
  world = await openTreasuryWorld(chain);
  await world.setPrice(8_500);
  nova = await world.person('nova');
  await chain.pay({ address: nova.address, ltc: 1 });
  await world.mine(6);
});
afterEach(async () => {
  await world.close();
  await chain.close();
});

const db = () => world.database.db;
const blocked = () => payoutStopReason(db());
const open = async (kind: ReviewKind) => (await listReviews(db(), { kind })).rows;
const named = async (kind: ReviewKind) =>
  (await open(kind)).flatMap(({ facts }) => facts.differences as { amount: number; text: string }[]);
async function accept(kind: ReviewKind): Promise<void> {
  const [review] = await open(kind);
  const decision = { decision: 'approve', reason: 'looked into', decidedBy: world.ownerId } as const;
  await inTransaction(db(), async (tx) => {
    await closeDecided(tx, review!.id, decision);
    await decideStop(tx, review!.subjectId, decision);
  });
}

describe('rare day 13: a difference in the books', () => {
  /** Changes our coins in the database, which nobody may do. */
  async function tamper(by: number): Promise<void> {
    await world.database.asOwner('alter table chain_outputs disable trigger user');
    await world.database.asOwner('update chain_outputs set litoshi = litoshi + $1', [by]);
    await proveAndStore(db());
  }

  /** What the proofs name then. */
  const differencesOf = (amount: number) =>
    [
      'a coin is not booked as the chain has it',
      'a deposit is not the coin that its address received',
      'the treasury is not the unspent outputs',
    ].map((what) => ({ amount, text: expect.stringContaining(what) }));

  test('stops payouts until its review is closed, and only a larger or a new one stops again', async () => {
    await tamper(100);
    expect(await blocked()).toBe('a difference in the ledger is being checked');
    expect(await named('book_difference')).toMatchObject(differencesOf(100));
    await proveAndStore(db());
    expect(await open('book_difference')).toHaveLength(1);
    await accept('book_difference');
    expect([await blocked(), (await lastProof(db()))!.differences]).toEqual([null, 0]);
    await proveAndStore(db());
    await tamper(-50);
    expect(await blocked()).toBeNull();
    await tamper(51);
    expect(await named('book_difference')).toMatchObject(differencesOf(101));
    expect((await lastProof(db()))!.differences).toBe(3);
    await accept('book_difference');
    await tamper(-202);
    expect(await blocked()).toBe('a difference in the ledger is being checked');
  });

  test('that grows while its review is open is named anew, so that its acceptance covers what was seen', async () => {
    await tamper(100);
    const [first] = await open('book_difference');
    await tamper(1);
    const [second, ...more] = await open('book_difference');
    expect([second!.id === first!.id, more]).toEqual([false, []]);
    expect(await named('book_difference')).toMatchObject(differencesOf(101));
    await accept('book_difference');
    expect(await blocked()).toBeNull();
  });

  test('that ended is no longer accepted when it comes back', async () => {
    await tamper(100);
    await accept('book_difference');
    await tamper(-100);
    await tamper(100);
    expect(await named('book_difference')).toMatchObject(differencesOf(100));
  });
});

test('rare day 13: a difference in the coin count stops payouts until its review is closed', async () => {
  const count = (node = chain.node) => countCoins({ db: db(), node, walletKeys: world.keys });
  const blind: TestChain['node'] = {
    ...chain.node,
    unspent: async (of) => ({ ...(await chain.node.unspent(of)), coins: [] }),
  };
  await count(blind);
  expect(await blocked()).toBe('a difference between our coins and the ledger is being checked');
  expect(await named('coin_difference')).toMatchObject([
    { amount: 100_000_000, text: expect.stringContaining('only the ledger has 1.00000000 LTC') },
  ]);
  await accept('coin_difference');
  await count(blind);
  expect([await blocked(), (await lastCount(db()))!.differences]).toEqual([null, []]);
  await chain.pay({ address: world.hotAddress, ltc: 2 });
  await world.mine(1);
  await count(blind);
  expect(await named('coin_difference')).toMatchObject([{ amount: 200_000_000 }]);
});

describe('rare day 13: reserves below the owner’s limit', () => {
  const floor = (percent: number | null) => setSetting(world.database, 'reserve_floor', { percent });
  const owe = (dollars: number) =>
    inTransaction(db(), (tx) => {
      const postings = [
        { from: account.exchange, to: account.seller(nova.id), amount: cents(dollars * 100) },
      ];
      return post(tx, { key: `owed ${crypto.randomUUID()}`, kind: 'correction', postings });
    });
  const watch = () => watchReserves(db());

  test('stop payouts until they are filled up', async () => {
    await floor(100);
    await watch();
    expect(await blocked()).toBeNull();
    // $85 are held and $100 are owed
    await owe(15);
    await watch();
    expect(await blocked()).toBe('the reserves are below their limit');
    expect(await named('low_reserves')).toMatchObject([
      { text: 'the reserves cover 85% of what is owed, and the limit is 100%' },
    ]);
    await chain.pay({ address: world.hotAddress, ltc: 1 });
    await world.mine(1);
    await watch();
    expect([await blocked(), await open('low_reserves')]).toEqual([null, []]);
  });

  test('are not filled up by a deposit that is not credited yet', async () => {
    await floor(100);
    await owe(15);
    await watch();
    expect(await blocked()).toBe('the reserves are below their limit');
    await chain.pay({ address: nova.address, ltc: 1 });
    await world.mine(1);
    await watch();
    expect(await blocked()).toBe('the reserves are below their limit');
    expect(await named('low_reserves')).toMatchObject([{ amount: 15 }]);
  });

  test('stop nothing without a limit or without a price', async () => {
    await owe(15);
    await watch();
    expect(await blocked()).toBeNull();
    await floor(100);
    await world.database.asOwner(
      `update prices set as_of = as_of - interval '1 hour', first_at = first_at - interval '1 hour'`,
    );
    await watch();
    expect(await blocked()).toBeNull();
  });

  test('stop again below the accepted percentage only, and a price without change of the percentage changes nothing', async () => {
    await floor(100);
    await owe(15);
    await watch();
    await accept('low_reserves');
    await watch();
    expect(await blocked()).toBeNull();
    await owe(1);
    await watch();
    expect(await named('low_reserves')).toMatchObject([{ amount: 16 }]);
    await accept('low_reserves');
    await floor(null);
    await watch();
    await floor(100);
    await watch();
    expect(await named('low_reserves')).toMatchObject([{ amount: 16 }]);
  });
});
