import type { EarningsDays, HealthEvent } from '@sterling/contract/account-history.ts';
import { HEALTH_DAYS } from '@sterling/contract/account-history.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, HeartPulse } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '../../kit/format/format-time.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { Tabs } from '../../kit/ui/tabs.tsx';
import { accountQuery } from '../roblox-accounts/queries.ts';
import { Earnings } from './earnings.tsx';
import { HEALTH_PAGE_SIZE, healthQuery } from './queries.ts';

/** What an account earned, and what happened to it. */
export default function HistorySheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: account } = useQuery(accountQuery(id));
  const [days, setDays] = useState<EarningsDays>('30');
  const [page, setPage] = useState(1);
  return (
    <SideSheet
      onClose={onClose}
      title="Account history"
      description={account === null ? 'This account no longer exists.' : account?.username}
    >
      {account !== null && (
        <Tabs
          label="History"
          tabs={[
            {
              key: 'earnings',
              label: 'Earnings',
              content: <Earnings id={id} days={days} onDays={setDays} />,
            },
            { key: 'health', label: 'Health', content: <Health id={id} page={page} onPage={setPage} /> },
          ]}
        />
      )}
    </SideSheet>
  );
}

interface HealthProps {
  id: string;
  page: number;
  onPage: (page: number) => void;
}

function Health({ id, page, onPage }: HealthProps) {
  const query = useQuery(healthQuery(id, page));
  return (
    <div className="-mx-5">
      <PagedRows query={query} pageSize={HEALTH_PAGE_SIZE} noun="events" onPage={onPage} quiet>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={HeartPulse} title="No events">
              What happens to the account will appear here for {HEALTH_DAYS} days.
            </EmptyState>
          ) : (
            <ul aria-label="Health events" className="divide-y divide-line">
              {rows.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </ul>
          )
        }
      </PagedRows>
    </div>
  );
}

function EventRow({ event: { at, title, text, isTrouble } }: { event: HealthEvent }) {
  const Icon = isTrouble ? CircleAlert : CircleCheck;
  return (
    <li className="flex gap-3 px-5 py-3">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', isTrouble ? 'text-bad' : 'text-3')} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="font-medium text-1">
            {title}
            {isTrouble && <span className="sr-only"> (trouble)</span>}
          </p>
          <p className="text-3 text-xs tabular-nums">{formatTime(at)}</p>
        </div>
        {text && <p className="wrap-anywhere text-2 text-sm">{text}</p>}
      </div>
    </li>
  );
}
