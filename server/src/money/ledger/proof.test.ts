import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { stepNow } from '../../../test/steps.ts';
import { differencesAfter } from '../../../test/tampering.ts';
import { inLanguage } from '../../platform/language.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { proveBooks } from './proof.ts';

/** One completed and one open order give every part of the proof some rows to check. */
let world: OrderWorld;
let completed: string;
let open: string;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await world.seller(50_000, 3);
  const nova = await world.buyer(10_000);
  completed = String((await world.order(nova, await world.pass(1_000), 1_000)).body.id);
  open = String((await world.order(nova, await world.pass(500), 500)).body.id);
  await stepNow(world.orderServices, completed);
});
afterAll(() => world.close());

test('books with a completed and an open order balance', async () => {
  const states = await world.services.db
    .selectFrom('orders')
    .select(['id', 'status'])
    .orderBy('id')
    .execute();
  expect(states).toEqual([
    { id: completed, status: 'completed' },
    { id: open, status: 'pending' },
  ]);
  expect(await proveBooks(world.services.db)).toEqual([]);
});

/** Manipulations that the database password allows, and the differences that the proof reports. */
const TAMPERINGS: [name: string, change: () => string, found: string[]][] = [
  [
    'a cent appears in a wallet',
    () => `update ledger_balances set posted = posted + 1 where posted > 1000`,
    ['posted is not the sum of its postings'],
  ],
  [
    'a hold vanishes',
    () =>
      `update ledger_holds set state = 'voided', remaining = 0, closed_at = now() where key = 'order ${open}'`,
    ["an order's hold is not what its state says", 'held is not the sum of its active holds'],
  ],
  [
    'a hold belongs to no order',
    () => `update ledger_holds set key = 'order nobody''s' where key = 'order ${open}'`,
    ["an order's hold belongs to no order", "an order's hold is not what its state says"],
  ],
  [
    'a hold has an unknown kind',
    () => `update ledger_holds set key = 'lunch' where key = 'order ${open}'`,
    ['an active hold has an unknown kind', "an order's hold is not what its state says"],
  ],
  [
    'a hold is on an account that is not a wallet',
    () => `update ledger_holds set account_id = 999999 where key = 'order ${open}'`,
    ['a hold is on an account that is not a wallet', 'held is not the sum of its active holds'],
  ],
  [
    'the order of a timeline entry does not exist',
    () => `update order_events set order_id = new_id() where order_id = '${open}'`,
    ['a timeline entry belongs to no order'],
  ],
  [
    'an order has an unknown buyer',
    () => `update orders set buyer_id = new_id() where id = '${open}'`,
    ['a hold is on the wallet of another person', 'the buyer of an order does not exist'],
  ],
  [
    'the parent of a split order does not exist',
    () => `update orders set split_id = new_id(), part = 1 where id = '${open}'`,
    ["an order's hold is not what its state says", 'the parent order does not exist'],
  ],
  [
    "an order uses another seller's account",
    () => `update orders set seller_id = buyer_id where id = '${open}'`,
    ["the account of an order is not its seller's"],
  ],
  [
    'a seller is paid too little',
    () =>
      `update ledger_postings set amount = amount - 1 where event_id = (select id from ledger_events where key = 'order ${completed} completed')`,
    [
      'an order is not paid to its seller as its state says',
      'money moved that no record explains',
      'posted is not the sum of its postings',
      'posted is not the sum of its postings',
    ],
  ],
  [
    'a payment is for another order',
    () =>
      `update ledger_events set key = 'order ${open} completed' where key = 'order ${completed} completed'`,
    [
      'an order has more or fewer paying events than its state says',
      'an order has more or fewer paying events than its state says',
      'an order is not paid to its seller as its state says',
      'an order is not paid to its seller as its state says',
      'money moved that no record explains',
    ],
  ],
  [
    'an event moves nothing',
    () => `insert into ledger_events (key, kind, at) values ('nothing', 'nothing', now())`,
    ['an event without postings'],
  ],
  [
    'a gamepass was bought for an open order',
    () => `update purchase_attempts set order_id = '${open}'`,
    [
      'an order pays an account that did not buy its gamepass',
      ...Array.from(
        { length: 2 },
        () => "an order's gamepass was bought more or less often than its state says",
      ),
    ],
  ],
  [
    'an order was bought by another account',
    () => `update purchase_attempts set account_id = new_id()`,
    ['an order pays an account that did not buy its gamepass'],
  ],
  [
    'an order has the price of another rate',
    () =>
      `update orders set rate_cents = rate_cents + 100, max_rate_cents = max_rate_cents + 100 where id = '${open}'`,
    ['an order does not cost what its Robux cost'],
  ],
  [
    'the balance of a wallet vanishes',
    () =>
      `delete from ledger_balances where account_id = (select id from ledger_accounts where wallet = 'seller')`,
    ['a wallet has no balance'],
  ],
  [
    'wallets of two people are mixed up',
    () =>
      `update ledger_accounts set user_id = (select seller_id from orders limit 1) where wallet = 'buyer'`,
    ['a wallet has the name of another'],
  ],
  [
    'a wallet may be overdrawn',
    () => `update ledger_balances set overdraft = 500 where posted > 1000`,
    ['a wallet may fall further below zero than it is'],
  ],
  [
    'a payment has another currency',
    () =>
      `update ledger_postings set currency = 'LTC' where event_id = (select id from ledger_events where kind = 'correction.made')`,
    ['money moved in another currency than that of its accounts'],
  ],
  [
    'stock is reserved for no order',
    () => `update roblox_accounts set reserved_robux = reserved_robux + 1`,
    ['reserved stock is not what open orders need'],
  ],
  [
    'Robux were sold without an order',
    () => `update roblox_accounts set total_sold = total_sold + 1`,
    ['Robux sold are not those of completed orders'],
  ],
  [
    'a deposit is credited under two generations',
    () => `select ledger_post('deposit ab:0 ' || n, 'deposit.credited', jsonb_build_array(jsonb_build_object(
      'from', 'exchange:usd', 'to', (select name from ledger_accounts where wallet = 'buyer' limit 1), 'amount', 5)))
      from generate_series(1, 2) n`,
    [
      'a deposit is credited more than once',
      'money moved that no record explains',
      'money moved that no record explains',
    ],
  ],
  [
    'a wallet is credited without a deposit',
    () => `select ledger_post('made up', 'deposit.credited', jsonb_build_array(jsonb_build_object(
      'from', 'exchange:usd', 'to', (select name from ledger_accounts where wallet = 'buyer' limit 1), 'amount', 5)))`,
    ['money moved that no record explains'],
  ],
  [
    'the wallet of a living person is emptied',
    () => `select ledger_post('cleaned', 'wallet.cleaned', jsonb_build_array(jsonb_build_object(
      'from', 'house:adjustments', 'to', (select name from ledger_accounts where wallet = 'buyer' limit 1), 'amount', 5)))`,
    ['money moved that no record explains'],
  ],
  [
    'a correction has another amount',
    () => `update corrections set cents = cents + 1`,
    ['money moved that no record explains'],
  ],
  [
    'a correction is not booked',
    () => `insert into corrections (user_id, wallet_type, cents, reason, requested_by, state)
      select id, 'buyer', 5, 'gift', id, 'made' from users limit 1`,
    ['a recorded payment is not booked'],
  ],
  [
    'litoshi appear in the treasury',
    () =>
      `select ledger_post('litoshi', 'odd', '[{"from": "outside:ltc", "to": "treasury:ltc", "amount": 7}]')`,
    ['the treasury is not the unspent outputs of the applied chain'],
  ],
];
for (const [name, change, found] of TAMPERINGS) {
  test(`the proof reports when ${name}`, async () => {
    const differences = await differencesAfter(world.database, change());
    const names = differences.map(({ what }) => what).sort();
    expect(names).toEqual(found);
    // every difference has a name in the other languages
    const spanish = inLanguage('es', () => names.map(translateStored));
    expect(spanish.filter((name) => names.includes(name))).toEqual([]);
    expect(await proveBooks(world.services.db)).toEqual([]);
  });
}
