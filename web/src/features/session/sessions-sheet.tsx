import { deviceOf } from '@sterling/contract/device.ts';
import type { Session } from '@sterling/contract/sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, MonitorSmartphone } from 'lucide-react';
import { formatTime } from '../../kit/format/format-time.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorState } from '../../kit/ui/empty-state.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/skeleton.tsx';
import { SecuritySection } from '../factors/security-section.tsx';
import { sessionsQuery, useEndOthers, useEndSession, useExport } from './use-sessions.ts';

/** The user's sessions with a way to end each, and the export of all stored data. */
export default function SessionsSheet({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const endOthers = useEndOthers();
  const exportData = useExport();
  return (
    <SideSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title="Security and data"
      description="Your second factor, your active sessions and your data."
    >
      <SecuritySection />
      <section aria-labelledby="sessions" className="flex flex-col gap-3 border-line border-t pt-5">
        <h3 id="sessions" className="font-medium text-1">
          Sessions
        </h3>
        {data ? (
          <>
            <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
              {data.map((session) => (
                <Row key={session.id} session={session} />
              ))}
            </ul>
            {data.length > 1 && (
              <Button
                variant="secondary"
                pending={endOthers.isPending}
                onClick={() => endOthers.mutate(undefined)}
              >
                Sign out everywhere else
              </Button>
            )}
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <SkeletonRows rows={2} />
        )}
      </section>
      <section aria-labelledby="own-data" className="flex flex-col gap-3 border-line border-t pt-5">
        <div>
          <h3 id="own-data" className="font-medium text-1">
            Your data
          </h3>
          <p className="text-3">
            Download everything we store about you as JSON: profile, wallets, orders, trades, accounts and
            messages. Cookies and passwords are never included.
          </p>
        </div>
        <Button variant="secondary" pending={exportData.isPending} onClick={() => exportData.mutate()}>
          <Download aria-hidden className="size-4" />
          Export my data
        </Button>
      </section>
    </SideSheet>
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
          <span className="whitespace-nowrap">last seen {formatTime(session.lastSeenAt)}</span>
        </p>
      </div>
      {session.current ? (
        <Badge tone="good">This browser</Badge>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Sign out ${device}, last seen ${formatTime(session.lastSeenAt)}`}
          pending={end.isPending}
          onClick={() => end.mutate(session)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
