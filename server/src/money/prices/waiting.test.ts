import { type Cents, cents, ltcPrice } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import { setSetting } from '../../../test/settings.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { openScanner } from '../litecoin/scan.ts';
import { listTransfers } from '../wallet/transfers.reads.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import { recordRound } from './prices.ts';

/** Operations that wait for a good price, and continue automatically. */
let world: PayerWorld;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 10 });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.database.asOwner('delete from price_holds');
  await world.database.asOwner(
    `update prices set as_of = as_of - interval '2 hours', first_at = first_at - interval '2 hours'`,
  );
  await guards(false);
});

const guards = (enabled: boolean) => setSetting(world.database, 'chain_guards', { enabled });
const round = (price: number, sources = 3) => {
  const at = new Date();
  const names = ['kraken', 'coinbase', 'gemini'].slice(0, sources);
  const quotes = names.map((name) => ({ name, price: ltcPrice(price), at }));
  return recordRound(world.db, { price: ltcPrice(price), sources: quotes }, at);
};
async function deposit(ltc: number, by?: string): Promise<() => Promise<number>> {
  const id = by ?? (await makePerson(world.db, 'bea'));
  const address = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, id));
  await world.control('/litecoin/send', { address, ltc });
  await world.mine(2);
  return async () => (await walletBalance(world.db, id, 'buyer')).posted;
}
async function seller(): Promise<(amount: Cents) => ReturnType<typeof requestWithdrawal>> {
  const id = await makePerson(world.db, 'sela');
  await credit(world.db, id, 100_000, { wallet: 'seller' });
  return (amount) =>
    inTransaction(world.db, (tx) =>
      requestWithdrawal(tx, { id, isOwner: false }, { amount, ltcAddress: freshAddress() }, 'regtest'),
    );
}

describe('with two sources', () => {
  test('S5.03 up to $100 is credited and paid out, and larger sums wait for a third source', async () => {
    await round(8_500, 2);
    const [small, large] = [await deposit(1), await deposit(2)];
    expect([await small(), await large()]).toEqual([8_500, 0]);
    const ask = await seller();
    await expect(ask(cents(10_001))).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await ask(cents(10_000))).toMatchObject({ state: 'approved' });
    await round(8_500, 3);
    await world.follow();
    expect(await large()).toBe(17_000);
    await expectBalancedBooks(world);
  });

  test('S5.03 a person moves $100 of each kind in a day, however they split it', async () => {
    await round(8_500, 2);
    const bea = await makePerson(world.db, 'bea');
    const balance = await deposit(1, bea);
    await deposit(0.5, bea);
    expect(await balance()).toBe(8_500);
    const shown = async () => (await listTransfers(world.db, bea, 'buyer', {})).rows;
    expect(await shown()).toMatchObject([
      { status: 'pending', reason: expect.stringContaining('$100 of deposits in 24 hours') },
      { status: 'completed', reason: null },
    ]);
    const ask = await seller();
    await ask(cents(6_000));
    await expect(ask(cents(4_001))).rejects.toMatchObject({ code: 'service_unavailable' });
    await ask(cents(4_000));
    await expect(ask(cents(1_000))).rejects.toMatchObject({ code: 'service_unavailable' });
    await round(8_500, 3);
    await world.follow();
    expect(await balance()).toBe(12_750);
    expect(await shown()).toMatchObject([{ reason: null }, { reason: null }]);
    expect(await ask(cents(20_000))).toMatchObject({ state: 'approved' });
    // what a good price has valued does not count
    await round(8_500, 2);
    await expect(ask(cents(1_000))).rejects.toMatchObject({ code: 'service_unavailable' });
    await world.database.asOwner(`set session_replication_role = replica;
      update withdrawals set created_at = created_at - interval '1 day'`);
    await ask(cents(10_000));
  });
});

describe('while a jump is held', () => {
  test('deposits are recorded but nothing is credited, requested or signed until three rounds agree', async () => {
    await round(8_500);
    const ask = await seller();
    const waiting = await ask(cents(2_000));
    await guards(true);
    expect(await round(17_000)).toBe(false);
    const balance = await deposit(1);
    expect(await balance()).toBe(0);
    await expect(ask(cents(2_000))).rejects.toMatchObject({ code: 'service_unavailable' });
    const state = async () =>
      (
        await world.db
          .selectFrom('withdrawals')
          .where('id', '=', waiting.id)
          .select('state')
          .executeTakeFirstOrThrow()
      ).state;
    await payRound(world);
    expect(await state()).toBe('approved');
    await round(17_000);
    expect(await round(17_000)).toBe(true);
    await world.follow();
    expect(await balance()).toBe(17_000);
    await payRound(world);
    expect(await state()).toBe('broadcast');
    await expectBalancedBooks(world);
  });
});

describe('while the node is in trouble', () => {
  test('withdrawals are neither accepted nor signed until the node recovers', async () => {
    await round(8_500);
    const ask = await seller();
    const waiting = await ask(cents(2_000));
    await guards(true);
    const alone = { ...world.node, peers: async () => 0 };
    await openScanner({ db: world.db, node: alone, network: 'regtest' }).scanOnce();
    await expect(ask(cents(2_000))).rejects.toMatchObject({ code: 'service_unavailable' });
    await payRound(world);
    const state = () =>
      world.db
        .selectFrom('withdrawals')
        .where('id', '=', waiting.id)
        .select('state')
        .executeTakeFirstOrThrow();
    expect(await state()).toEqual({ state: 'approved' });
    await world.follow();
    expect(await ask(cents(2_000))).toMatchObject({ state: 'approved' });
    await payRound(world);
    expect(await state()).toEqual({ state: 'broadcast' });
  });
});
