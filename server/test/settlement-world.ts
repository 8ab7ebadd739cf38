import { cents } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { account, hold, post } from '../src/money/ledger/ledger.ts';
import { proveBooks } from '../src/money/ledger/proof.ts';
import { newDepositAddress } from '../src/money/litecoin/addresses.ts';
import { readWithdrawable } from '../src/money/withdrawals/withdrawals.reads.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import { openPayerWorld, type PayerWorld } from './payer.ts';
import { isOfBareOrder } from './wallets.ts';

/** A chain, and a buyer and a seller for each test. One LTC is $85.00 throughout. */
export interface SettlementWorld extends PayerWorld {
  /** The buyer's id. */
  nova: string;
  novasAddress: string;
  /** The seller's id. */
  sela: string;
  /** Makes a deposit of Nova that is two blocks deep and credited. Returns its txid. */
  deposit(ltc: number): Promise<string>;
  /** Replaces the last `depth` blocks. The transaction `dropped` is not in the new ones. */
  reorganise(depth: number, dropped?: string): Promise<void>;
  /** Nova buys from Sela for this many cents. */
  buy(amount: number): Promise<void>;
  /** Pays Sela from a hold of Nova's money. */
  complete(key: string, amount: number): Promise<void>;
  /** The cents that Sela can withdraw. */
  withdrawable(): Promise<number>;
}

export function useSettlement(): SettlementWorld {
  const world = {} as SettlementWorld;
  beforeAll(async () => {
    Object.assign(world, await openPayerWorld({ coins: 0 }), helpersOf(world));
    await world.mine(20);
  });
  beforeEach(async () => {
    const people = ['nova', 'sela'].map((username) => ({ username }));
    const rows = await world.db.insertInto('users').values(people).returning('id').execute();
    const [nova, sela] = rows.map(({ id }) => id) as [string, string];
    const novasAddress = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, nova));
    Object.assign(world, { nova, sela, novasAddress });
  });
  afterEach(async () => {
    expect((await proveBooks(world.db)).filter((each) => !isOfBareOrder(each))).toEqual([]);
  });
  afterAll(() => world.close());
  return world;
}

function helpersOf(world: SettlementWorld): Partial<SettlementWorld> {
  let orders = 0;
  return {
    deposit: async (ltc) => {
      const outputs = [{ address: world.novasAddress, ltc }];
      const { txid } = await world.control<{ txid: string }>('/litecoin/send', { outputs });
      await world.mine(2);
      return txid;
    },
    reorganise: async (depth, dropped) => {
      await world.control('/litecoin/reorg', { depth, drop: dropped ? [dropped] : [] });
      await world.follow();
    },
    buy: async (amount) => {
      orders += 1;
      const key = `order ${world.nova} ${orders}`;
      await inTransaction(world.db, (tx) => hold(tx, key, account.buyer(world.nova), cents(amount)));
      await world.complete(key, amount);
    },
    complete: async (key, amount) => {
      const postings = [
        { from: account.buyer(world.nova), to: account.seller(world.sela), amount: cents(amount) },
      ];
      await inTransaction(world.db, (tx) =>
        post(tx, { key: `${key} completed`, kind: 'order.completed', hold: key, postings }),
      );
    },
    withdrawable: async () => (await readWithdrawable(world.db, world.sela)).cents,
  };
}
