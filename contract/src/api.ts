import { accountHistory, stockAlerts } from './account-history.ts';
import { accountImports } from './account-imports.ts';
import { admin } from './admin.ts';
import { affiliate } from './affiliate.ts';
import { apiCredentials } from './api-credentials.ts';
import { backups } from './backups.ts';
import { business } from './business.ts';
import { coldSignatures } from './cold-signatures.ts';
import type { Endpoint } from './endpoint.ts';
import { events } from './events.ts';
import { factors } from './factors.ts';
import { gamepass } from './gamepasses.ts';
import { history } from './history.ts';
import { inbox } from './inbox.ts';
import { listings } from './listings.ts';
import { market } from './market.ts';
import { notifications } from './notifications.ts';
import { orders } from './orders.ts';
import { ownData } from './own-data.ts';
import { platform } from './platform.ts';
import { preOrders } from './pre-orders.ts';
import { priceAlerts } from './price-alerts.ts';
import { priceRules } from './price-rules.ts';
import { proxies } from './proxies.ts';
import { reports } from './reports.ts';
import { reserves } from './reserves.ts';
import { reviews } from './reviews.ts';
import { robloxAccounts } from './roblox-accounts.ts';
import { sessions } from './sessions.ts';
import { spending } from './spending.ts';
import { standingOrders } from './standing-orders.ts';
import { stats } from './stats.ts';
import { transactionPictures } from './transaction-pictures.ts';
import { transactions } from './transactions.ts';
import { treasury } from './treasury.ts';
import { users } from './users.ts';
import { wallet } from './wallet.ts';
import { webhooks } from './webhooks.ts';
import { withdrawalAddresses } from './withdrawal-addresses.ts';
import { withdrawals } from './withdrawals.ts';

/** The whole contract by noun. */
export const api = {
  users,
  sessions,
  factors,
  apiCredentials,
  ownData,
  notifications,
  webhooks,
  inbox,
  events,
  platform,
  market,
  wallet,
  withdrawals,
  withdrawalAddresses,
  gamepass,
  orders,
  preOrders,
  priceAlerts,
  standingOrders,
  robloxAccounts,
  accountHistory,
  accountImports,
  stockAlerts,
  priceRules,
  proxies,
  listings,
  transactions,
  transactionPictures,
  history,
  spending,
  stats,
  affiliate,
  admin,
  business,
  reports,
  reviews,
  backups,
  treasury,
  reserves,
  coldSignatures,
};

/** Every endpoint, in the order of the nouns. */
export const endpoints: readonly Endpoint[] = Object.values(api).flatMap(
  (noun) => Object.values(noun) as Endpoint[],
);
