import type { OwnData } from '@sterling/contract/own-data.ts';
import { walletHistory } from '../../money/wallet/history.reads.ts';
import { readWallet } from '../../money/wallet/wallet.reads.ts';
import { readAddresses } from '../../money/withdrawal-addresses/withdrawal-addresses.reads.ts';
import type { Db } from '../../platform/db/pool.ts';
import { listProxies } from '../../supply/proxies/proxies.reads.ts';
import { listAccounts } from '../../supply/roblox-accounts/roblox-accounts.reads.ts';
import { listListings } from '../../trade/listings/listings.reads.ts';
import { listOrders } from '../../trade/orders/orders.reads.ts';
import { listPreOrders } from '../../trade/pre-orders/pre-orders.reads.ts';
import { listTransactions } from '../../trade/transactions/transactions.reads.ts';
import { affiliatePayouts, referralOf, referredPeople } from '../affiliate/affiliate.reads.ts';
import { listFactors } from '../factors/factors.reads.ts';
import { listEntries } from '../inbox/inbox.reads.ts';
import { readNotifications } from '../notifications/notifications.ts';
import { type CurrentUser, listSessions } from '../sessions/sessions.reads.ts';
import { readUser } from '../users/users.reads.ts';

const ALL = { page: 1, pageSize: 1_000_000 } as const;

/** All data stored about a user, in the form in which the other endpoints show it. */
export async function readOwnData(db: Db, user: CurrentUser): Promise<OwnData> {
  const actor = { id: user.id, isStaff: false };
  const [deposits, withdrawals] = [
    await walletHistory(db, user.id, 'buyer', ALL),
    await walletHistory(db, user.id, 'seller', ALL),
  ];
  return {
    exportedAt: new Date().toISOString(),
    user: await readUser(db, user.id),
    earlierAccount: await earlierAccountOf(db, user.id),
    sessions: (await listSessions(db, user, ALL)).sessions,
    notifications: await readNotifications(db, user.id),
    inbox: await listEntries(db, user.id, ALL),
    wallets: [await readWallet(db, user, 'buyer'), await readWallet(db, user, 'seller')],
    depositAddresses: await addressesOf(db, user.id),
    withdrawalAddresses: await readAddresses(db, user.id),
    factors: await listFactors(db, user.id),
    walletTransactions: [...deposits.rows, ...withdrawals.rows],
    orders: (await listOrders(db, { buyerId: user.id }, ALL)).orders,
    sales: (await listOrders(db, { sellerId: user.id }, ALL)).orders,
    preOrders: (await listPreOrders(db, user.id, ALL)).preOrders,
    robloxAccounts: (await listAccounts(db, user.id, ALL)).accounts,
    proxies: (await listProxies(db, user.id, ALL)).proxies,
    listings: (await listListings(db, user.id, { ...ALL, sellerId: user.id })).listings,
    transactions: (await listTransactions(db, actor, ALL)).transactions,
    affiliate: {
      ...(await referralOf(db, user.id)),
      people: (await referredPeople(db, user.id, ALL)).people,
      postings: (await affiliatePayouts(db, user.id, ALL)).shares,
    },
    messages: await messagesOf(db, user.id),
  };
}

async function earlierAccountOf(db: Db, userId: string): Promise<OwnData['earlierAccount']> {
  const kept = await db
    .selectFrom('identities')
    .where('userId', '=', userId)
    .select(['deletedAt', 'firstTradeAt'])
    .executeTakeFirst();
  if (!kept) return null;
  return { deletedAt: kept.deletedAt.toISOString(), firstTradeAt: kept.firstTradeAt?.toISOString() ?? null };
}

async function addressesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('addresses')
    .where('userId', '=', userId)
    .select('address')
    .orderBy('index')
    .execute();
  return rows.map(({ address }) => address);
}

async function messagesOf(db: Db, userId: string): Promise<OwnData['messages']> {
  const rows = await db
    .selectFrom('transactionEvents')
    .where('actorId', '=', userId)
    .where('said', 'is not', null)
    .select(['transactionId', 'at', 'said'])
    .orderBy('id')
    .execute();
  return rows.map(({ transactionId, at, said }) => ({ transactionId, at: at.toISOString(), text: said! }));
}
