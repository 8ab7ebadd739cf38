import { api } from '@sterling/contract/api.ts';
import { type PolledRoute, poll } from '../../platform/http/polled.ts';
import type { Services } from '../../services.ts';
import { readSettings } from './settings.reads.ts';

type SettingsServices = Pick<Services, 'db' | 'config' | 'snapshots'>;

export function settingsRoutes({ db, config, snapshots }: SettingsServices): PolledRoute[] {
  return [
    poll(api.platform.status, snapshots, ['settings'], async () => {
      const settings = await readSettings(db);
      const { text, until } = settings.announcement;
      return {
        value: {
          mode: config.mode,
          maintenance: settings.maintenance_mode.enabled,
          stopped: settings.emergency_shutdown.enabled,
          announcement: text === null ? undefined : { text, until: until ? new Date(until) : null },
          marketplaceFeePercent: settings.marketplace_fee.percent,
          manualDeadlineMinutes: settings.manual_deadline.minutes,
          discordInviteUrl: config.discord.inviteUrl ?? undefined,
          litecoinExplorerUrl: config.litecoin.explorerUrl ?? undefined,
          sandboxUrl: config.sandboxUrl ?? undefined,
          publishesReserves: settings.proof_of_reserves.published,
        },
      };
    }),
  ];
}
