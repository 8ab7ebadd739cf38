import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { readSettings } from './settings.reads.ts';

export function settingsRoutes({ db, config }: Pick<Services, 'db' | 'config'>): Route[] {
  return [
    handle(api.platform.status, async () => {
      const settings = await readSettings(db);
      return {
        mode: config.mode,
        maintenance: settings.maintenance_mode.enabled,
        stopped: settings.emergency_shutdown.enabled,
        marketplaceFeePercent: settings.marketplace_fee.percent,
        sandboxUrl: config.sandboxUrl ?? undefined,
      };
    }),
  ];
}
