import { cents, parseDecimal, type Robux, robux } from '@sterling/contract/money.ts';
import { presentDepositAddress } from '../../money/litecoin/addresses.ts';
import { openScanner } from '../../money/litecoin/scan.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { openSigning } from '../../money/signer/signer.jobs.ts';
import { signApproved } from '../../money/withdrawals/signing.jobs.ts';
import { payOnce } from '../../money/withdrawals/withdrawals.jobs.ts';
import { requestWithdrawal } from '../../money/withdrawals/withdrawals.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { takeNextStep } from '../../trade/orders/orders.jobs.ts';
import { place } from '../../trade/orders/placing/place.ts';
import { checkOrderRequest } from '../../trade/orders/placing/placing.lookups.ts';
import { type Ago, inPast } from './past.ts';
import type { DemoName, DemoPeople } from './people.ts';
import type { SandboxControl } from './sandbox-control.ts';
import { playTrade, type TradeAct } from './trades.ts';

type Act =
  | ({ readonly who: DemoName } & TradeAct)
  | { readonly who: DemoName; readonly deposits: string }
  | { readonly who: DemoName; readonly buys: number; readonly pass: string }
  | { readonly who: DemoName; readonly withdraws: number };

/** The days before the first start, oldest first. The larger orders go to sela's accounts, so that sela has earnings to withdraw. */
const WEEK: readonly (readonly [ago: Ago, act: Act])[] = [
  [
    { days: 9, hours: 5 },
    { who: 'nova', deposits: '2' },
  ],
  [
    { days: 9, hours: 1 },
    { who: 'nova', buys: 14_000, pass: 'Harbor Deed' },
  ],
  [
    { days: 8, hours: 3 },
    { who: 'ada', deposits: '0.6' },
  ],
  [
    { days: 7, hours: 6 },
    { who: 'nova', buys: 2_500, pass: 'Hover Board' },
  ],
  [
    { days: 6, hours: 9 },
    { who: 'nova', buys: 24_000, pass: 'Castle Charter' },
  ],
  [
    { days: 6, hours: 2 },
    { who: 'ada', buys: 1_500, pass: 'Moderator Lounge' },
  ],
  [
    { days: 5, hours: 8 },
    { who: 'otto', deposits: '0.9' },
  ],
  [
    { days: 5, hours: 4 },
    { who: 'nova', buys: 1_000, pass: 'Explorer Kit' },
  ],
  [
    { days: 4, hours: 8 },
    {
      who: 'theo',
      lists: 'Frostbite Crown',
      as: { itemType: 'limited_items', quantity: 1, pricePerUnit: cents(2400), deliveryTime: '2 hours' },
    },
  ],
  [
    { days: 4, hours: 7 },
    { who: 'sela', withdraws: 4_000 },
  ],
  [
    { days: 4, hours: 5 },
    { who: 'nova', deposits: '1.5' },
  ],
  [
    { days: 4, hours: 4 },
    { who: 'nova', purchases: 'Frostbite Crown' },
  ],
  [
    { days: 4, hours: 3 },
    { who: 'theo', delivers: 'Frostbite Crown' },
  ],
  [
    { days: 4, hours: 2 },
    { who: 'nova', confirms: 'Frostbite Crown' },
  ],
  [
    { days: 4, hours: 1 },
    { who: 'otto', buys: 16_000, pass: 'Crown Room' },
  ],
  [
    { days: 3, hours: 6 },
    { who: 'nova', buys: 9_500, pass: 'Quest Ledger' },
  ],
  [
    { days: 2, hours: 9 },
    { who: 'ada', buys: 5_000, pass: 'Garden Gate' },
  ],
  [
    { days: 2, hours: 6 },
    {
      who: 'theo',
      lists: 'Ember Wings',
      as: { itemType: 'limited_items', quantity: 1, pricePerUnit: cents(1850), deliveryTime: '2 hours' },
    },
  ],
  [
    { days: 2, hours: 5 },
    {
      who: 'mira',
      lists: 'Neon Katana, grade A',
      as: { itemType: 'limited_items', quantity: 1, pricePerUnit: cents(3200), deliveryTime: '1 hour' },
    },
  ],
  [
    { days: 2, hours: 3 },
    { who: 'nova', buys: 700, pass: 'River Raft II' },
  ],
  [
    { days: 1, hours: 7 },
    { who: 'nova', buys: 18_000, pass: 'Island Deed' },
  ],
  [
    { days: 1, hours: 5 },
    {
      who: 'juno',
      lists: 'Private server for a month',
      as: { itemType: 'premium_items', quantity: 3, pricePerUnit: cents(240), deliveryTime: '30 minutes' },
    },
  ],
  [
    { days: 1, hours: 2 },
    { who: 'sela', withdraws: 2_500 },
  ],
  [
    { days: 0, hours: 9 },
    {
      who: 'juno',
      lists: 'Starter pet bundle',
      as: { itemType: 'premium_items', quantity: 1, pricePerUnit: cents(675), deliveryTime: '1 hour' },
    },
  ],
  [
    { days: 0, hours: 6 },
    {
      who: 'mira',
      lists: '5,000 Robux by group payout',
      as: { itemType: 'robux', quantity: 1, pricePerUnit: cents(1950), deliveryTime: '1 day' },
    },
  ],
  [
    { days: 0, hours: 4 },
    { who: 'nova', buys: 3_000, pass: 'Sky Bridge' },
  ],
];

/** Confirmations at which the largest of these deposits is settled. */
const BLOCKS_TO_SETTLE = 24;
const PASS_MAKER = 'NovaBuilds';
/** A payee outside Sterling: the well-known address of the curve's generator point. */
const PAYEE = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';

/** Plays the history through the product's own functions. An act that was played before is skipped. */
export async function makeHistory(
  services: Services,
  databaseUrl: string,
  sandbox: SandboxControl,
  people: DemoPeople,
  stopping: AbortSignal,
): Promise<void> {
  await pollPrices(services);
  for (const [ago, act] of WEEK) {
    stopping.throwIfAborted();
    await inPast(services, databaseUrl, ago, async (past) => {
      const userId = people[act.who];
      if ('deposits' in act) await deposit(past, sandbox, userId, act.deposits);
      else if ('buys' in act) await buy(past, sandbox, userId, robux(act.buys), act.pass);
      else if ('withdraws' in act) await withdraw(past, sandbox, userId, act.withdraws);
      else await playTrade(past, userId, act);
    });
  }
}

async function deposit(past: Services, sandbox: SandboxControl, userId: string, ltc: string): Promise<void> {
  const { db, walletKeys } = past;
  const address = await inTransaction(db, (tx) => presentDepositAddress(tx, walletKeys, userId));
  const litoshi = parseDecimal(ltc, 8)!;
  const known = db
    .selectFrom('deposits')
    .where('userId', '=', userId)
    .where('litoshi', '=', litoshi)
    .select('id');
  if (await known.executeTakeFirst()) return;
  await sandbox.pay([{ address, ltc }]);
  await follow(past, sandbox);
}

async function buy(
  past: Services,
  sandbox: SandboxControl,
  userId: string,
  robuxAmount: Robux,
  passName: string,
): Promise<void> {
  const { db, game } = past;
  const known = db
    .selectFrom('orders')
    .where('buyerId', '=', userId)
    .where('passName', '=', passName)
    .select('id');
  if (await known.executeTakeFirst()) return;
  const maker = (await sandbox.gameAccounts()).find(({ username }) => username === PASS_MAKER);
  if (!maker) throw new Error(`the sandbox has no account ${PASS_MAKER}`);
  const { url } = await sandbox.makePass(maker.id, robuxAmount, passName);
  const lookup = await checkOrderRequest(game, { robuxAmount, gamepassUrl: url });
  const id = await inTransaction(db, (tx) => place(tx, past, userId, { robuxAmount, ...lookup }));
  await takeNextStep(past, id);
}

async function withdraw(
  past: Services,
  sandbox: SandboxControl,
  userId: string,
  amount: number,
): Promise<void> {
  const { db, config } = past;
  const known = db
    .selectFrom('withdrawals')
    .where('userId', '=', userId)
    .where('amountCents', '=', amount)
    .select('id');
  if (await known.executeTakeFirst()) return;
  const payout = { amount: cents(amount), ltcAddress: PAYEE };
  const requester = { id: userId, isOwner: false };
  await inTransaction(db, (tx) => requestWithdrawal(tx, requester, payout, config.litecoin.network));
  const signing = openSigning(config, past);
  await signApproved(signing);
  await payOnce(past, new Date());
  await follow(past, sandbox);
  await payOnce(past, new Date());
  signing.journal.close();
}

/** Mines enough blocks to settle deposits and scans them. */
async function follow({ db, node, config }: Services, sandbox: SandboxControl): Promise<void> {
  const scanner = openScanner({ db, node, network: config.litecoin.network });
  await scanner.scanOnce();
  await sandbox.mine(BLOCKS_TO_SETTLE);
  await scanner.scanOnce();
}
