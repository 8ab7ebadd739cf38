import type { Cents } from '@sterling/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { Refusal } from '../../refusal.ts';
import { account, hold, post, resizeHold, voidHold } from './ledger.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Steps on the two wallets of each of three users, with up to eight holds. */
const wallet = fc.nat({ max: 5 });
const holdNumber = fc.nat({ max: 7 });
const amount = fc.integer({ min: 1, max: 500 });
const step = fc.oneof(
  fc.record({ do: fc.constant('credit' as const), wallet, amount }),
  fc.record({ do: fc.constant('spend' as const), wallet, amount }),
  fc.record({ do: fc.constant('reverse' as const), wallet, amount }),
  fc.record({ do: fc.constant('hold' as const), hold: holdNumber, wallet, amount }),
  fc.record({ do: fc.constant('resize' as const), hold: holdNumber, amount }),
  fc.record({ do: fc.constant('void' as const), hold: holdNumber }),
  fc.record({
    do: fc.constant('pay' as const),
    hold: holdNumber,
    to: wallet,
    fee: fc.nat({ max: 20 }),
    amount,
    keep: fc.boolean(),
  }),
  fc.record({ do: fc.constant('fold' as const) }),
);
type Step = (typeof step extends fc.Arbitrary<infer Value> ? Value : never) & {};

test('any random walk of credits, spends, reversals, holds and payments matches a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const world = await openWorld();
      for (const [index, taken] of steps.entries()) {
        const expected = model(world, taken);
        expect(await real(world, taken, index), `${index} ${JSON.stringify(taken)}`).toBe(expected);
      }
      const { rows: differences } = await sql`
        select * from ledger_differences() union all select * from ledger_day_differences()`.execute(
        database.db,
      );
      expect(differences).toEqual([]);
      expect(await balances(world)).toEqual(world.wallets);
    }),
    { numRuns: 60 },
  );
});

interface World {
  readonly names: string[];
  readonly wallets: { posted: number; held: number }[];
  readonly holds: ({ wallet: number; remaining: number } | 'closed' | undefined)[];
  readonly id: string;
}
type Outcome = 'done' | 'insufficient_balance' | 'wallet_frozen' | 'nothing' | 'error';

async function openWorld(): Promise<World> {
  const people = ['nova', 'sela', 'otto'].map((username) => ({ username }));
  const rows = await database.db.insertInto('users').values(people).returning('id').execute();
  const names = rows.flatMap(({ id }) => [account.buyer(id), account.seller(id)]);
  return { names, wallets: names.map(() => ({ posted: 0, held: 0 })), holds: [], id: rows[0]!.id };
}

/** The reference model: the answer and the effect of each step, without a database. */
function model({ wallets, holds }: World, taken: Step): Outcome {
  if (taken.do === 'fold') return 'done';
  if (taken.do === 'credit' || taken.do === 'spend' || taken.do === 'reverse') {
    const at = wallets[taken.wallet]!;
    if (taken.do === 'spend' && available(at) < taken.amount) return 'insufficient_balance';
    at.posted += taken.do === 'credit' ? taken.amount : -taken.amount;
    return 'done';
  }
  const known = holds[taken.hold];
  if (taken.do === 'hold') {
    if (known) return 'done';
    const at = wallets[taken.wallet]!;
    if (isFrozen(wallets, taken.wallet)) return 'wallet_frozen';
    if (available(at) < taken.amount) return 'insufficient_balance';
    at.held += taken.amount;
    holds[taken.hold] = { wallet: taken.wallet, remaining: taken.amount };
    return 'done';
  }
  if (known === undefined || known === 'closed') return taken.do === 'void' ? 'nothing' : 'error';
  const at = wallets[known.wallet]!;
  if (taken.do === 'void') {
    at.held -= known.remaining;
    holds[taken.hold] = 'closed';
    return 'done';
  }
  if (taken.do === 'resize') {
    const more = taken.amount - known.remaining;
    if (more > 0 && isFrozen(wallets, known.wallet)) return 'wallet_frozen';
    if (more > 0 && available(at) < more) return 'insufficient_balance';
    at.held += more;
    known.remaining = taken.amount;
    return 'done';
  }
  if (taken.to === known.wallet) return 'error';
  const used = taken.amount + taken.fee;
  if (used > known.remaining) return 'insufficient_balance';
  const freed = taken.keep ? used : known.remaining;
  at.posted -= used;
  at.held -= freed;
  wallets[taken.to]!.posted += taken.amount;
  if (freed === known.remaining) holds[taken.hold] = 'closed';
  else known.remaining -= used;
  return 'done';
}

const available = ({ posted, held }: { posted: number; held: number }) => posted - held;
/** The two wallets of a user have neighbouring indexes. */
const isFrozen = (wallets: World['wallets'], of: number) =>
  [of, of ^ 1].some((neighbour) => available(wallets[neighbour]!) < 0);

async function real(world: World, taken: Step, index: number): Promise<Outcome> {
  try {
    return await inTransaction(database.db, (tx) => act(tx, world, taken, index));
  } catch (error) {
    if (error instanceof Refusal) return error.code as Outcome;
    if (/not active|check constraint/.test((error as Error).message)) return 'error';
    throw error;
  }
}

async function act(
  tx: Parameters<typeof post>[0],
  { names, id }: World,
  taken: Step,
  index: number,
): Promise<Outcome> {
  const key = `walk ${id} ${index}`;
  const holdKey = 'hold' in taken ? `hold ${id} ${taken.hold}` : '';
  if (taken.do === 'fold') {
    await sql`select ledger_fold_days(3)`.execute(tx);
  } else if (taken.do === 'credit' || taken.do === 'spend' || taken.do === 'reverse') {
    const own = names[taken.wallet]!;
    const [from, to] = taken.do === 'credit' ? [account.exchange, own] : [own, account.exchange];
    const kind = taken.do === 'reverse' ? 'deposit.reversed' : 'walk';
    const postings = [{ from, to, amount: taken.amount as Cents }];
    await post(tx, { key, kind, postings, force: taken.do === 'reverse' });
  } else if (taken.do === 'hold') {
    await hold(tx, holdKey, names[taken.wallet]!, taken.amount as Cents);
  } else if (taken.do === 'resize') {
    await resizeHold(tx, holdKey, taken.amount as Cents);
  } else if (taken.do === 'void') {
    return (await voidHold(tx, holdKey)) ? 'done' : 'nothing';
  } else {
    await payFromHold(tx, key, holdKey, names, taken);
  }
  return 'done';
}

async function payFromHold(
  tx: Parameters<typeof post>[0],
  key: string,
  holdKey: string,
  names: string[],
  taken: Extract<Step, { do: 'pay' }>,
): Promise<void> {
  const held = await tx
    .selectFrom('ledgerHolds')
    .innerJoin('ledgerAccounts', 'ledgerAccounts.id', 'ledgerHolds.accountId')
    .where('key', '=', holdKey)
    .select('name')
    .executeTakeFirst();
  const from = held?.name ?? names[taken.to]!;
  const parts = [
    { from, to: names[taken.to]!, amount: taken.amount as Cents },
    { from, to: account.fees, amount: taken.fee as Cents },
  ];
  const postings = parts.filter((part) => part.amount > 0);
  await post(tx, { key, kind: 'walk', postings, hold: holdKey, keepHold: taken.keep });
}

function balances({ names }: World): Promise<{ posted: number; held: number }[]> {
  return Promise.all(
    names.map(async (name) => {
      const row = await database.db
        .selectFrom('ledgerBalances')
        .innerJoin('ledgerAccounts', 'ledgerAccounts.id', 'ledgerBalances.accountId')
        .where('name', '=', name)
        .select(['posted', 'held'])
        .executeTakeFirst();
      return row ?? { posted: 0, held: 0 };
    }),
  );
}
