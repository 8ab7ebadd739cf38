import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesAfter } from '../../../test/tampering.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { proveBooks } from '../../money/ledger/proof.ts';

/** One completed and one open trade, which the database owner then manipulates. */
let world: TradeWorld;
let completed: string;
let open: string;
beforeAll(async () => {
  world = await openTradeWorld();
  const [sela, nova] = [await world.seller(), await world.buyer(30_000)];
  completed = await world.bought(nova, await world.list(sela));
  await world.step(sela, completed, 'deliver');
  await world.step(nova, completed, 'confirm');
  open = await world.bought(nova, await world.list(sela));
});
afterAll(() => world.close());

const paid = () => `(select id from ledger_events where key = 'transaction ${completed} completed')`;
const toFees = `(select id from ledger_accounts where name = 'house:fees')`;

const TAMPERINGS: readonly [name: string, change: () => string, found: string[]][] = [
  [
    'a hold is removed',
    () =>
      `update ledger_holds set state = 'voided', remaining = 0, closed_at = now() where key = 'transaction ${open}'`,
    ["a trade's hold is not what its stage says", 'held is not the sum of its active holds'],
  ],
  [
    'a hold belongs to no trade',
    () => `update ledger_holds set key = 'transaction nobody''s' where key = 'transaction ${open}'`,
    ["a trade's hold belongs to no trade", "a trade's hold is not what its stage says"],
  ],
  [
    'the house takes one cent more',
    () =>
      `update ledger_postings set amount = amount + case when to_account = ${toFees} then 1 else -1 end where event_id = ${paid()}`,
    [
      'a trade does not pay its seller as its stage says',
      'a trade does not pay the house as its stage says',
      'money moved that no record explains',
      'money moved that no record explains',
      'posted is not the sum of its postings',
    ],
  ],
  [
    'the buyer also pays another account',
    () => `insert into ledger_postings (event_id, currency, from_account, to_account, amount)
      select event_id, currency, from_account, (select id from ledger_accounts where name = 'house:adjustments'), 5
      from ledger_postings where event_id = ${paid()} and to_account = ${toFees}`,
    [
      'a trade does not cost its buyer what its stage says',
      'money moved that no record explains',
      'posted is not the sum of its postings',
    ],
  ],
  [
    'an open trade is paid',
    () => `update ledger_events set key = 'transaction ${open} completed' where id = ${paid()}`,
    [1, 2].flatMap(() => [
      'a trade does not pay its seller as its stage says',
      'a trade does not pay the house as its stage says',
      'a trade does not cost its buyer what its stage says',
      'money moved that no record explains',
    ]),
  ],
  [
    'a trade has another price than its items',
    () => `update transactions set units = units + 1 where id = '${completed}'`,
    ['a trade does not cost what its items cost'],
  ],
  [
    'an open trade would pay another person',
    () => `update transactions set seller_id = new_id() where id = '${open}'`,
    ['a trade pays another person than the seller of its listing'],
  ],
  [
    'a listing with an open trade is active, and another one is pending without a trade',
    () => `update listings set status = case status when 'pending' then 'active' else 'pending' end`,
    [
      'a listing is not pending as its trades say',
      'a listing is not pending as its trades say',
      'a listing is not sold as its trades say',
    ],
  ],
];

test('books with a completed and an open trade balance', async () => {
  expect(await proveBooks(world.services.db)).toEqual([]);
});

test.each(TAMPERINGS)('the proof reports that %s', async (_name, change, found) => {
  const differences = await differencesAfter(world.database, change());
  expect(differences.map(({ what }) => what).sort()).toEqual([...found].sort());
});
