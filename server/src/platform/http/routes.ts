import { businessRoutes } from '../../money/business/business.routes.ts';
import { reserveRoutes } from '../../money/reserves/reserves.routes.ts';
import { treasuryRoutes } from '../../money/treasury/treasury.routes.ts';
import { walletRoutes } from '../../money/wallet/wallet.routes.ts';
import { withdrawalAddressRoutes } from '../../money/withdrawal-addresses/withdrawal-addresses.routes.ts';
import { withdrawalRoutes } from '../../money/withdrawals/withdrawals.routes.ts';
import { adminRoutes } from '../../people/admin/admin.routes.ts';
import { affiliateRoutes } from '../../people/affiliate/affiliate.routes.ts';
import { apiCredentialRoutes } from '../../people/api-credentials/api-credentials.routes.ts';
import { factorRoutes } from '../../people/factors/factors.routes.ts';
import { inboxRoutes } from '../../people/inbox/inbox.routes.ts';
import { notificationRoutes } from '../../people/notifications/notifications.routes.ts';
import { ownDataRoutes } from '../../people/own-data/own-data.routes.ts';
import { reportRoutes } from '../../people/reports/reports.routes.ts';
import { sessionRoutes } from '../../people/sessions/sessions.routes.ts';
import { settingsRoutes } from '../../people/settings/settings.routes.ts';
import { userRoutes } from '../../people/users/users.routes.ts';
import { webhookRoutes } from '../../people/webhooks/webhooks.routes.ts';
import type { Services } from '../../services.ts';
import { accountHistoryRoutes } from '../../supply/account-history/account-history.routes.ts';
import { accountImportRoutes } from '../../supply/account-imports/account-imports.routes.ts';
import { gamepassRoutes } from '../../supply/gamepasses/gamepasses.routes.ts';
import { marketRoutes } from '../../supply/market/market.routes.ts';
import { priceRuleRoutes } from '../../supply/price-rules/price-rules.routes.ts';
import { proxyRoutes } from '../../supply/proxies/proxies.routes.ts';
import { robloxAccountRoutes } from '../../supply/roblox-accounts/roblox-accounts.routes.ts';
import { backupRoutes } from '../../tools/backups/backups.routes.ts';
import { historyRoutes } from '../../trade/history/history.routes.ts';
import { listingRoutes } from '../../trade/listings/listings.routes.ts';
import { orderRoutes } from '../../trade/orders/orders.routes.ts';
import { preOrderRoutes } from '../../trade/pre-orders/pre-orders.routes.ts';
import { priceAlertRoutes } from '../../trade/price-alerts/price-alerts.routes.ts';
import { reviewRoutes } from '../../trade/reviews/reviews.routes.ts';
import { spendingRoutes } from '../../trade/spending/spending.routes.ts';
import { standingOrderRoutes } from '../../trade/standing-orders/standing-orders.routes.ts';
import { statsRoutes } from '../../trade/stats/stats.routes.ts';
import { transactionRoutes } from '../../trade/transactions/transactions.routes.ts';
import type { PolledRoute } from './polled.ts';
import type { Route } from './route.ts';

export const allRoutes = (services: Services): (Route | PolledRoute)[] => [
  ...userRoutes(services),
  ...sessionRoutes(services),
  ...factorRoutes(services),
  ...apiCredentialRoutes(services),
  ...ownDataRoutes(services),
  ...notificationRoutes(services),
  ...webhookRoutes(services),
  ...inboxRoutes(services),
  ...settingsRoutes(services),
  ...marketRoutes(services),
  ...walletRoutes(services),
  ...withdrawalRoutes(services),
  ...withdrawalAddressRoutes(services),
  ...gamepassRoutes(services),
  ...orderRoutes(services),
  ...preOrderRoutes(services),
  ...priceAlertRoutes(services),
  ...standingOrderRoutes(services),
  ...robloxAccountRoutes(services),
  ...accountHistoryRoutes(services),
  ...accountImportRoutes(services),
  ...priceRuleRoutes(services),
  ...proxyRoutes(services),
  ...listingRoutes(services),
  ...transactionRoutes(services),
  ...historyRoutes(services),
  ...spendingRoutes(services),
  ...statsRoutes(services),
  ...affiliateRoutes(services),
  ...treasuryRoutes(services),
  ...reserveRoutes(services),
  ...adminRoutes(services),
  ...businessRoutes(services),
  ...reviewRoutes(services),
  ...backupRoutes(services),
  ...reportRoutes(services),
];
