import { admin } from '@sterling/contract/admin.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { call, explain } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast.ts';
import { summaryOf } from './audit-entry.ts';
import { settingsQuery } from './queries.ts';
import { humanised } from './words.ts';

const CHANGES = ['platform', 'settings', 'admin'] as const;

/**
 * A setting as the screen shows it, and a function that saves some of its parts and resolves to whether they were saved. New
 * parts show until the server answers.
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
      const before = rows.find((row) => row.key === key)?.value as Value | undefined;
      const body = { value: { ...before, ...parts }, before };
      return { before, saved: await call(admin.changeSetting, { params: { key }, body }) };
    },
    onSuccess: ({ before, saved }) => {
      client.setQueryData(settingsQuery.queryKey, (rows) =>
        rows?.map((row) => (row.key === saved.key ? saved : row)),
      );
      toast({ title: t('Setting updated successfully'), description: changeOf(key, before, saved.value) });
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

/** The name of the setting, and its values before and after. */
const changeOf = (key: string, before: unknown, after: unknown): string =>
  summaryOf({ action: 'settings.changed', subjectId: key, before, after }) ?? humanised(key);

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
