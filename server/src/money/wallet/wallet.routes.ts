import { api } from '@sterling/contract/api.ts';
import type { WalletType } from '@sterling/contract/fields.ts';
import { cents, dollarsOf, ltcOf } from '@sterling/contract/money.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import { sideOf, type Wallet, type WalletTransaction } from '@sterling/contract/wallet.ts';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { type CsvColumn, sendCsv } from '../../platform/http/csv.ts';
import { type PolledRoute, poll } from '../../platform/http/polled.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readBuyingLimit } from '../../trade/orders/placing/buying-limits.ts';
import { presentDepositAddress, renewDepositAddress } from '../litecoin/addresses.ts';
import { openConfiguredScanner } from '../litecoin/litecoin.lookups.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import { reportCredits } from './credits.ts';
import { findTransfers, readTransfer } from './found-transfers.reads.ts';
import { listTransfers, readOwnTransfer, transferPages } from './transfers.reads.ts';
import { openScanNow } from './wallet.lookups.ts';
import { readWallet, walletOutage } from './wallet.reads.ts';

type WalletServices = Pick<Services, 'db' | 'snapshots' | 'config' | 'walletKeys' | 'node' | 'log'>;

/** The two wallets of a user: balances, deposits and withdrawals. */
export function walletRoutes(services: WalletServices): (Route | PolledRoute)[] {
  return [...readRoutes(services), ...staffRoutes(services), ...depositRoutes(services)];
}

async function shownLimit(db: Db, userId: string): Promise<Wallet['buyingLimit']> {
  const limit = await readBuyingLimit(db, userId);
  if (!limit) return undefined;
  const { tooYoungUntil: from, leftCents } = limit;
  return { from, leftToday: leftCents === null ? null : cents(Math.max(0, leftCents)) };
}

function readRoutes({ db, snapshots }: Pick<Services, 'db' | 'snapshots'>): (Route | PolledRoute)[] {
  const outage = snapshots.share('wallet outage', ['prices', 'settings'], () => walletOutage(db));
  return [
    handle(api.wallet.read, async ({ user, query }) => {
      const walletType = chosenWallet(user, query);
      return {
        ...(await readWallet(db, user, walletType)),
        outage: await outage.now(),
        buyingLimit: walletType === 'buyer' ? await shownLimit(db, user.id) : undefined,
      };
    }),
    handle(api.wallet.transactions, async ({ user, query, total }) => {
      const history = await listTransfers(db, user.id, chosenWallet(user, query), query);
      total(history.total);
      return history.rows;
    }),
    handle(api.wallet.transaction, async ({ user, params }) => {
      return (await readOwnTransfer(db, user.id, params.id)) ?? refuse('transaction_not_found');
    }),
    handle(api.wallet.transactionsCsv, async ({ user, query, reply }) => {
      const walletType = chosenWallet(user, query);
      const pages = transferPages(db, user.id, walletType, query);
      return sendCsv(reply, `sterling-${walletType}-wallet.csv`, CSV_COLUMNS, pages);
    }),
    poll(api.wallet.ltcPrice, snapshots, ['prices'], async () => {
      const quote =
        (await freshPrice(db)) ??
        refuse('service_unavailable', { hint: phrase('No current Litecoin price is available.') });
      return {
        value: {
          price: quote.price,
          asOf: quote.asOf,
          sources: quote.sources.map(({ name, price }) => ({ name, price })),
        },
      };
    }),
  ];
}

function staffRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.wallet.findTransfers, ({ query }) => findTransfers(db, query.search)),
    handle(api.wallet.readTransfer, async ({ params }) => {
      return (await readTransfer(db, params.id)) ?? refuse('transaction_not_found');
    }),
  ];
}

const CSV_COLUMNS: readonly CsvColumn<WalletTransaction>[] = [
  { name: 'Date', value: ({ createdAt }) => createdAt },
  { name: 'Type', value: ({ type }) => type },
  { name: 'Direction', value: ({ type }) => (type === 'deposit' ? 'in' : 'out') },
  { name: 'Amount USD', value: ({ amount }) => dollarsOf(amount) },
  { name: 'Fee USD', value: ({ fee }) => dollarsOf(fee) },
  { name: 'LTC', value: ({ ltcAmount }) => ltcOf(ltcAmount) },
  { name: 'USD per LTC', value: ({ price }) => price && dollarsOf(price) },
  { name: 'Balance after USD', value: ({ balanceAfter }) => balanceAfter && dollarsOf(balanceAfter) },
  { name: 'Status', value: ({ status }) => status },
  { name: 'Address', value: ({ address }) => address },
  { name: 'Transaction', value: ({ txid }) => txid },
  { name: 'Block', value: ({ blockHeight }) => blockHeight },
  { name: 'Note', value: ({ reason }) => reason },
  { name: 'ID', value: ({ id }) => id },
];

/** The requested wallet, or the wallet of the user's present role. */
function chosenWallet(user: CurrentUser, query: { type?: WalletType; walletType?: WalletType }): WalletType {
  return query.type ?? query.walletType ?? sideOf(user.role);
}

function depositRoutes({ db, config, walletKeys, node, log }: WalletServices): Route[] {
  const scanNow = openScanNow(openConfiguredScanner({ db, node, config, log, walletKeys }));
  return [
    handle(api.wallet.regenerateKeys, async ({ user, body, write }) => {
      refuseSellerWallet(body.walletType);
      const ltcAddress = await write((tx) => renewDepositAddress(tx, walletKeys, user.id), CHANGES_SELF);
      return { success: true as const, wallet: { ltcAddress } };
    }),
    handle(api.wallet.generateAddress, async ({ user, body, write }) => {
      refuseSellerWallet(body.walletType);
      const ltcAddress = await write((tx) => presentDepositAddress(tx, walletKeys, user.id), CHANGES_SELF);
      return { success: true as const, wallet: { ltcAddress } };
    }),
    handle(api.wallet.checkDeposits, async ({ user, body, write }) => {
      refuseSellerWallet(body.walletType);
      await scanNow();
      const credited = await write((tx) => reportCredits(tx, user.id));
      return {
        success: true as const,
        amount: credited.litoshi,
        usdValue: credited.cents,
        message: credited.message,
      };
    }),
  ];
}

function refuseSellerWallet(walletType: WalletType): void {
  if (walletType === 'buyer') return;
  const message = 'Invalid input: walletType must be buyer';
  refuse('invalid_input', {
    message,
    details: { walletType: text('must be buyer') },
    hint: phrase('Deposits go to the buyer wallet.'),
  });
}
