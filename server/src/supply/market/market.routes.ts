import { api } from '@sterling/contract/api.ts';
import { publicStatus } from '../../people/settings/settings.reads.ts';
import { type PolledRoute, poll } from '../../platform/http/polled.ts';
import type { Services } from '../../services.ts';
import { aggregated, platformStats } from './market.reads.ts';

type MarketServices = Pick<Services, 'db' | 'config' | 'snapshots'>;

export function marketRoutes({ db, config, snapshots }: MarketServices): PolledRoute[] {
  return [
    poll(api.market.aggregated, snapshots, ['orders', 'roblox-accounts', 'users'], async () => {
      const value = await aggregated(db);
      return { value, total: value.length };
    }),
    poll(api.platform.stats, snapshots, ['orders', 'roblox-accounts', 'users', 'settings'], async () => {
      const [stats, status] = await Promise.all([platformStats(db), publicStatus(db, config)]);
      return { value: { ...stats, status } };
    }),
  ];
}
