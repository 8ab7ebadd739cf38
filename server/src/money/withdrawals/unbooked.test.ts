import { cents } from '@sterling/contract/money.ts';
import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import { setSetting } from '../../../test/settings.ts';
import { differencesAfter } from '../../../test/tampering.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { chainCursor } from '../litecoin/litecoin.reads.ts';
import { openScanner } from '../litecoin/scan.ts';
import { runTreasury } from '../treasury/treasury.jobs.ts';
import { decideWithdrawal } from './deciding.ts';
import { confirmMined, payWithdrawals } from './withdrawals.jobs.ts';
import { requestWithdrawal } from './withdrawals.ts';

/** Rows that cannot be written: the work on all others goes on. */
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
    requestWithdrawal(tx, { id, isOwner: false }, wish, 'regtest'),
  );
  return asked.id;
}

const pay = () => payRound(world);
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
/** Runs loops of the worker until `done`. */
async function runUntil(loops: (typeof payWithdrawals | typeof runTreasury)[], done: () => Promise<boolean>) {
  const stopped = new AbortController();
  const running = loops.map((loop) => loop(world, stopped.signal));
  await vi.waitUntil(done, { timeout: 10_000 });
  stopped.abort();
  await Promise.all(running);
}
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
    decideWithdrawal(tx, broken, { decision: 'reject', reason: 'it is lost' }),
  );
  await expect(reject).rejects.toMatchObject({ code: 'payment_possible' });
  await expectBalancedBooks(world);

  await mendWrites();
  await pay();
  expect([await stateOf(broken), await openReviewsOf(broken)]).toEqual(['confirmed', 0]);
  await expectBalancedBooks(world);
});

test('a connection that breaks during the booking is no reason for a review', async () => {
  const id = await withdrawal();
  await pay();
  await world.mine(6);
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = inTransaction(world.db, async (tx) => {
    await tx.selectFrom('withdrawals').where('id', '=', id).select('id').forUpdate().execute();
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const booking = confirmMined(world.db).catch((error: Error) => error.message);
  await vi.waitUntil(
    async () => {
      const { rows } = await world.database.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%withdrawals%'`);
      return rows.length > 0;
    },
    { timeout: 10_000 },
  );
  released.resolve();
  await holding;
  expect(await booking).toMatch(/terminat/);
  expect([await stateOf(id), await openReviewsOf(id)]).toEqual(['broadcast', 0]);
  await pay();
  expect(await stateOf(id)).toBe('confirmed');
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

test('a withdrawal that cannot be booked keeps the worker from nothing else', async () => {
  const broken = await withdrawal();
  await pay();
  await breakWrites('ledger_events', `new.key = 'withdrawal ${broken} confirmed'`);
  await world.mine(6);
  const other = await withdrawal();
  const reasonOf = async () =>
    (await world.db.selectFrom('withdrawals').where('id', '=', other).select('reason').executeTakeFirst())
      ?.reason;
  // no signer runs here
  await runUntil([payWithdrawals], async () => (await reasonOf()) === 'Waiting to be signed');
  await mendWrites();
  await pay();
  expect([await stateOf(broken), await stateOf(other)]).toEqual(['confirmed', 'broadcast']);
});

test('a sweep that cannot be requested does not delay the proof of the books', async () => {
  await setSetting(world.database, 'sweep_schedule', { everyHours: 1 });
  await breakWrites('sweeps', 'true');
  const isProved = async () => (await world.db.selectFrom('bookProofs').select('id').execute()).length > 0;
  await runUntil([runTreasury], isProved);
  await mendWrites();
});

test('a deposit that cannot be credited delays no other, and no block', async () => {
  const users = [await makePerson(world.db, 'bea'), await makePerson(world.db, 'bo')];
  const paid: string[] = [];
  for (const user of users) {
    const address = await inTransaction(world.database.db, (tx) =>
      newDepositAddress(tx, world.walletKeys, user),
    );
    paid.push((await world.control<{ txid: string }>('/litecoin/send', { address, ltc: 1 })).txid);
  }
  const posted = () =>
    Promise.all(users.map(async (user) => (await walletBalance(world.db, user, 'buyer')).posted));
  await breakWrites('ledger_events', `new.key like 'deposit ${paid[0]}%'`);
  await world.control('/litecoin/mine', { blocks: 2 });
  const error = vi.fn();
  const { db, node } = world;
  const scanner = openScanner({ db, node, network: 'regtest', log: { error } as unknown as Logger });
  await scanner.scanOnce();
  expect(await posted()).toEqual([0, 8_500]);
  expect((await chainCursor(db))?.height).toBe((await node.chainInfo()).blocks);
  expect(error.mock.calls).toMatchObject([[{ err: { message: 'cannot write' } }, expect.any(String)]]);
  await mendWrites();
  await scanner.scanOnce();
  expect(await posted()).toEqual([8_500, 8_500]);
  await expectBalancedBooks(world);
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
