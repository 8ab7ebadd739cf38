import { admin } from '@sterling/contract/admin.ts';
import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { refetch } from '../../data/changes.ts';
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

/** Saves a setting. The screen shows the new value until the server answers. */
export function useChangeSetting<Key extends string>(key: Key) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (value: ValueOf<Key>) => call(admin.changeSetting, { params: { key }, body: { value } }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, (rows) =>
        rows?.map((row) => (row.key === saved.key ? saved : row)),
      );
      toast({ title: 'Success', description: 'Setting updated successfully' });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: `Failed to update setting. ${explain(error)}`,
        variant: 'destructive',
      }),
    onSettled: invalidate,
  });
}

/** Stops all money movements. Owners can also lift the stop. */
export function useEmergencyStop() {
  const invalidate = useInvalidate();
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
    onError: (error, enabled) =>
      toast({
        title: enabled ? 'Shutdown Failed' : 'Lift Failed',
        description: explain(error),
        variant: 'destructive',
      }),
    onSettled: invalidate,
  });
}

function useInvalidate() {
  const client = useQueryClient();
  return () => refetch(client, ['platform', 'settings', 'admin']);
}
