import { adminRoutes } from '../admin/admin.routes.ts';
import { affiliateRoutes } from '../affiliate/affiliate.routes.ts';
import { backupRoutes } from '../backups/backups.routes.ts';
import { gamepassRoutes } from '../gamepasses/gamepasses.routes.ts';
import { historyRoutes } from '../history/history.routes.ts';
import { listingRoutes } from '../listings/listings.routes.ts';
import { marketRoutes } from '../market/market.routes.ts';
import { notificationRoutes } from '../notifications/notifications.routes.ts';
import { orderRoutes } from '../orders/orders.routes.ts';
import { ownDataRoutes } from '../own-data/own-data.routes.ts';
import { preOrderRoutes } from '../pre-orders/pre-orders.routes.ts';
import { proxyRoutes } from '../proxies/proxies.routes.ts';
import { reportRoutes } from '../reports/reports.routes.ts';
import { reviewRoutes } from '../reviews/reviews.routes.ts';
import { robloxAccountRoutes } from '../roblox-accounts/roblox-accounts.routes.ts';
import type { Services } from '../services.ts';
import { sessionRoutes } from '../sessions/sessions.routes.ts';
import { settingsRoutes } from '../settings/settings.routes.ts';
import { statsRoutes } from '../stats/stats.routes.ts';
import { transactionRoutes } from '../transactions/transactions.routes.ts';
import { treasuryRoutes } from '../treasury/treasury.routes.ts';
import { userRoutes } from '../users/users.routes.ts';
import { walletRoutes } from '../wallet/wallet.routes.ts';
import type { PolledRoute } from './polled.ts';
import type { Route } from './route.ts';

/** Every noun's routes, one line each. */
export const allRoutes = (services: Services): (Route | PolledRoute)[] => [
  ...userRoutes(services),
  ...sessionRoutes(services),
  ...ownDataRoutes(services),
  ...notificationRoutes(services),
  ...settingsRoutes(services),
  ...marketRoutes(services),
  ...walletRoutes(services),
  ...gamepassRoutes(services),
  ...orderRoutes(services),
  ...preOrderRoutes(services),
  ...robloxAccountRoutes(services),
  ...proxyRoutes(services),
  ...listingRoutes(services),
  ...transactionRoutes(services),
  ...historyRoutes(services),
  ...statsRoutes(services),
  ...affiliateRoutes(services),
  ...treasuryRoutes(services),
  ...adminRoutes(services),
  ...reviewRoutes(services),
  ...backupRoutes(services),
  ...reportRoutes(services),
];
