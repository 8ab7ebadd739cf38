import { cents } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp } from '../../../test/app.ts';
import {
  expectBalancedBooks,
  freshAddress,
  openPayerWorld,
  type PayerWorld,
  setPrice,
} from '../../../test/payer.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { openScanner } from '../litecoin/scan.ts';
import { signApproved } from './signing.jobs.ts';
import { cancelOwnWithdrawal } from './stopping.ts';
import { requestWithdrawal } from './withdrawals.ts';

const UNTOUCHED = { posted: 10_000, held: 0, available: 10_000 };

let world: PayerWorld;
let sela: string;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 6 });
});
beforeEach(async () => {
  sela = await makePerson(world.db, 'sela');
  await credit(world.db, sela, 10_000, { wallet: 'seller' });
});
afterEach(() => expectBalancedBooks(world));
afterAll(() => world.close());

async function ask(): Promise<string> {
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  const { id } = await inTransaction(world.db, (tx) =>
    requestWithdrawal(tx, { id: sela, isOwner: false }, wish, 'regtest'),
  );
  return id;
}

const cancel = (id: string, userId = sela) =>
  inTransaction(world.db, (tx) => cancelOwnWithdrawal(tx, userId, id));
const stateOf = (id: string) =>
  world.db
    .selectFrom('withdrawals')
    .where('id', '=', id)
    .select(['state', 'reason', 'isCancelled', 'txid'])
    .executeTakeFirstOrThrow();

describe('a person cancels their own withdrawal', () => {
  test('before it is signed: amount and fees return once, and its review closes', async () => {
    const id = await ask();
    await inTransaction(world.db, (tx) =>
      openReview(tx, { kind: 'withdrawal', subjectId: id, userId: sela, facts: { why: [] } }),
    );
    await cancel(id);
    expect(await stateOf(id)).toMatchObject({ state: 'failed', isCancelled: true, reason: null });
    expect(await walletBalance(world.db, sela, 'seller')).toEqual(UNTOUCHED);
    const open = world.db.selectFrom('reviews').where('subjectId', '=', id).where('state', '=', 'open');
    expect(await open.selectAll().execute()).toEqual([]);
    await expect(cancel(id)).rejects.toMatchObject({ code: 'withdrawal_sent' });
    await signApproved(world);
    expect((await stateOf(id)).txid).toBeNull();
  });

  test('not when it is signed, and never that of someone else', async () => {
    const id = await ask();
    const other = await makePerson(world.db, 'otto');
    await expect(cancel(id, other)).rejects.toMatchObject({ code: 'transaction_not_found' });
    await signApproved(world);
    await expect(cancel(id)).rejects.toMatchObject({ code: 'withdrawal_sent' });
    expect(await stateOf(id)).toMatchObject({ state: 'signed' });
  });

  test('while the signer works: it is either cancelled or paid', async () => {
    const ids = await Promise.all([ask(), ask(), ask()]);
    const [outcomes] = await Promise.all([
      Promise.allSettled(ids.map((id) => cancel(id))),
      signApproved(world),
    ]);
    await signApproved(world);
    for (const [index, { status }] of outcomes.entries())
      expect((await stateOf(ids[index]!)).state).toBe(status === 'fulfilled' ? 'failed' : 'signed');
  });
});

test('a call cancels a withdrawal once, and the inbox says so', async () => {
  const app = await openTestApp();
  const { config, db, node } = app.services;
  await setPrice(app.database, 8_500);
  await openScanner({ db, node, network: config.litecoin.network }).scanOnce();
  const person = await app.signIn('sela', 'seller');
  await credit(db, person.id, 10_000, { wallet: 'seller' });
  const wish = { amount: 25, ltcAddress: freshAddress(), walletType: 'seller' };
  const { id } = (await person.call('POST', '/api/wallet/withdraw', wish)).body.withdrawal as { id: string };
  const path = `/api/wallet/transactions/${id}/cancel`;
  const stranger = await app.signIn('otto', 'seller');
  expect(await stranger.call('POST', path)).toMatchObject({ status: 404 });
  const key = { 'idempotency-key': 'one-cancel' };
  const answers = await Promise.all([1, 2, 3].map(() => person.call('POST', path, undefined, key)));
  for (const { status } of answers) expect(status).toBe(200);
  expect((await person.call('GET', '/api/wallet')).body).toMatchObject({ balance: 100, held: 0 });
  expect((await person.call('GET', '/api/wallet/transactions')).body).toMatchObject([
    { status: 'cancelled', reason: null, txid: null },
  ]);
  expect((await person.call('GET', '/api/inbox')).body).toMatchObject({
    entries: [{ title: 'Withdrawal cancelled' }],
  });
  expect(await person.call('POST', path)).toMatchObject({
    status: 409,
    body: { code: 'withdrawal_sent' },
  });
  await app.close();
});
