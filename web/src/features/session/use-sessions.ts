import { deviceOf } from '@sterling/contract/device.ts';
import { ownData } from '@sterling/contract/own-data.ts';
import { type Session, sessions } from '@sterling/contract/sessions.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { toast } from '../../kit/ui/toast-store.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessions.list, undefined, { signal }),
  refetchOnMount: 'always',
});

/** Signs out one other browser. */
export function useEndSession() {
  return useEnding(
    ({ id }: Session) => call(sessions.end, { params: { id } }),
    (_, { userAgent }) => `${deviceOf(userAgent)} is signed out.`,
  );
}

/** Signs out all other browsers. */
export function useEndOthers() {
  return useEnding(
    () => call(sessions.endOthers),
    ({ ended }) => `${ended} other ${ended === 1 ? 'browser is' : 'browsers are'} signed out.`,
  );
}

/** Downloads all own data as a file. The call may ask for a check, which a link could not. */
export const useExport = () =>
  useMutation({
    mutationFn: () => call(ownData.export),
    onSuccess: (data) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      );
      link.download = 'sterling-data.json';
      link.click();
      URL.revokeObjectURL(link.href);
    },
    meta: { failed: 'Export Failed' },
  });

function useEnding<Input, Answer>(
  end: (input: Input) => Promise<Answer>,
  describe: (answer: Answer, input: Input) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: (answer, input) => toast({ title: 'Signed Out', description: describe(answer, input) }),
    onError: (error) => toast({ title: 'Error', description: explain(error), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
