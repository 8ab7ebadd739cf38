import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { listHistory } from './history.reads.ts';

export function historyRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.history.list, async ({ user, query, total }) => {
      const { entries, total: count } = await listHistory(db, user.id, query);
      total(count);
      return entries;
    }),
  ];
}
