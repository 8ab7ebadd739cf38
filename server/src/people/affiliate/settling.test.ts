import { cents } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { walletBalance } from '../../money/ledger/ledger.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { newDepositAddress } from '../../money/litecoin/addresses.ts';
import { confirmMined } from '../../money/withdrawals/withdrawals.jobs.ts';
import { readWithdrawable } from '../../money/withdrawals/withdrawals.reads.ts';
import { requestWithdrawal } from '../../money/withdrawals/withdrawals.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { createListing } from '../../trade/listings/listings.ts';
import { buyListing } from '../../trade/transactions/buying.ts';
import { complete } from '../../trade/transactions/endings.ts';
import { deliver } from '../../trade/transactions/steps.ts';
import { recordReferral } from './affiliate.ts';

/** When a referrer may withdraw a share. One LTC is $85.00. Rita referred sela, who sells to nova. */
let world: PayerWorld;
let rita: string;
let sela: string;
let nova: string;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 2 });
});
beforeEach(async () => {
  rita = await makePerson(world.db, 'rita');
  sela = await makePerson(world.db, 'sela');
  nova = await makePerson(world.db, 'nova');
  await inTransaction(world.db, async (tx) => {
    const { affiliateCode } = await tx
      .selectFrom('users')
      .where('id', '=', rita)
      .select('affiliateCode')
      .executeTakeFirstOrThrow();
    await recordReferral(tx, sela, affiliateCode!);
  });
});
afterEach(async () => {
  expect(await proveBooks(world.db)).toEqual([]);
});
afterAll(() => world.close());

const ritasWallet = async () => {
  const { posted } = await walletBalance(world.db, rita, 'seller');
  const { cents: withdrawable, unsettledCents } = await readWithdrawable(world.db, rita);
  return { posted, withdrawable, unsettledCents };
};

/** Deposits LTC to nova with two confirmations, so that it is credited. */
async function deposit(ltc: number): Promise<string> {
  const address = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, nova));
  const { txid } = await world.control<{ txid: string }>('/litecoin/send', { outputs: [{ address, ltc }] });
  await world.mine(2);
  return txid;
}

/** Sela sells an item to nova with a fee of 5%. */
async function sale(priceCents: number): Promise<void> {
  const listingId = await inTransaction(world.db, (tx) =>
    createListing(tx, sela, {
      title: 'Crown',
      itemType: 'premium_items',
      quantity: 1,
      pricePerUnit: cents(priceCents),
      deliveryTime: '1 hour',
    }),
  );
  const total = cents(priceCents);
  const shown = { listingId, sellerId: sela, pricePerUnit: total, totalAmount: total };
  await inTransaction(world.db, async (tx) => {
    const id = await buyListing(tx, nova, { ...shown, platformFee: cents(priceCents / 20) });
    await deliver(tx, { id: sela, isStaff: false }, id, null);
    const trade = tx.selectFrom('transactions').where('id', '=', id).selectAll();
    await complete(tx, await trade.executeTakeFirstOrThrow());
  });
}

test('a share of a fee that was paid with unsettled money cannot be withdrawn until that money settles', async () => {
  await deposit(1);
  await sale(8_000);
  expect(await ritasWallet()).toEqual({ posted: 40, withdrawable: 0, unsettledCents: 40 });
  await world.mine(3);
  expect(await ritasWallet()).toMatchObject({ withdrawable: 0 });
  await world.mine(1);
  expect(await ritasWallet()).toEqual({ posted: 40, withdrawable: 40, unsettledCents: 0 });
});

test('a share of a fee that was paid with settled money can be withdrawn immediately', async () => {
  await deposit(1);
  await world.mine(4);
  await sale(8_000);
  expect(await ritasWallet()).toEqual({ posted: 40, withdrawable: 40, unsettledCents: 0 });
});

test('a share is taken from the settled part of the fee first', async () => {
  await credit(world.db, nova, 7_630);
  await deposit(1);
  // the price uses 7,600 of the gift; the fee uses the remaining 30 and 370 of the deposit
  await sale(8_000);
  expect(await ritasWallet()).toEqual({ posted: 40, withdrawable: 30, unsettledCents: 10 });
  await world.mine(4);
  expect(await ritasWallet()).toMatchObject({ withdrawable: 40 });
});

test('a share is taken from the part of the fee that came from a settled deposit first', async () => {
  await deposit(0.9);
  await world.mine(4);
  await deposit(1);
  // the price uses 7,638 of the settled $76.50; the fee uses the remaining 12 and 390 of the other deposit
  await sale(8_040);
  expect(await ritasWallet()).toEqual({ posted: 40, withdrawable: 12, unsettledCents: 28 });
});

test('a share whose deposit is reversed cannot be withdrawn until new deposits cover the loss', async () => {
  const gone = await deposit(1);
  await sale(8_000);
  await world.control('/litecoin/reorg', { depth: 3, drop: [gone] });
  await world.follow();
  expect(await ritasWallet()).toEqual({ posted: 40, withdrawable: 0, unsettledCents: 40 });
  await world.mine(10);
  expect(await ritasWallet()).toMatchObject({ withdrawable: 0 });
  await deposit(1);
  await world.mine(4);
  expect(await ritasWallet()).toEqual({ posted: 40, withdrawable: 40, unsettledCents: 0 });
});

test('a share of a withdrawal fee is booked once, at the first 6 confirmations, and can be withdrawn immediately', async () => {
  await credit(world.db, sela, 5_000, { wallet: 'seller' });
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  const requester = { id: sela, isOwner: false };
  await inTransaction(world.db, (tx) => requestWithdrawal(tx, requester, wish, 'regtest'));
  await payRound(world);
  await world.mine(5);
  await payRound(world);
  expect(await ritasWallet()).toMatchObject({ posted: 0 });
  await world.mine(1);
  await Promise.all([confirmMined(world.db), confirmMined(world.db), payRound(world)]);
  // 7% of $25.00 is $1.75; there is no share of the network fee
  expect(await ritasWallet()).toEqual({ posted: 18, withdrawable: 18, unsettledCents: 0 });
  await world.control('/litecoin/reorg', { depth: 3 });
  await world.follow();
  await world.mine(6);
  await payRound(world);
  expect(await ritasWallet()).toMatchObject({ posted: 18 });
});
