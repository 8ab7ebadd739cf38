import { api } from '@sterling/contract/api.ts';
import { type PolledRoute, poll } from '../../platform/http/polled.ts';
import type { Services } from '../../services.ts';
import { publicStatus } from './settings.reads.ts';

type SettingsServices = Pick<Services, 'db' | 'config' | 'snapshots'>;

export function settingsRoutes({ db, config, snapshots }: SettingsServices): PolledRoute[] {
  return [
    poll(api.platform.status, snapshots, ['settings'], async () => ({
      value: await publicStatus(db, config),
    })),
  ];
}
