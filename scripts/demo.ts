import { balanceOf, eventually, type Person, signInWithRole } from '../e2e/support/person.ts';
import { controlSandbox } from '../e2e/support/sandbox.ts';

/** `npm run demo`: plays a deposit, an order and a withdrawal on the running instance and prints each step. It can run repeatedly. */
const origin = `http://localhost:${process.env.PORT ?? 5000}`;
const sandbox = controlSandbox(`http://127.0.0.1:${process.env.SANDBOX_PORT ?? 5001}`);
const ROBUX = 1_000;
const DEPOSIT_LTC = 0.5;
const WITHDRAWAL_USD = 25;
const BLOCKS_TO_SETTLE = 24;

let step = 0;
const say = (text: string) => {
  step += 1;
  console.log(`${String(step).padStart(2)}  ${text}`);
};
const usd = (amount: number) => `$${amount.toFixed(2)}`;

try {
  await walk();
} catch (error) {
  console.error(`The demo stopped: ${(error as Error).message}`);
  process.exit(1);
}

async function walk(): Promise<void> {
  const nova = await signInWithRole(origin, 'nova', 'buyer');
  const sela = await signInWithRole(origin, 'sela', 'seller');
  say('nova (buyer) and sela (seller) are signed in through Discord');

  await deposit(nova);
  const account = await offerStock(sela);
  const before = await balanceOf(sela, 'seller');
  const order = await buy(nova, account.rate);
  const earned = cents((await balanceOf(sela, 'seller')) - before);
  if (earned !== cents(Number(order.totalPrice)))
    throw new Error(`sela earned ${earned} cents for an order of $${order.totalPrice}`);
  say(`sela's balance rose by exactly ${usd(earned / 100)}`);
  await expectOk(sela.call('DELETE', `/api/roblox-accounts/${account.id}`));
  await settle(sela);
  await withdraw(sela);
  say('done: run `npm run books` to prove the ledger');
}

async function deposit(nova: Person): Promise<void> {
  const { wallet } = await expectOk<{ wallet: { ltcAddress: string } }>(
    nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' }),
  );
  const before = await balanceOf(nova);
  const { txid } = await sandbox.pay(wallet.ltcAddress, DEPOSIT_LTC);
  say(`${DEPOSIT_LTC} LTC were sent to nova's address ${wallet.ltcAddress}`);
  for (const confirmations of [0, 1, 2]) {
    if (confirmations > 0) await sandbox.mine(1);
    await eventually(
      () => deposits(nova),
      (rows) => rows.some((row) => row.txid === txid && row.confirmations >= confirmations),
    );
    say(`the deposit has ${confirmations}/2 confirmations`);
  }
  const after = await eventually(
    () => balanceOf(nova),
    (now) => now > before,
  );
  say(`${usd(after - before)} was credited; nova has ${usd(after)}`);
}

async function offerStock(sela: Person): Promise<{ id: string; rate: number }> {
  const market = await expectOk<{ ratePerThousand: string }[]>(
    sela.call('GET', '/api/roblox-accounts/aggregated'),
  );
  const cheapest = Number(market[0]?.ratePerThousand ?? '4');
  const rate = Math.max(100, Math.round(cheapest * 100) - 1) / 100;
  const { cookie, username } = await sandbox.makeAccount(`demo_${Date.now().toString(36)}`, 5_000);
  const body = { cookie, ratePerThousand: rate, proxyId: null, ownershipConfirmed: true };
  const account = await expectOk<{ id: string }>(sela.call('POST', '/api/roblox-accounts', body));
  say(`sela offers 5,000 Robux of ${username} at ${usd(rate)} per 1000`);
  return { id: account.id, rate };
}

interface Order {
  readonly id: string;
  readonly status: string;
  readonly totalPrice: string;
  readonly failureReason: string | null;
  readonly events: readonly { what: string }[];
}

async function buy(nova: Person, rate: number): Promise<Order> {
  const creator = await sandbox.makeAccount(`maker_${Date.now().toString(36)}`, 0);
  const pass = await sandbox.makePass(creator.id, ROBUX, 'Demo pass');
  const body = { robuxAmount: ROBUX, gamepassUrl: pass.url, ratePerThousand: rate };
  const placed = await expectOk<Order>(
    nova.call('POST', '/api/robux/orders', body, { 'idempotency-key': crypto.randomUUID() }),
  );
  say(`nova ordered ${ROBUX} Robux for $${placed.totalPrice} with the gamepass ${pass.url}`);
  const order = await eventually(
    () => expectOk<Order>(nova.call('GET', `/api/robux/orders/${placed.id}`)),
    (now) => now.status === 'completed' || now.status === 'failed',
  );
  if (order.status === 'failed') throw new Error(`the order failed: ${order.failureReason}`);
  for (const event of order.events) say(`  ${event.what}`);
  const { pendingRobux } = await sandbox.account(creator.id);
  if (pendingRobux !== Math.floor((ROBUX * 7) / 10))
    throw new Error(`the gamepass owner has ${pendingRobux} Robux pending`);
  say(`the gamepass owner has ${pendingRobux} Robux pending at Roblox, which is 70%`);
  return order;
}

/** Mines blocks until sela can withdraw. Small deposits settle at 6 confirmations, the largest at 24. */
async function settle(sela: Person): Promise<void> {
  await sandbox.mine(BLOCKS_TO_SETTLE);
  const { withdrawable } = await eventually(
    () => wallet(sela, 'seller'),
    (now) => now.withdrawable === now.available,
  );
  say(`${BLOCKS_TO_SETTLE} blocks later nova's deposits are settled: sela can withdraw ${usd(withdrawable)}`);
}

async function withdraw(sela: Person): Promise<void> {
  const { price } = await expectOk<{ price: number }>(sela.call('GET', '/api/wallet/ltc-price'));
  const address = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
  const before = await sandbox.received(address);
  const body = { amount: WITHDRAWAL_USD, ltcAddress: address, walletType: 'seller', price };
  const { withdrawal } = await expectOk<{
    withdrawal: { id: string; totalDeducted: number; ltcAmount: number };
  }>(sela.call('POST', '/api/wallet/withdraw', body, { 'idempotency-key': crypto.randomUUID() }));
  say(
    `sela withdraws ${usd(WITHDRAWAL_USD)} at ${usd(price)} per LTC; their wallet is charged ${usd(withdrawal.totalDeducted)}`,
  );
  const paid = await eventually(
    () => sandbox.received(address),
    (now) => now.ltc > before.ltc,
  );
  const litoshi = Math.round((paid.ltc - before.ltc) * 1e8);
  if (litoshi !== Math.round(withdrawal.ltcAmount * 1e8))
    throw new Error(`the chain paid ${litoshi} litoshi`);
  say(`the chain has paid exactly ${withdrawal.ltcAmount.toFixed(8)} LTC to their address`);
  await sandbox.mine(6);
  const rows = () =>
    expectOk<{ id: string; status: string }[]>(
      sela.call('GET', '/api/wallet/transactions?walletType=seller'),
    );
  await eventually(rows, (now) => now.some((row) => row.id === withdrawal.id && row.status === 'completed'));
  say('six blocks later the withdrawal is completed');
}

interface Wallet {
  readonly available: number;
  readonly withdrawable: number;
}

function wallet(person: Person, walletType: string): Promise<Wallet> {
  return expectOk(person.call('GET', `/api/wallet?walletType=${walletType}`));
}

function deposits(person: Person): Promise<{ txid: string; confirmations: number }[]> {
  return expectOk(person.call('GET', '/api/wallet/transactions?walletType=buyer'));
}

async function expectOk<Answer = unknown>(
  answered: Promise<{ status: number; body: unknown }>,
): Promise<Answer> {
  const { status, body } = await answered;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body as Answer;
}

function cents(dollars: number): number {
  return Math.round(dollars * 100);
}
