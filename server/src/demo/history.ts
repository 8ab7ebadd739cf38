import { setTimeout as sleep } from 'node:timers/promises';
import { cents, type Robux, robux } from '@sterling/contract/money.ts';
import { inTransaction } from '../db/pool.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { presentDepositAddress } from '../litecoin/addresses.ts';
import { askForOrder } from '../orders/orders.asks.ts';
import { place } from '../orders/orders.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import type { Services } from '../services.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import type { DemoPeople } from './people.ts';
import type { GameAccount, SandboxControl } from './sandbox-control.ts';

const DEPOSIT_LTC = '3';
const BUYER_ACCOUNT = 'NovaBuilds';
/** What nova has bought so far; the larger ones come from sela's accounts, so that sela has earnings to withdraw. */
const PURCHASES: readonly [amount: number, pass: string][] = [
  [1_000, 'Explorer Kit'],
  [12_000, 'Island Deed'],
  [2_500, 'Hover Board'],
  [40_000, 'Castle Charter'],
  [5_000, 'Quest Ledger'],
];
const WITHDRAWAL_CENTS = cents(2_500);
/** A payee outside of everything: the address of the curve's generator as public key, which anybody can name. */
const WITHDRAWAL_ADDRESS = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';

/** What the demo people have done before somebody looks: nova deposits and buys, sela earns and withdraws. */
export async function seedHistory(
  services: Services,
  sandbox: SandboxControl,
  people: DemoPeople,
): Promise<void> {
  const { db } = services;
  await until('a price', async () => (await freshPrice(db)) !== null);
  await deposit(services, sandbox, people.nova);
  for (const [amount, pass] of PURCHASES) await buy(services, sandbox, people.nova, robux(amount), pass);
  await withdraw(services, sandbox, people.sela);
}

async function deposit({ db, walletKeys }: Services, sandbox: SandboxControl, userId: string): Promise<void> {
  if ((await walletBalance(db, userId, 'buyer')).posted > 0) return;
  const address = await inTransaction(db, (tx) => presentDepositAddress(tx, walletKeys, userId));
  await sandbox.pay([{ address, ltc: DEPOSIT_LTC }]);
  await sandbox.mine(6);
  await until('the deposit', async () => (await walletBalance(db, userId, 'buyer')).posted > 0);
}

async function buy(
  services: Services,
  sandbox: SandboxControl,
  userId: string,
  robuxAmount: Robux,
  passName: string,
): Promise<void> {
  const { db, game, queue, vault } = services;
  const known = await db
    .selectFrom('orders')
    .where('buyerId', '=', userId)
    .where('passName', '=', passName)
    .select('id')
    .executeTakeFirst();
  if (known) return;
  const creator = (await sandbox.gameAccounts()).find(
    (account: GameAccount) => account.username === BUYER_ACCOUNT,
  );
  if (!creator) throw new Error(`the sandbox has no account ${BUYER_ACCOUNT}`);
  const { url } = await sandbox.makePass(creator.id, robuxAmount, passName);
  const asked = await askForOrder(game, { robuxAmount, gamepassUrl: url });
  const id = await inTransaction(db, (tx) => place(tx, { queue, vault }, userId, { robuxAmount, ...asked }));
  await until(`order ${id}`, async () => {
    const { status } = await db
      .selectFrom('orders')
      .where('id', '=', id)
      .select('status')
      .executeTakeFirstOrThrow();
    return status === 'completed' || status === 'failed';
  });
}

async function withdraw(
  { db, queue, config }: Services,
  sandbox: SandboxControl,
  userId: string,
): Promise<void> {
  const known = await db
    .selectFrom('withdrawals')
    .where('userId', '=', userId)
    .select('id')
    .executeTakeFirst();
  if (known) return;
  const wish = { amount: WITHDRAWAL_CENTS, ltcAddress: WITHDRAWAL_ADDRESS };
  const asker = { id: userId, isOwner: false };
  const { id } = await inTransaction(db, (tx) =>
    requestWithdrawal(tx, queue, asker, wish, config.litecoin.network),
  );
  const state = async () =>
    (await db.selectFrom('withdrawals').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state;
  await until('the withdrawal on its way', async () => (await state()) === 'broadcast');
  await sandbox.mine(6);
  await until('the withdrawal confirmed', async () => (await state()) === 'confirmed');
}

const LONGEST_WAIT_MS = 60_000;

async function until(what: string, done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`the demo world waits for ${what} in vain`);
    await sleep(50);
  }
}
