import { randomBytes } from 'node:crypto';
import { Address } from '@scure/btc-signer';
import { cents, litoshiOfCents, ltcPrice } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshAddress, openPayerWorld, type PayerWorld, setPrice } from '../../../test/payer.ts';
import { credit, makePerson, reversal } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { post, walletBalance } from '../ledger/ledger.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { NETWORKS } from '../litecoin/network.ts';
import { approve } from './approving.ts';
import { failUnsigned } from './stopping.ts';
import { requestWithdrawal, type WithdrawalRequest } from './withdrawals.ts';

let world: PayerWorld;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 0 });
});
afterAll(() => world.close());

async function seller(dollars: number): Promise<string> {
  const id = await makePerson(world.db, 'sela');
  await credit(world.db, id, dollars * 100, { wallet: 'seller' });
  return id;
}

function ask(
  id: string,
  dollars: number,
  { isOwner = false, ...wish }: Partial<WithdrawalRequest> & { isOwner?: boolean } = {},
) {
  const whole = { amount: cents(Math.round(dollars * 100)), ltcAddress: freshAddress(), ...wish };
  return inTransaction(world.db, (tx) => requestWithdrawal(tx, { id, isOwner }, whole, 'regtest'));
}

async function tracesOf(id: string) {
  const rows = await world.db.selectFrom('withdrawals').where('userId', '=', id).select('id').execute();
  const { held } = await walletBalance(world.db, id, 'seller');
  return { withdrawals: rows.length, held };
}

describe('a request', () => {
  test.each([
    { dollars: 10, percent: 8, deducted: 11.3 },
    { dollars: 24.99, percent: 8, deducted: 27.49 },
    { dollars: 25, percent: 7, deducted: 27.25 },
    { dollars: 50, percent: 6, deducted: 53.5 },
    { dollars: 99.99, percent: 6, deducted: 106.49 },
    { dollars: 100, percent: 4, deducted: 104.5 },
  ])(
    'S5.05 of $dollars costs $percent % and the network fee, $deducted in total',
    async ({ dollars, percent, deducted }) => {
      const id = await seller(200);
      const row = await ask(id, dollars);
      expect(row).toMatchObject({ state: 'approved', feePercent: percent, networkFeeCents: 50 });
      expect(row.totalCents).toBe(Math.round(deducted * 100));
      expect(row.litoshi).toBe(litoshiOfCents(cents(Math.round(dollars * 100)), ltcPrice(8_500)));
      expect((await walletBalance(world.db, id, 'seller')).held).toBe(row.totalCents);
    },
  );

  test('S5.05 of an owner costs only the network fee, from $1 on', async () => {
    const otto = await seller(5);
    expect(await ask(otto, 1, { isOwner: true })).toMatchObject({ feePercent: 0, totalCents: 150 });
  });

  test('keeps its price when the price changes', async () => {
    const id = await seller(100);
    const row = await ask(id, 25, { price: ltcPrice(8_500) });
    await setPrice(world, 9_000);
    const stored = await world.db
      .selectFrom('withdrawals as w')
      .innerJoin('prices as p', 'p.id', 'w.priceId')
      .where('w.id', '=', row.id)
      .select(['p.price', 'p.used', 'w.litoshi'])
      .executeTakeFirst();
    expect(stored).toEqual({ price: 8_500, used: true, litoshi: 29_411_764 });
    await setPrice(world, 8_500);
  });
});

describe('a refusal leaves no trace', () => {
  test.each([
    ['no amount', 0, {}, 'invalid_amount', 'Invalid amount'],
    ['a negative amount', -20, {}, 'invalid_amount', 'Invalid amount'],
    ['$9.99', 9.99, {}, 'minimum_withdrawal', 'Minimum withdrawal is $10'],
    [
      '$0.99 from an owner',
      0.99,
      { isOwner: true },
      'minimum_withdrawal',
      'Minimum withdrawal is $1 (Owner rate)',
    ],
    ['a typo', 20, { ltcAddress: 'rltc1qnope' }, 'invalid_ltc_address', 'Invalid LTC address'],
    [
      'a main-network address',
      20,
      { ltcAddress: 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh' },
      'invalid_ltc_address',
      'main network',
    ],
    ['another price', 20, { price: ltcPrice(8_499) }, 'price_mismatch', 'Price mismatch'],
    ['more than the balance with the fees', 37.3, {}, 'insufficient_balance', 'Insufficient balance'],
    ['more than the largest amount', 89_999_999_999_999, {}, 'insufficient_balance', 'Insufficient balance'],
  ] as const)('%s', async (_what, dollars, wish, code, message) => {
    const id = await seller(40);
    const refusal = await ask(id, dollars, wish).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(await tracesOf(id)).toEqual({ withdrawals: 0, held: 0 });
  });

  test('S5.04 the whole balance can be withdrawn: $37.29 of $40.40 with its fees', async () => {
    const id = await makePerson(world.db, 'sela');
    await credit(world.db, id, 4_040, { wallet: 'seller' });
    await expect(ask(id, 37.3)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await ask(id, 37.29)).toMatchObject({ totalCents: 4_040 });
  });

  test('a deposit address or the hot wallet’s address', async () => {
    const id = await seller(40);
    const nova = await makePerson(world.db, 'nova');
    const deposit = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, nova));
    for (const ltcAddress of [deposit, deposit.toUpperCase(), world.hotAddress]) {
      const refused = ask(id, 20, { ltcAddress });
      await expect(refused).rejects.toMatchObject({
        code: 'invalid_ltc_address',
        message: 'Invalid LTC address: this address belongs to Sterling',
        hint: 'This address belongs to Sterling. Enter an address of your own wallet.',
      });
    }
    expect(await tracesOf(id)).toEqual({ withdrawals: 0, held: 0 });
  });

  test('no fresh price', async () => {
    const id = await seller(40);
    await world.database.asOwner(
      `update prices set first_at = now() - interval '1 hour', as_of = now() - interval '301 seconds'`,
    );
    await expect(ask(id, 20)).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    expect(await tracesOf(id)).toEqual({ withdrawals: 0, held: 0 });
    await setPrice(world, 8_500);
  });

  test('a payment below the dust limit', async () => {
    const otto = await seller(5);
    await setPrice(world, 5_000_000);
    await expect(ask(otto, 1, { isOwner: true })).rejects.toMatchObject({ code: 'invalid_amount' });
    await setPrice(world, 8_500);
    expect(await tracesOf(otto)).toEqual({ withdrawals: 0, held: 0 });
  });

  test('a frozen wallet', async () => {
    const id = await seller(40);
    await inTransaction(world.db, (tx) => post(tx, reversal(id, cents(100))));
    await expect(ask(id, 20)).rejects.toMatchObject({ code: 'wallet_frozen' });
    expect(await tracesOf(id)).toEqual({ withdrawals: 0, held: 0 });
  });
});

test('rare day 19: an old address that Bitcoin uses too is refused until its present form is entered', async () => {
  const id = await seller(40);
  const hash = randomBytes(20);
  const prefixes = NETWORKS.regtest.prefixes;
  const encode = (scriptHash: number) => Address({ ...prefixes, scriptHash }).encode({ type: 'sh', hash });
  const [old, canonical] = [encode(NETWORKS.regtest.oldScriptHash), encode(prefixes.scriptHash)];
  await expect(ask(id, 20, { ltcAddress: old })).rejects.toMatchObject({
    code: 'address_ambiguous',
    status: 409,
    details: { canonical },
    hint: expect.stringContaining(canonical),
  });
  expect(await tracesOf(id)).toEqual({ withdrawals: 0, held: 0 });
  expect(await ask(id, 20, { ltcAddress: canonical })).toMatchObject({ address: canonical });
});

test('of sixteen parallel requests, only those that the wallet can pay succeed', async () => {
  const id = await seller(35);
  const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => ask(id, 10)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await tracesOf(id)).toEqual({ withdrawals: 3, held: 3 * 1_130 });
});

test('an unsigned withdrawal can fail, and then returns its money', async () => {
  const id = await seller(40);
  const { id: withdrawal } = await ask(id, 20);
  const fail = () => inTransaction(world.db, (tx) => failUnsigned(tx, withdrawal, 'The wallet is frozen'));
  expect(await fail()).toBe(true);
  expect(await fail()).toBe(false);
  expect((await walletBalance(world.db, id, 'seller')).available).toBe(4_000);
  await expect(inTransaction(world.db, (tx) => approve(tx, withdrawal))).rejects.toThrow(
    'cannot go from failed to approved',
  );
});

test('even the owner of the database cannot change amount and recipient of a withdrawal', async () => {
  const { id } = await ask(await seller(40), 20);
  await expect(
    world.database.asOwner('update withdrawals set litoshi = litoshi + 1 where id = $1', [id]),
  ).rejects.toThrow('does not change');
  await expect(world.database.asOwner('delete from withdrawals where id = $1', [id])).rejects.toThrow(
    'append-only',
  );
});

test('even the owner of the database cannot invent, exchange or fail a signed withdrawal', async () => {
  const { id } = await ask(await seller(40), 20);
  const change = (set: string) => world.database.asOwner(`update withdrawals set ${set} where id = '${id}'`);
  const invented = world.database.asOwner(`insert into withdrawals (state) values ('approved')`);
  await expect(invented).rejects.toThrow('starts as requested');
  await world.database.asOwner(
    `insert into own_transactions (txid, kind, hex, fee_litoshi) values ('ab', 'withdrawal', '00', 1)`,
  );
  await change(`state = 'signed', txid = 'ab'`);
  await expect(change('txid = null')).rejects.toThrow('one transaction');
  await change(`state = 'cancelling'`);
  // another transaction that can never be mined
  await world.database.asOwner(`insert into transaction_inputs values ('cd', 'ef', 0, 'gh', -9)`);
  await expect(change(`state = 'failed', failed_at = now()`)).rejects.toThrow('fails only when');
  const twice = `update withdrawals set confirmed_at = now() where id = '${id}'`;
  await expect(world.database.asOwner(`begin; ${twice}; ${twice.replace('now()', 'null')}`)).rejects.toThrow(
    'booked once',
  );
});

test('the books balance after all tests', async () => {
  for (const proof of ['ledger_differences', 'withdrawal_differences']) {
    expect((await world.database.asOwner(`select * from ${proof}()`)).rows).toEqual([]);
  }
});
