import type { HistoryEntry } from '@sterling/contract/history.ts';
import type { WalletTransaction } from '@sterling/contract/wallet.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { stepNow } from '../../../test/steps.ts';
import { purchaseOf } from '../../../test/trade-world.ts';
import { credit } from '../../../test/wallets.ts';
import type { OnWire } from '../../../test/wire.ts';
import { presentDepositAddress } from '../../money/litecoin/addresses.ts';
import { openScanner } from '../../money/litecoin/scan.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { failUnsigned } from '../../money/withdrawals/stopping.ts';
import { inTransaction } from '../../platform/db/pool.ts';

type ShownHistoryEntry = OnWire<typeof HistoryEntry>;
type ShownWalletTransaction = OnWire<typeof WalletTransaction>;

/** A seller and a buyer with entries of every kind, in the order below. */
let world: OrderWorld;
let sela: Seller;
let nova: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await pollPrices(world.services);
  sela = await world.seller(50_000, 3.5);
  nova = await world.buyer(0);
  await deposit(nova, 2);
  await deposit(nova, 0.01);
  const placed = await world.order(nova, await world.pass(1_000), 1_000);
  await stepNow(world.orderServices, String(placed.body.id));
  await world.order(nova, await world.pass(500), 500);
  await trade('Golden Crown', ['deliver', 'confirm']);
  await trade('Silver Crown', ['deliver']);
  await trade('Bronze Crown', ['cancel']);
  await credit(world.services.db, sela.id, 10_000, { wallet: 'seller' });
  await withdraw();
  const failing = await withdraw();
  await inTransaction(world.services.db, (tx) => failUnsigned(tx, failing, 'Not this time'));
});
afterAll(() => world.close());

async function deposit(who: Caller, ltc: number): Promise<void> {
  const { db, walletKeys, node, config } = world.services;
  const address = await inTransaction(db, (tx) => presentDepositAddress(tx, walletKeys, who.id));
  await world.control('POST', '/litecoin/send', { outputs: [{ address, ltc }] });
  await world.control('POST', '/litecoin/mine', { blocks: 2 });
  await openScanner({ db, node, network: config.litecoin.network }).scanOnce();
}

async function trade(title: string, steps: string[]): Promise<void> {
  const terms = { title, itemType: 'premium_items', quantity: 3, pricePerUnit: 10, deliveryTime: '1 hour' };
  const { body: listing } = await sela.call('POST', '/api/listings', terms);
  const { body } = await nova.call('POST', '/api/transactions', purchaseOf(listing as never));
  for (const step of steps) {
    const who = step === 'confirm' ? nova : sela;
    const taken = await who.call('POST', `/api/transactions/${body.id}/${step}`, {});
    expect(taken.status).toBe(200);
  }
}

async function withdraw(): Promise<string> {
  const request = {
    amount: 25,
    ltcAddress: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3',
    walletType: 'seller',
  };
  const { status, body } = await sela.call('POST', '/api/wallet/withdraw', request);
  expect(status).toBe(201);
  return (body.withdrawal as { id: string }).id;
}

async function history(who: Caller, query = ''): Promise<{ entries: ShownHistoryEntry[]; total: number }> {
  const { status, body, headers } = await who.call('GET', `/api/history${query}`);
  expect(status).toBe(200);
  return { entries: body as unknown as ShownHistoryEntry[], total: Number(headers['x-total-count']) };
}
const shown = ({ entries }: { entries: ShownHistoryEntry[] }) =>
  entries.map(({ type, description, amount, quantity, status }) => [
    type,
    description,
    amount,
    quantity,
    status,
  ]);

test("S3.04 S2.04 the list has a buyer's purchases, orders and deposits, newest first", async () => {
  const all = await history(nova, '?role=buyer');
  const price = Number((await nova.call('GET', '/api/wallet/ltc-price')).body.price);
  const worth = (ltc: number) => Math.floor(Math.round(price * 100) * ltc) / 100;
  expect(shown(all)).toEqual([
    ['purchase', 'Bronze Crown', 30, 3, 'cancelled'],
    ['purchase', 'Silver Crown', 30, 3, 'pending'],
    ['purchase', 'Golden Crown', 30, 3, 'completed'],
    ['robux_purchase', 'Gamepass VIP', 1.75, 500, 'pending'],
    ['robux_purchase', 'Gamepass VIP', 3.5, 1_000, 'completed'],
    ['deposit', 'Litecoin deposit', worth(0.01), null, 'pending'],
    ['deposit', 'Litecoin deposit', worth(2), null, 'completed'],
  ]);
  expect(all.total).toBe(7);
  const times = all.entries.map(({ createdAt }) => new Date(createdAt).getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("S2.06 S3.04 the list has a seller's sales, Robux sales and withdrawals, each sale net of the fee", async () => {
  expect(shown(await history(sela, '?role=seller'))).toEqual([
    ['withdrawal', 'Litecoin withdrawal', 25, null, 'failed'],
    ['withdrawal', 'Litecoin withdrawal', 25, null, 'pending'],
    ['correction', 'Correction by Sterling', 100, null, 'completed'],
    ['sale', 'Bronze Crown', 28.5, 3, 'cancelled'],
    ['sale', 'Silver Crown', 28.5, 3, 'pending'],
    ['sale', 'Golden Crown', 28.5, 3, 'completed'],
    ['robux_sale', 'Gamepass VIP', 1.75, 500, 'pending'],
    ['robux_sale', 'Gamepass VIP', 3.5, 1_000, 'completed'],
  ]);
  const kinds = shown(await history(sela, '?type=sales')).map(([type]) => type);
  expect(kinds).toEqual(['sale', 'sale', 'sale', 'robux_sale', 'robux_sale']);
  expect(await history(sela, '?role=buyer')).toEqual({ entries: [], total: 0 });
  expect((await history(sela)).total).toBe(8);
});

test('pages have no gaps and no duplicates, and each has the total count', async () => {
  const all = (await history(nova)).entries;
  // a page is smaller than the number of entries of one kind
  const pages = [1, 2, 3, 4, 5].map((page) => history(nova, `?page=${page}&pageSize=2`));
  const read = await Promise.all(pages);
  expect(read.flatMap(({ entries }) => entries)).toEqual(all);
  expect(read.map(({ entries, total }) => [entries.length, total])).toEqual([
    [2, 7],
    [2, 7],
    [2, 7],
    [1, 7],
    [0, 7],
  ]);
});

test('the list filters by type and searches stored and displayed text', async () => {
  const found = async (query: string) => {
    const { entries, total } = await history(nova, query);
    expect(total).toBe(entries.length);
    return entries.map(({ description, status }) => `${description} ${status}`);
  };
  expect(await found('?type=deposit')).toEqual(['Litecoin deposit pending', 'Litecoin deposit completed']);
  expect(await found('?type=sale')).toEqual([]);
  expect(await found('?role=seller&type=deposit')).toEqual([]);
  expect(await found('?search=SILVER')).toEqual(['Silver Crown pending']);
  expect(await found('?search=$30.00&type=purchase')).toHaveLength(3);
  expect(await found('?search=robux%20purchase')).toHaveLength(2);
  expect(await found('?search=cancelled')).toEqual(['Bronze Crown cancelled']);
  expect(await found('?search=100%25')).toEqual([]);
  expect((await nova.call('GET', '/api/history?type=gift')).status).toBe(400);
});

test('the list sorts by a column, with empty values last', async () => {
  const column = async (query: string, name: 'amount' | 'quantity') =>
    (await history(nova, query)).entries.map((entry) => entry[name]);
  expect(await column('?sort=amount&type=robux_purchase', 'amount')).toEqual([1.75, 3.5]);
  expect((await column('?sort=amount&dir=desc&pageSize=2', 'amount'))[1]).toBe(30);
  expect(await column('?sort=quantity&dir=desc', 'quantity')).toEqual([1_000, 500, 3, 3, 3, null, null]);
  expect(await column('?sort=quantity&page=2&pageSize=4', 'quantity')).toEqual([1_000, null, null]);
});

test('the list filters by status and by time, with an exclusive end', async () => {
  const completed = await history(nova, '?status=completed&type=purchase');
  expect(shown(completed)).toEqual([['purchase', 'Golden Crown', 30, 3, 'completed']]);
  expect(completed.total).toBe(1);
  const { entries } = await history(nova);
  const [newest, second] = [entries[0]!, entries[1]!];
  expect((await history(nova, `?from=${newest.createdAt}`)).entries).toEqual([newest]);
  expect((await history(nova, `?from=${second.createdAt}&to=${newest.createdAt}`)).entries).toEqual([second]);
  expect((await nova.call('GET', '/api/history?status=gone')).status).toBe(400);
  expect((await nova.call('GET', '/api/history?from=yesterday')).status).toBe(400);
});

test('a wallet row has the balance right after it, in the order of the ledger', async () => {
  const { db } = world.services;
  const worthCents = async () => {
    const { rows } = await sql<{ cents: number }>`select cents from deposits where user_id = ${nova.id}
      and status = 'credited' order by credited_at, id`.execute(db);
    return rows.map(({ cents }) => cents);
  };
  const [first] = await worthCents();
  const before = Number((await nova.call('GET', '/api/wallet?type=buyer')).body.balance);
  await deposit(nova, 1);
  const { body } = await nova.call('GET', '/api/wallet/transactions?type=buyer&sort=createdAt&dir=asc');
  const rows = body as unknown as ShownWalletTransaction[];
  expect(rows[0]).toMatchObject({
    status: 'completed',
    balanceAfter: first! / 100,
    price: expect.any(Number),
  });
  expect(rows[0]!.blockHeight).toBeGreaterThan(0);
  const held = Number((await nova.call('GET', '/api/wallet?type=buyer')).body.held);
  // the second deposit was below the minimum and is credited with the third
  const credited = (await worthCents()).slice(1).reduce((sum, cents) => sum + cents, 0);
  expect(Math.max(...rows.map(({ balanceAfter }) => balanceAfter ?? 0))).toBeCloseTo(
    before + held + credited / 100,
    2,
  );
  const one = await nova.call('GET', `/api/wallet/transactions/${rows[0]!.id}`);
  expect(one.body).toEqual(rows[0]);
  expect((await sela.call('GET', `/api/wallet/transactions/${rows[0]!.id}`)).status).toBe(404);
  const unpaid = (await sela.call('GET', '/api/wallet/transactions?type=seller')).body;
  expect((unpaid as unknown as ShownWalletTransaction[]).map(({ balanceAfter }) => balanceAfter)).toEqual([
    null,
    null,
  ]);
});

test('an entry has the balance of the wallet of its side right after it', async () => {
  const balances = async (who: Caller, query: string) =>
    (await history(who, query)).entries.map(({ description, balanceAfter }) => [description, balanceAfter]);
  expect((await history(sela, '?type=withdrawal')).entries[0]!.fee).toBeGreaterThan(0);
  const { entries } = await history(nova, '?type=deposit&status=completed');
  const deposited = entries.at(-1)!.amount;
  const after = (cents: number) => (Math.round(deposited * 100) - cents) / 100;
  expect(await balances(nova, '?status=completed&type=purchase')).toEqual([['Golden Crown', after(3_350)]]);
  expect(await balances(nova, '?type=robux_purchase')).toEqual([
    ['Gamepass VIP', null],
    ['Gamepass VIP', after(350)],
  ]);
  expect(await balances(sela, '?type=sale')).toContainEqual(['Golden Crown', 32]);
  expect(await balances(sela, '?type=robux_sale')).toContainEqual(['Gamepass VIP', 3.5]);
});

test('the CSV file has every matching entry, and text cannot become a formula', async () => {
  await trade('=HYPERLINK("http://x")', []);
  const file = async (query: string) => {
    const { body, headers } = await nova.call('GET', `/api/history.csv${query}`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="sterling-history.csv"');
    return (body as { text: string }).text.split('\r\n');
  };
  const [head, newest, ...rest] = await file('?role=buyer');
  expect(head).toBe(
    '\uFEFFDate,Type,Description,Direction,Amount USD,Fee USD,Balance after USD,Quantity,Status,ID',
  );
  expect(newest).toMatch(/^\S+Z,purchase,"'=HYPERLINK\(""http:\/\/x""\)",out,30,0,,3,pending,[0-9a-f-]{36}$/);
  expect(rest.at(-1)).toBe('');
  expect(rest).toHaveLength((await history(nova, '?role=buyer')).total);
  expect(await file('?type=purchase&status=completed')).toHaveLength(3);
});

test('users see only their own entries', async () => {
  const stranger = await world.buyer(0);
  expect(await history(stranger)).toEqual({ entries: [], total: 0 });
  expect(await world.differences()).toEqual([]);
});
