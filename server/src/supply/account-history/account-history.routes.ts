import { DEFAULT_EARNINGS_DAYS } from '@sterling/contract/account-history.ts';
import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { accountEarnings, listHealthEvents, readStockAlert } from './account-history.reads.ts';
import { setStockAlert } from './stock-alerts.ts';

/** The history of a seller's accounts, and their alert for low stock. */
export const accountHistoryRoutes = ({ db }: Pick<Services, 'db'>): Route[] => [
  handle(
    api.accountHistory.earnings,
    ({ user, params: { id }, query: { days = DEFAULT_EARNINGS_DAYS, tz } }) =>
      accountEarnings(db, user.id, id, { days, timeZone: tz }),
  ),
  handle(api.accountHistory.healthEvents, async ({ user, params: { id }, query, total }) => {
    const found = await listHealthEvents(db, user.id, id, query);
    total(found.total);
    return found.events;
  }),
  handle(api.stockAlerts.read, ({ user }) => readStockAlert(db, user.id)),
  handle(api.stockAlerts.change, ({ user, body: { robux }, write }) =>
    write(async (tx) => {
      await setStockAlert(tx, user.id, robux);
      return readStockAlert(tx, user.id);
    }),
  ),
];
