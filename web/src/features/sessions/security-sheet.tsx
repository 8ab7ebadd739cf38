import { deviceOf } from '@sterling/contract/device.ts';
import { ownData } from '@sterling/contract/own-data.ts';
import { type Session, sessions } from '@sterling/contract/sessions.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Download, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../data/call.ts';
import type { Noun } from '../../data/changes.ts';
import { downloadFile } from '../../data/files.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { SecuritySection } from '../factors/security-section.tsx';
import { ENDS_WITH_SESSIONS } from './session-texts.ts';

/** The user's sessions with a way to end each, and the export of all stored data. */
export default function SecuritySheet({ onClose }: { onClose: () => void }) {
  const query = useQuery(sessionsQuery);
  const exportData = useExport();
  return (
    <SideSheet
      onClose={onClose}
      title={t('Security and data')}
      description={t('Your second factor, your active sessions and your data.')}
    >
      <SecuritySection />
      <section aria-labelledby="sessions" className="flex flex-col gap-3 border-line border-t pt-5">
        <h3 id="sessions" className="font-medium text-1">
          {t('Sessions')}
        </h3>
        <Loaded query={query} waiting={<SkeletonRows rows={2} />}>
          {(sessions) => (
            <>
              <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
                {sessions.map((session) => (
                  <Row key={session.id} session={session} />
                ))}
              </ul>
              <SignOutElsewhere />
            </>
          )}
        </Loaded>
      </section>
      <section aria-labelledby="own-data" className="flex flex-col gap-3 border-line border-t pt-5">
        <div>
          <h3 id="own-data" className="font-medium text-1">
            {t('Your data')}
          </h3>
          <p className="text-3">
            {t(
              'Download everything we store about you as JSON: profile, wallets, orders, trades, accounts and messages. Cookies and passwords are never included.',
            )}
          </p>
        </div>
        <Button variant="secondary" pending={exportData.isPending} onClick={() => exportData.mutate()}>
          <Download aria-hidden className="size-4" />
          {t('Export my data')}
        </Button>
      </section>
    </SideSheet>
  );
}

/** Also without other sessions, because tokens and webhooks may be someone else's. */
function SignOutElsewhere() {
  const [asking, setAsking] = useState(false);
  const endOthers = useEndOthers(() => setAsking(false));
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {t('Sign out everywhere else')}
      </Button>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Sign out everywhere else?')}
        description={[
          t('Your other sessions end.'),
          ENDS_WITH_SESSIONS,
          t('So nobody else keeps access to your account. To end one session only, use its own button.'),
        ].join(' ')}
        confirmLabel={t('Sign out everywhere else')}
        danger
        pending={endOthers.isPending}
        onConfirm={() => endOthers.mutate(undefined)}
      />
    </>
  );
}

function Row({ session }: { session: Session }) {
  const end = useEndSession();
  const device = deviceOf(session.userAgent);
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-1" title={session.userAgent}>
          {device}
        </p>
        <p className="text-3 text-xs">
          <span className="max-sm:block">{session.ip}</span>
          <span className="max-sm:hidden"> · </span>
          <span className="sm:whitespace-nowrap">
            {t('Last seen {lastSeenAt}', { lastSeenAt: formatTime(session.lastSeenAt) })}
          </span>
        </p>
      </div>
      {session.current ? (
        <Badge tone="good">{t('This browser')}</Badge>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('Sign out {device}, last seen {lastSeenAt}', {
            device,
            lastSeenAt: formatTime(session.lastSeenAt),
          })}
          pending={end.isPending}
          onClick={() => end.mutate(session)}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  );
}

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessions.list, undefined, { signal }),
  refetchOnMount: 'always',
});

/** Signs out one other browser. */
function useEndSession() {
  return useEnding(
    ({ id }: Session) => call(sessions.end, { params: { id } }),
    (_, { userAgent }) => t('{device} is signed out.', { device: deviceOf(userAgent) }),
  );
}

/** What signing out everywhere else ends, pauses or returns. */
const CHANGED_ELSEWHERE: readonly Noun[] = [
  'sessions',
  'api-credentials',
  'webhooks',
  'notifications',
  'standing-orders',
  'price-rules',
  'roblox-accounts',
  'market',
  'pre-orders',
  'wallet',
  'history',
  'stats',
  'inbox',
];

/** Signs out all other browsers, and revokes what programs use. */
function useEndOthers(onSettled: () => void) {
  return useEnding(
    () => call(sessions.endOthers),
    ({ ended }) =>
      plural(ended, '{ended} other browser is signed out.', '{ended} other browsers are signed out.', {
        ended,
      }),
    { changes: CHANGED_ELSEWHERE, onSettled },
  );
}

/** Downloads all own data as a file. The call may ask for a check, which a link could not. */
const useExport = () =>
  useMutation({
    mutationFn: () => call(ownData.export),
    onSuccess: (data) =>
      downloadFile(
        'sterling-data.json',
        'application/json',
        JSON.stringify(z.encode(ownData.export.reply, data), null, 2),
      ),
    meta: { failed: t('Export failed') },
  });

function useEnding<Input, Answer>(
  end: (input: Input) => Promise<Answer>,
  describe: (answer: Answer, input: Input) => string,
  { changes = ['sessions'], onSettled }: { changes?: readonly Noun[]; onSettled?: () => void } = {},
) {
  return useMutation({
    mutationFn: end,
    onSuccess: (answer, input) => toast({ title: t('Signed out'), description: describe(answer, input) }),
    meta: { changes, failed: t('Error') },
    ...(onSettled && { onSettled }),
  });
}
