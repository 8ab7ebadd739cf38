import { type Session, sessions } from '@sterling/contract/sessions.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import { deviceOf } from './device.ts';

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

function useEnding<Input, Answer>(
  end: (input: Input) => Promise<Answer>,
  describe: (answer: Answer, input: Input) => string,
) {
  return useMutation({
    mutationFn: end,
    onSuccess: (answer, input) => toast({ title: 'Signed Out', description: describe(answer, input) }),
    meta: { changes: ['sessions'], failed: 'Error' },
  });
}
