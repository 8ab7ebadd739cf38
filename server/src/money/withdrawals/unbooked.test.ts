import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { differencesAfter } from '../../../test/tampering.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { decideWithdrawal } from './deciding.ts';
import { payOnce } from './withdrawals.jobs.ts';
import { requestWithdrawal } from './withdrawals.ts';

/** Withdrawals whose next state cannot be stored. */
let world: PayerWorld;
beforeAll(async () => {
  world = await openPayerWorld();
});
afterAll(() => world.close());

async function withdrawal(): Promise<string> {
  const id = await makePerson(world.db, 'sela');
  await credit(world.db, id, 10_000, { wallet: 'seller' });
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  const asked = await inTransaction(world.db, (tx) =>
    requestWithdrawal(tx, world.queue, { id, isOwner: false }, wish, 'regtest'),
  );
  return asked.id;
}

const pay = () => payOnce(world, new Date());
const stateOf = async (id: string) =>
  (await world.db.selectFrom('withdrawals').where('id', '=', id).select('state').executeTakeFirstOrThrow())
    .state;
const openReviewsOf = async (id: string) => {
  const { rows } = await world.database.asOwner(
    `select count(*)::int as count from reviews where kind = 'withdrawal' and subject_id = $1 and state = 'open'`,
    [id],
  );
  return rows[0].count;
};
/** Every write of a row for which `when` is true fails. */
const breakWrites = (table: string, when: string) =>
  world.database.asOwner(`
    create function refuse_write() returns trigger language plpgsql as $$ begin raise exception 'cannot write'; end $$;
    create trigger refuse_write before insert or update on ${table} for each row when (${when}) execute function refuse_write()`);
const mendWrites = () => world.database.asOwner('drop function refuse_write cascade');

test('a payment that cannot be booked waits for a review, and the others go on', async () => {
  const [broken, other] = [await withdrawal(), await withdrawal()];
  await pay();
  await breakWrites('ledger_events', `new.key = 'withdrawal ${broken} confirmed'`);
  await world.mine(6);
  const later = await withdrawal();
  // the log names the failure
  await expect(pay()).rejects.toThrow('cannot write');
  expect([await stateOf(broken), await openReviewsOf(broken)]).toEqual(['needs_review', 1]);
  expect([await stateOf(other), await stateOf(later)]).toEqual(['confirmed', 'broadcast']);
  await expect(pay()).rejects.toThrow('cannot write');
  expect(await openReviewsOf(broken)).toBe(1);

  const reject = inTransaction(world.db, (tx) =>
    decideWithdrawal(tx, world.queue, broken, { decision: 'reject', reason: 'it is lost' }),
  );
  await expect(reject).rejects.toMatchObject({ code: 'payment_possible' });
  await expectBalancedBooks(world);

  await mendWrites();
  await pay();
  expect([await stateOf(broken), await openReviewsOf(broken)]).toEqual(['confirmed', 0]);
  await expectBalancedBooks(world);
});

test.each(['requested', 'approved'])('a withdrawal that cannot leave %s delays no other', async (state) => {
  const [broken, other] = [await withdrawal(), await withdrawal()];
  await world.database.asOwner('update withdrawals set state = $2, waits_until = now() where id = any($1)', [
    [broken, other],
    state,
  ]);
  await breakWrites('withdrawals', `new.id = '${broken}'`);
  // the first error of an approval is thrown last, and one of a signature is logged
  await pay().catch((error: Error) => expect(error.message).toBe('cannot write'));
  expect([await stateOf(broken), await stateOf(other)]).toEqual([state, 'broadcast']);
  await mendWrites();
  await pay();
  expect(await stateOf(broken)).toBe('broadcast');
});

const HELD = `a withdrawal's hold is not what its state says`;
test.each<[what: string, change: (id: string) => string, found: string[]]>([
  [
    'a hold is too small',
    (id) => `update ledger_holds set remaining = remaining - 1 where key = 'withdrawal ${id}'`,
    [HELD, 'held is not the sum of its active holds'],
  ],
  [
    'a hold belongs to no withdrawal',
    (id) => `update ledger_holds set key = 'withdrawal x' where key = 'withdrawal ${id}'`,
    [`a withdrawal's hold belongs to no withdrawal`, HELD],
  ],
  [
    'an unpaid withdrawal is confirmed',
    (id) => `update withdrawals set confirmed_at = now() where id = '${id}'`,
    [HELD, 'a withdrawal is not booked as its state says'],
  ],
  [
    'a lost withdrawal is not returned',
    (id) =>
      `update withdrawals set confirmed_at = now(), failed_at = now(), state = 'failed' where id = '${id}'`,
    [
      'a lost withdrawal is not returned as often as its state says',
      HELD,
      'a withdrawal is not booked as its state says',
    ],
  ],
])('the proof reports that %s', async (_, change, found) => {
  const differences = await differencesAfter(world.database, change(await withdrawal()));
  expect(differences.map(({ what }) => what).toSorted()).toEqual(found.toSorted());
});
