import { api } from '@sterling/contract/api.ts';
import { type PolledRoute, poll } from '../../platform/http/polled.ts';
import type { Services } from '../../services.ts';
import { aggregated, platformStats } from './market.reads.ts';

export function marketRoutes({ db, snapshots }: Pick<Services, 'db' | 'snapshots'>): PolledRoute[] {
  return [
    poll(api.market.aggregated, snapshots, ['orders', 'roblox-accounts', 'users'], async () => {
      const value = await aggregated(db);
      return { value, total: value.length };
    }),
    poll(api.platform.stats, snapshots, ['orders', 'roblox-accounts', 'users'], async () => ({
      value: await platformStats(db),
    })),
  ];
}
