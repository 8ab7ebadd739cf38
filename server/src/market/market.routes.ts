import { api } from '@sterling/contract/api.ts';
import { withEtag } from '../http/etag.ts';
import { handle, type Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { aggregated, platformStats } from './market.reads.ts';

export function marketRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.market.aggregated, async ({ request, reply }) =>
      withEtag(request, reply, await aggregated(db)),
    ),
    handle(api.platform.stats, async ({ request, reply }) =>
      withEtag(request, reply, await platformStats(db)),
    ),
  ];
}
