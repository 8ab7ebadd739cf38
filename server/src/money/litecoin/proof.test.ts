import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import { differencesAfter } from '../../../test/tampering.ts';
import { makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { account, post } from '../ledger/ledger.ts';
import { proveBooks } from '../ledger/proof.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import { newDepositAddress } from './addresses.ts';

/** Nova's deposit, which paid sela, and sela's withdrawal. The database owner then manipulates their records. */
let world: PayerWorld;
let deposit: string;
let paid: string;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 2 });
  const [nova, sela] = [await makePerson(world.db, 'nova'), await makePerson(world.db, 'sela')];
  const address = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, nova));
  const sent = await world.control<{ txid: string }>('/litecoin/send', { outputs: [{ address, ltc: 1 }] });
  deposit = sent.txid;
  await world.mine(6);
  const postings = [{ from: account.buyer(nova), to: account.seller(sela), amount: cents(6_000) }];
  await inTransaction(world.db, (tx) => post(tx, { key: 'order bare', kind: 'order.completed', postings }));
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  await inTransaction(world.db, (tx) => requestWithdrawal(tx, { id: sela, isOwner: false }, wish, 'regtest'));
  await payRound(world);
  await world.mine(6);
  await payRound(world);
  paid = (await world.db.selectFrom('withdrawals').select('txid').executeTakeFirstOrThrow()).txid!;
});
afterAll(() => world.close());

const ofDeposit = () => `where txid = '${deposit}'`;
const ofPayment = () => `where txid = '${paid}'`;
const postedTo = (name: string) =>
  `where to_account = (select id from ledger_accounts where name = '${name}') and event_id = (
    select id from ledger_events where key = 'transaction ${paid} 0')`;

const TAMPERINGS: readonly [name: string, change: () => string, found: string[]][] = [
  [
    'a deposit has fewer coins than its output',
    () => `update deposits set litoshi = litoshi - 100000000 / 2 ${ofDeposit()}`,
    ['a deposit is not credited at its price', 'a deposit is not the coin that its address received'],
  ],
  [
    'a deposit was credited at another price',
    () => `update prices set price = price + 100 where id = (select price_id from deposits ${ofDeposit()})`,
    ['a deposit is not credited at its price', 'a withdrawal does not pay its dollars at its price'],
  ],
  [
    'a deposit is for the address of another person',
    () => `update addresses set user_id = (select user_id from withdrawals)
      where address = (select address from deposits ${ofDeposit()})`,
    ['a deposit is not the coin that its address received'],
  ],
  [
    'a deposit has another depth than its output',
    () => `update chain_outputs set height = height + 1 ${ofDeposit()}`,
    ['a deposit is not as deep as its coin'],
  ],
  [
    'a deposit from MWEB settled as fast as another',
    () => `update chain_outputs set is_peg_out = true ${ofDeposit()}`,
    ['a deposit settles too early for where its coins are from'],
  ],
  [
    'a lot is of another person',
    () => `update settlement_lots set account_id = (select id from ledger_accounts where wallet = 'seller')`,
    ['a lot is of another wallet than its deposit'],
  ],
  [
    'earnings wait in the wallet of a person who did not get them',
    () => `update settlement_spends set to_account = (select id from ledger_accounts where wallet = 'buyer')`,
    ['earnings wait in a wallet that did not receive them'],
  ],
  [
    'a coin was booked with fewer litoshi, and another with more',
    () => `update ledger_postings p set amount = p.amount + moved.litoshi from (values
      ((select e.id from ledger_events e where e.key = 'output ${deposit}:0 0'), -7),
      ((select min(e.id) from ledger_events e where e.kind = 'output.received'), 7)) moved (event, litoshi)
      where p.event_id = moved.event`,
    ['a coin is not booked as the chain has it', 'a coin is not booked as the chain has it'],
  ],
  [
    'a withdrawal was recorded with fewer coins than it paid',
    () => `update withdrawals set litoshi = litoshi - 1 ${ofPayment()}`,
    [
      'a transaction does not pay what its withdrawal says',
      'a withdrawal does not pay its dollars at its price',
    ],
  ],
  [
    'a payment was booked with another network fee',
    () => `update ledger_postings set amount = amount + 1 ${postedTo('miners:ltc')};
      update ledger_postings set amount = amount - 1 ${postedTo('outside:ltc')}`,
    [
      'a transaction does not pay what its withdrawal says',
      'the fee of a transaction is not booked as it was signed',
    ],
  ],
  [
    'a withdrawal has another percentage',
    () => `update withdrawals set fee_percent = fee_percent - 1 ${ofPayment()}`,
    ['the fee of a withdrawal is not its percentage'],
  ],
];

const BARE = 'money moved that no record explains';

test('books with a deposit and a withdrawal balance', async () => {
  expect((await proveBooks(world.db)).map(({ what }) => what)).toEqual([BARE]);
});

test.each(TAMPERINGS)('the proof reports that %s', async (_name, change, found) => {
  const differences = await differencesAfter(world.database, change());
  const names = differences.map(({ what }) => what).filter((what) => what !== BARE);
  expect(names.sort()).toEqual([...found].sort());
});
