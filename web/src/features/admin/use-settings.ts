import { admin } from '@sterling/contract/admin.ts';
import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { settingsQuery } from './queries.ts';

export interface Controls {
  readonly maintenance_mode: { readonly enabled: boolean; readonly updatedAt?: string | null };
  readonly action_limit: { readonly perHour: number };
  readonly marketplace_fee: { readonly percent: number };
  readonly emergency_shutdown: { readonly enabled: boolean; readonly reason?: string | null };
}

type ValueOf<Key extends string> = Key extends keyof Controls
  ? Controls[Key]
  : Readonly<Record<string, unknown>>;

/** The server validates the shape of each setting, so this cast is safe. */
export function controlsOf(rows: ReplyOf<typeof admin.settings>): Controls {
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as unknown as Controls;
}

const CHANGES = ['platform', 'settings', 'admin'] as const;

/** Saves a setting. The screen shows the new value until the server answers. */
export function useChangeSetting<Key extends string>(key: Key) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: ValueOf<Key>) => call(admin.changeSetting, { params: { key }, body: { value } }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, (rows) =>
        rows?.map((row) => (row.key === saved.key ? saved : row)),
      );
      toast({ title: 'Success', description: 'Setting updated successfully' });
    },
    meta: {
      changes: CHANGES,
      failed: 'Error',
      explain: (error) => `Failed to update setting. ${explain(error)}`,
    },
  });
}

/** Stops all money movements. Owners can also lift the stop. */
export function useEmergencyStop() {
  return useMutation({
    mutationFn: (enabled: boolean) => call(admin.emergencyShutdown, { body: { enabled } }),
    onSuccess: ({ enabled }) =>
      toast(
        enabled
          ? {
              title: 'Emergency Shutdown',
              description: 'All payments are halted until an owner resumes them.',
              variant: 'warning',
            }
          : { title: 'Shutdown lifted', description: 'Payments have resumed.' },
      ),
    meta: {
      changes: CHANGES,
      failed: (_error, enabled) => (enabled ? 'Shutdown Failed' : 'Lift Failed'),
    },
  });
}
