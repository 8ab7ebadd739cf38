import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { readOwnData } from './own-data.reads.ts';

export function ownDataRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.ownData.export, ({ user, reply }) => {
      reply.header('cache-control', 'no-store');
      reply.header('content-disposition', 'attachment; filename="sterling-data.json"');
      return readOwnData(db, user);
    }),
  ];
}
