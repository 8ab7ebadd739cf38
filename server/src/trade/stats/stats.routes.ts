import { api } from '@sterling/contract/api.ts';
import { DEFAULT_RATE_DAYS } from '@sterling/contract/stats.ts';
import { sideOf } from '@sterling/contract/wallet.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { rateHistory } from './rates.reads.ts';
import { buyerWeek, sellerWeek, userStats } from './stats.reads.ts';
import { readTicker } from './ticker.reads.ts';

/** The user's own figures. Without a requested side, the current role decides. */
export function statsRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.stats.user, ({ user, query }) => userStats(db, user.id, query.role ?? sideOf(user.role))),
    handle(api.stats.week, ({ user, query: { role = sideOf(user.role), tz } }) =>
      role === 'buyer' ? buyerWeek(db, user.id, tz) : sellerWeek(db, user.id, tz),
    ),
    handle(api.stats.ticker, ({ user }) => readTicker(db, user.id)),
    handle(api.stats.rates, ({ query }) =>
      rateHistory(db, Number(query.days ?? DEFAULT_RATE_DAYS), query.tz),
    ),
  ];
}
