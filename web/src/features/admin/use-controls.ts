import { admin } from '@sterling/contract/admin.ts';
import { backups } from '@sterling/contract/backups.ts';
import type { Given, ReplyOf } from '@sterling/contract/endpoint.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { treasury } from '@sterling/contract/treasury.ts';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { call, explain, hrefOf } from '../../data/call.ts';
import { downloadFrom } from '../../data/files.ts';
import { useOnce } from '../../data/use-once.ts';
import { formatPrice, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { toast } from '../../kit/ui/toast.ts';
import { settingsQuery } from './queries.ts';

/** The values of the settings, as the server stores them. Times are ISO 8601. */
export interface Controls {
  readonly announcement: { readonly text: string | null; readonly until?: string | null };
  readonly maintenance_mode: { readonly enabled: boolean; readonly updatedAt?: string | null };
  readonly action_limit: { readonly perHour: number };
  readonly marketplace_fee: { readonly percent: number };
  readonly emergency_shutdown: { readonly enabled: boolean; readonly reason?: string | null };
}

/** The server validates the shape of each setting, so this cast is safe. */
export function controlsOf(rows: ReplyOf<typeof admin.settings>): Controls {
  return Object.fromEntries(rows.map(({ key, value }) => [key, value])) as unknown as Controls;
}

const CHANGES = ['platform', 'settings', 'admin'] as const;

/**
 * A setting as the screen shows it, and a function that saves some of its parts. It resolves to whether they were saved. New parts
 * show until the server answers.
 * The server replaces the whole value, so the changes of a setting run one after the other, and each keeps the parts that
 * the one before it has saved. It refuses a change that is based on a value that someone else has replaced.
 */
export function useSetting<Value extends object>(key: string, stored: Value) {
  const client = useQueryClient();
  const mutationKey = ['setting', key];
  const change = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (parts: Partial<Value>) => {
      const rows = await client.ensureQueryData(settingsQuery);
      const saved = rows.find((row) => row.key === key)?.value as Value | undefined;
      return call(admin.changeSetting, {
        params: { key },
        body: { value: { ...saved, ...parts }, before: saved },
      });
    },
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, (rows) =>
        rows?.map((row) => (row.key === saved.key ? saved : row)),
      );
      toast({ title: t('Success'), description: t('Setting updated successfully') });
    },
    meta: {
      changes: CHANGES,
      failed: t('Error'),
      explain: (error) => t('Failed to update setting. {error}', { error: explain(error) }),
    },
  });
  const unsaved = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Partial<Value>,
  });
  const shown: Value = Object.assign({}, stored, ...unsaved);
  const save = (parts: Partial<Value>): Promise<boolean> =>
    change.mutateAsync(parts).then(
      () => true,
      () => false,
    );
  return [shown, save] as const;
}

/** Stops all money movements. Owners can also lift the stop. */
export function useEmergencyStop() {
  return useMutation({
    mutationFn: (enabled: boolean) => call(admin.emergencyShutdown, { body: { enabled } }),
    onSuccess: ({ enabled }) =>
      toast(
        enabled
          ? {
              title: t('Emergency Shutdown'),
              description: t('All payments are halted until an owner resumes them.'),
              variant: 'warning',
            }
          : { title: t('Shutdown lifted'), description: t('Payments have resumed.') },
      ),
    meta: {
      changes: CHANGES,
      failed: (_error, enabled) => (enabled ? t('Shutdown failed') : t('Lift failed')),
    },
  });
}

/** Moves settled deposits to the hot wallet. If a sweep is already running, the server returns that sweep. */
export function useSweep() {
  return useOnce(treasury.sweep, {
    input: () => ({}),
    changes: ['admin'],
    failed: t('Sweep Failed'),
    onDone: ({ message, txid }) =>
      toast({
        title: txid ? t('Sweep started') : t('Nothing to sweep'),
        description: message,
        variant: txid ? 'default' : 'info',
      }),
  });
}

/** Sets a manual price for a number of minutes. */
export function useSetPrice(onDone: () => void) {
  return useMutation({
    mutationFn: (body: Given<typeof treasury.setPrice, 'body'>) => call(treasury.setPrice, { body }),
    onSuccess: ({ price, until }) => {
      toast({
        title: t('Price set'),
        description: t('{price} per LTC until {until}.', {
          price: formatPrice(price),
          until: formatTime(until),
        }),
      });
      onDone();
    },
    meta: { changes: ['admin'], failed: t('Price not set') },
  });
}

/** A backup of a large database takes minutes. */
const BACKUP_TIMEOUT_MS = 3_600_000;

/** Creates a backup and starts its download. */
export function useBackup() {
  return useMutation({
    mutationFn: () => call(backups.make, undefined, { timeoutMs: BACKUP_TIMEOUT_MS }),
    onSuccess: ({ file, tables, rows }) => {
      downloadFrom(hrefOf(backups.download, { params: { file } }), file);
      toast({
        title: t('Backup created'),
        description: t('{rows} rows of {tables} tables, as of one moment. The download has started.', {
          rows: formatWhole(rows),
          tables,
        }),
      });
    },
    meta: { changes: ['admin'], failed: t('Backup failed') },
  });
}

/** Resets the request counters of the rate limits. */
export function useClearRateLimits() {
  return useMutation({
    mutationFn: () => call(admin.clearRateLimits),
    onSuccess: ({ cleared }) =>
      toast({
        title: t('Rate limits cleared'),
        description: plural(cleared, '{cleared} counter cleared.', '{cleared} counters cleared.', {
          cleared: formatWhole(cleared),
        }),
      }),
    meta: { changes: ['admin'], failed: t('Clear Failed') },
  });
}
