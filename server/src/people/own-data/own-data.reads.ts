import { sql } from 'kysely';
import { account } from '../../money/ledger/ledger.ts';
import { walletPostings } from '../../money/ledger/postings.reads.ts';
import { provedBalances } from '../../money/reserves/balance-proof.reads.ts';
import { transferPages } from '../../money/wallet/transfers.reads.ts';
import { readWallet } from '../../money/wallet/wallet.reads.ts';
import { readAddresses } from '../../money/withdrawal-addresses/withdrawal-addresses.reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db } from '../../platform/db/pool.ts';
import { healthPages, readStockAlert } from '../../supply/account-history/account-history.reads.ts';
import { importPages } from '../../supply/account-imports/account-imports.reads.ts';
import { changePages, listRules } from '../../supply/price-rules/price-rules.reads.ts';
import { proxyPages } from '../../supply/proxies/proxies.reads.ts';
import { accountPages } from '../../supply/roblox-accounts/roblox-accounts.reads.ts';
import { listingPages } from '../../trade/listings/listings.reads.ts';
import { orderPages } from '../../trade/orders/orders.reads.ts';
import type { Depth } from '../../trade/pre-orders/depth.rules.ts';
import { preOrderPages } from '../../trade/pre-orders/pre-orders.reads.ts';
import { listAlerts } from '../../trade/price-alerts/price-alerts.reads.ts';
import { listStandingOrders } from '../../trade/standing-orders/standing-orders.reads.ts';
import { ownPictures } from '../../trade/transactions/pictures.reads.ts';
import { transactionPages } from '../../trade/transactions/transactions.reads.ts';
import { payoutPages, referralOf, referredPages } from '../affiliate/affiliate.reads.ts';
import { listCredentials } from '../api-credentials/api-credentials.reads.ts';
import { listFactors } from '../factors/factors.reads.ts';
import { entryPages } from '../inbox/inbox.reads.ts';
import { readNotifications } from '../notifications/notifications.reads.ts';
import { type CurrentUser, sessionPages } from '../sessions/sessions.reads.ts';
import { readLanguage, readUser } from '../users/users.reads.ts';
import { listWebhooks } from '../webhooks/webhooks.reads.ts';

/**
 * All data stored about a user, in the form in which the other endpoints show it. Short values are there, and lists come in
 * pages, so that a long history needs little memory and holds no connection.
 */
export async function readOwnData(db: Db, user: CurrentUser, depthNow: () => Promise<Depth>) {
  return {
    exportedAt: new Date(),
    user: await readUser(db, user.id),
    language: await readLanguage(db, user.id),
    earlierAccount: await earlierAccountOf(db, user.id),
    sessions: sessionPages(db, user),
    notifications: await readNotifications(db, user.id),
    webhooks: await listWebhooks(db, user.id),
    inbox: entryPages(db, user.id),
    wallets: [await readWallet(db, user, 'buyer'), await readWallet(db, user, 'seller')],
    depositAddresses: addressPages(db, user.id),
    withdrawalAddresses: await readAddresses(db, user.id),
    factors: await listFactors(db, user.id),
    apiCredentials: await listCredentials(db, user.id),
    walletTransactions: movePages(db, user.id),
    walletPostings: postingPages(db, user.id),
    balanceProofs: await provedBalances(db, user.id),
    orders: orderPages(db, { buyerId: user.id }),
    sales: orderPages(db, { sellerId: user.id }),
    preOrders: preOrderPages(db, user.id, depthNow),
    priceAlerts: await listAlerts(db, user.id),
    standingOrders: await listStandingOrders(db, user.id),
    robloxAccounts: accountPages(db, user.id),
    accountEvents: healthPages(db, user.id),
    accountImports: importPages(db, user.id),
    stockAlert: await readStockAlert(db, user.id),
    priceRules: await listRules(db, user.id),
    priceChanges: changePages(db, user.id),
    proxies: proxyPages(db, user.id),
    listings: listingPages(db, user.id),
    transactions: transactionPages(db, user.id),
    affiliate: {
      ...(await referralOf(db, user.id)),
      people: referredPages(db, user.id),
      postings: payoutPages(db, user.id),
    },
    messages: messagePages(db, user.id),
    pictures: await ownPictures(db, user.id),
  };
}

async function earlierAccountOf(db: Db, userId: string) {
  const kept = await db
    .selectFrom('identities')
    .where('userId', '=', userId)
    .select(({ selectFrom }) => [
      'deletedAt',
      'firstTradeAt',
      selectFrom('accountExclusions')
        .whereRef('identityId', '=', 'identities.id')
        .select(sql<number[]>`coalesce(array_agg(distinct roblox_user_id), '{}')`.as('ids'))
        .$asScalar()
        .$notNull()
        .as('disputedUserIds'),
    ])
    .executeTakeFirst();
  return kept ?? null;
}

async function* movePages(db: Db, userId: string) {
  yield* transferPages(db, userId, 'buyer', {});
  yield* transferPages(db, userId, 'seller', {});
}

async function* postingPages(db: Db, userId: string) {
  for (const walletType of ['buyer', 'seller'] as const)
    for await (const page of walletPostings(db, account[walletType](userId)))
      yield page.map((posting) => ({ walletType, ...posting }));
}

async function* addressPages(db: Db, userId: string): AsyncGenerator<string[]> {
  const pages = pagesOf<{ address: string; index: number }>((last) =>
    db
      .selectFrom('addresses')
      .where('userId', '=', userId)
      .$if(last !== null, (later) => later.where('index', '>', last!.index))
      .select(['address', 'index'])
      .orderBy('index')
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const rows of pages) yield rows.map(({ address }) => address);
}

async function* messagePages(db: Db, userId: string) {
  const pages = pagesOf<{ id: number; transactionId: string; at: Date; said: string | null }>((last) =>
    db
      .selectFrom('transactionEvents')
      .where('actorId', '=', userId)
      .where('said', 'is not', null)
      .$if(last !== null, (later) => later.where('id', '>', last!.id))
      .select(['id', 'transactionId', 'at', 'said'])
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const rows of pages)
    yield rows.map(({ transactionId, at, said }) => ({ transactionId, at, text: said! }));
}
