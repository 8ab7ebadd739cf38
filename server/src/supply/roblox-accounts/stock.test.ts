import { type Rate, type Robux, rate, robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertAccount, insertPerson, type Stocked } from '../../../test/stock.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { takeOffSale } from './off-sale.ts';
import { recordSale, releaseStock, reserveStock } from './stock.ts';

let database: TestDatabase;
let sela: string;
let nova: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.asOwner('delete from roblox_accounts');
  sela = await insertPerson(database);
  nova = await insertPerson(database);
});

const stock = (over: Partial<Stocked> = {}) =>
  insertAccount(database, { owner: sela, rateCents: 300, robux: 10_000, ...over });
const take = (tx: Tx, amount: number, over: { most?: Rate; by?: string; exclude?: string[] } = {}) =>
  reserveStock(tx, {
    robuxAmount: robux(amount),
    maxRateCents: over.most ?? rate(600),
    notOwnedBy: over.by ?? nova,
    passId: '1',
    exclude: over.exclude ?? [],
  });
const taken = async (amount: number, over: Parameters<typeof take>[2] = {}) =>
  (await inTransaction(database.db, (tx) => take(tx, amount, over)))?.id ?? null;
const rowOf = (id: string) =>
  database.db.selectFrom('robloxAccounts').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

describe('reserving stock', () => {
  it('reserves the cheapest account that fits', async () => {
    await stock({ rateCents: 310 });
    const cheapest = await stock({ rateCents: 290 });
    await stock({ rateCents: 200, robux: 999 });
    const account = await inTransaction(database.db, (tx) => take(tx, 1_000));
    expect(account).toEqual({ id: cheapest, sellerId: sela, rateCents: 290 });
    expect(await rowOf(cheapest)).toMatchObject({ reservedRobux: 1_000, robuxBalance: 10_000 });
  });

  it('returns null if all accounts are above the maximum rate', async () => {
    const id = await stock({ rateCents: 350 });
    expect(await taken(1_000, { most: rate(349) })).toBeNull();
    expect(await taken(1_000, { most: rate(350) })).toBe(id);
  });

  it('counts only stock that is not reserved', async () => {
    const id = await stock({ robux: 1_000, reserved: 500 });
    expect(await taken(501)).toBeNull();
    expect(await taken(500)).toBe(id);
    expect(await taken(1)).toBeNull();
  });

  it.each<[what: string, over: Partial<Stocked>]>([
    ['offline', { status: 'offline' }],
    ['2fa_required', { status: '2fa_required' }],
    ['invalid_cookie', { status: 'invalid_cookie' }],
    ['not active', { isActive: false }],
  ])('skips an account that is %s', async (_what, over) => {
    await stock(over);
    expect(await taken(100)).toBeNull();
  });

  it("skips the buyer's own accounts, accounts of banned sellers and excluded accounts", async () => {
    const excluded = await stock({ rateCents: 100 });
    await stock({ rateCents: 100, owner: nova });
    await stock({ rateCents: 100, owner: await insertPerson(database, { isBanned: true }) });
    const right = await stock({ rateCents: 500 });
    expect(await taken(100, { exclude: [excluded] })).toBe(right);
    expect(await taken(100, { exclude: [excluded, right] })).toBeNull();
  });

  it('prefers at equal rates automatic accounts, then the longest unused, then the lowest id', async () => {
    const manual = await stock({ fulfilment: 'manual', robux: 100 });
    const recent = await stock({ lastUsedAt: new Date('2026-01-02'), robux: 100 });
    const older = await stock({ lastUsedAt: new Date('2026-01-01'), robux: 100 });
    const [first, second] = [await stock({ robux: 100 }), await stock({ robux: 100 })].sort();
    const cheaperManual = await stock({ fulfilment: 'manual', rateCents: 299, robux: 100 });
    const order: (string | null)[] = [];
    for (let n = 0; n < 7; n += 1) order.push(await taken(100));
    expect(order).toEqual([cheaperManual, first, second, older, recent, manual, null]);
  });
});

describe('concurrent reservations', () => {
  it('give 20 of 50 callers 1,000 of 20,000 Robux, and reserve nothing twice', async () => {
    const id = await stock({ robux: 20_000 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => taken(1_000)));
    expect(answers.filter((answer) => answer === id)).toHaveLength(20);
    expect(answers.filter((answer) => answer === null)).toHaveLength(30);
    expect((await rowOf(id)).reservedRobux).toBe(20_000);
  });

  it('never use a more expensive account while a cheaper one fits', async () => {
    const rates = [500, 200, 400, 300];
    const ids = await Promise.all(rates.map((rateCents) => stock({ rateCents, robux: 10_000 })));
    const answers = await Promise.all(Array.from({ length: 50 }, () => taken(1_000)));
    const count = (rateCents: number) => answers.filter((id) => id === ids[rates.indexOf(rateCents)]).length;
    expect([200, 300, 400, 500].map(count)).toEqual([10, 10, 10, 10]);
    expect(answers.filter((id) => id === null)).toHaveLength(10);
  });

  it('wait for the cheapest account, and use it if the first transaction rolls back', async () => {
    const cheap = await stock({ rateCents: 200, robux: 1_000 });
    const expensive = await stock({ rateCents: 400 });
    const second = await whileHeld(
      (tx) => take(tx, 1_000),
      () => taken(1_000),
      'rollback',
    );
    expect(second).toEqual({ answer: cheap, waited: true });
    const third = await whileHeld(
      (tx) => releaseStock(tx, cheap, 1_000 as Robux),
      () => taken(1_000),
      'rollback',
    );
    expect(third).toEqual({ answer: expensive, waited: false });
  });

  it('use the next best account if the first transaction commits', async () => {
    await stock({ rateCents: 200, robux: 1_000 });
    const expensive = await stock({ rateCents: 400 });
    const late = () => taken(1_000);
    expect(await whileHeld((tx) => take(tx, 1_000), late, 'commit')).toEqual({
      answer: expensive,
      waited: true,
    });
  });

  it('do not use an account whose rate rose meanwhile above another or above the maximum', async () => {
    const rising = await stock({ rateCents: 200 });
    const other = await stock({ rateCents: 300 });
    const raise = (tx: Tx) =>
      sql`update roblox_accounts set rate_cents = 500 where id = ${rising}`.execute(tx);
    expect(await whileHeld(raise, () => taken(1_000), 'commit')).toEqual({ answer: other, waited: true });
    const raiseOther = (tx: Tx) =>
      sql`update roblox_accounts set rate_cents = 600 where id = ${other}`.execute(tx);
    expect(await whileHeld(raiseOther, () => taken(1_000, { most: rate(400) }), 'commit')).toEqual({
      answer: null,
      waited: true,
    });
  });

  it('use the account of two equal ones that was not just used', async () => {
    const [first, second] = [await stock(), await stock()].sort();
    expect(
      await whileHeld(
        (tx) => take(tx, 1_000),
        () => taken(1_000),
        'commit',
      ),
    ).toEqual({ answer: second, waited: true });
    expect((await rowOf(first!)).reservedRobux).toBe(1_000);
  });

  it('do not reserve a balance that fell meanwhile', async () => {
    const id = await stock();
    const spend = (tx: Tx) =>
      sql`update roblox_accounts set robux_balance = 999 where id = ${id}`.execute(tx);
    expect(await whileHeld(spend, () => taken(1_000), 'commit')).toEqual({ answer: null, waited: true });
  });

  it('do not use an account that was taken off sale meanwhile', async () => {
    const id = await stock();
    const off = (tx: Tx) => takeOffSale(tx, id, { status: '2fa_required', reason: 'captcha' });
    expect(await whileHeld(off, () => taken(1_000), 'commit')).toEqual({ answer: null, waited: true });
  });
});

/** Runs `first` in a transaction, starts `second`, then ends the transaction. Returns the result of `second` and whether it had to wait. */
async function whileHeld<Answer>(
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<Answer>,
  end: 'commit' | 'rollback',
): Promise<{ answer: Answer; waited: boolean }> {
  const tx = await database.db.startTransaction().execute();
  await first(tx);
  let waited = true;
  const answering = second().finally(() => {
    waited = false;
  });
  await new Promise((done) => setTimeout(done, 200));
  const seen = waited;
  await (end === 'commit' ? tx.commit() : tx.rollback()).execute();
  return { answer: await answering, waited: seen };
}

describe('reserved stock', () => {
  it('is for sale again after its release, and releasing more than reserved throws', async () => {
    const id = await stock({ robux: 1_000 });
    await taken(1_000);
    await inTransaction(database.db, (tx) => releaseStock(tx, id, robux(1_000)));
    expect(await rowOf(id)).toMatchObject({ reservedRobux: 0, robuxBalance: 1_000 });
    await expect(inTransaction(database.db, (tx) => releaseStock(tx, id, robux(1)))).rejects.toThrow(/check/);
  });

  it('is subtracted from reservation and balance and added to the total when sold', async () => {
    const id = await stock({ robux: 5_000, reserved: 3_000 });
    const sale = { robuxAmount: robux(1_000), paidRobux: robux(900), balanceAfter: null };
    await inTransaction(database.db, (tx) => recordSale(tx, id, sale));
    expect(await rowOf(id)).toMatchObject({ reservedRobux: 2_000, robuxBalance: 4_100, totalSold: 1_000 });
    const known = { ...sale, balanceAfter: robux(3_333) };
    await inTransaction(database.db, (tx) => recordSale(tx, id, known));
    expect(await rowOf(id)).toMatchObject({ reservedRobux: 1_000, robuxBalance: 3_333, totalSold: 2_000 });
  });

  it('stays reserved when the account goes off sale', async () => {
    const id = await stock({ reserved: 700 });
    await inTransaction(database.db, (tx) => takeOffSale(tx, id, { status: 'offline', reason: 'moderated' }));
    expect(await rowOf(id)).toMatchObject({
      reservedRobux: 700,
      status: 'offline',
      statusReason: 'moderated',
    });
  });
});
