import { followBusiness } from './money/business/business.jobs.ts';
import { followLitecoin } from './money/litecoin/litecoin.jobs.ts';
import { followPrices } from './money/prices/prices.jobs.ts';
import { followReserves } from './money/reserves/reserves.jobs.ts';
import { followRestores } from './money/restores/restores.jobs.ts';
import { followCoins } from './money/treasury/coin-count.jobs.ts';
import { runTreasury } from './money/treasury/treasury.jobs.ts';
import { payWithdrawals } from './money/withdrawals/withdrawals.jobs.ts';
import { followFactorResets } from './people/factors/factors.jobs.ts';
import { sendNotifications } from './people/notifications/notifications.jobs.ts';
import { followReports } from './people/reports/reports.jobs.ts';
import { followRetention } from './people/retention/retention.jobs.ts';
import { followWebhooks } from './people/webhooks/webhooks.jobs.ts';
import { followClock } from './platform/clock/clock.jobs.ts';
import { followSchema } from './platform/db/schema.jobs.ts';
import type { Services } from './services.ts';
import { followStockAlerts } from './supply/account-history/stock-alerts.jobs.ts';
import { followImports } from './supply/account-imports/account-imports.jobs.ts';
import { followPriceRules } from './supply/price-rules/price-rules.jobs.ts';
import { followProxies } from './supply/proxies/proxies.jobs.ts';
import { followReturns } from './supply/roblox-accounts/returning.jobs.ts';
import { followAccounts } from './supply/roblox-accounts/roblox-accounts.jobs.ts';
import { followOrders } from './trade/orders/orders.jobs.ts';
import { followPreOrders } from './trade/pre-orders/pre-orders.jobs.ts';
import { followPriceAlerts } from './trade/price-alerts/price-alerts.jobs.ts';
import { followStandingOrders } from './trade/standing-orders/standing-orders.jobs.ts';
import { followTransactions } from './trade/transactions/transactions.jobs.ts';

/** Starts all background loops. The returned function stops them and resolves when the last step has ended. */
export async function startWorker(services: Services): Promise<() => Promise<void>> {
  const stopped = new AbortController();
  const followers = [
    followClock,
    followSchema,
    followPrices,
    followRestores,
    followLitecoin,
    followAccounts,
    followProxies,
    followReturns,
    followImports,
    followStockAlerts,
    followPriceRules,
    followOrders,
    followPreOrders,
    followPriceAlerts,
    followStandingOrders,
    followTransactions,
    payWithdrawals,
    runTreasury,
    followCoins,
    followReserves,
    followBusiness,
    sendNotifications,
    followWebhooks,
    followReports,
    followFactorResets,
    followRetention,
  ];
  const running = followers.map((follow) => follow(services, stopped.signal));
  for (const loop of running) {
    loop.catch((error: Error) => {
      services.log.fatal({ err: error }, 'a worker loop ended unexpectedly');
      if (stopped.signal.aborted) return;
      // a partly working worker would look healthy, so the process exits and its supervisor restarts it
      process.nextTick(() => {
        throw error;
      });
    });
  }
  return async () => {
    stopped.abort();
    await Promise.allSettled(running);
  };
}
