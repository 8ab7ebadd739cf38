import {
  accountHistory,
  DEFAULT_EARNINGS_DAYS,
  EarningsDays,
  HEALTH_DAYS,
  type HealthEvent,
} from '@sterling/contract/account-history.ts';
import { EVENTS_PAGE_SIZE, Paging } from '@sterling/contract/fields.ts';
import { t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, HeartPulse } from 'lucide-react';
import * as z from 'zod/mini';
import { callPage } from '../../data/pages.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { useSheetView } from '../../kit/navigation/open-above.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { Tabs } from '../../kit/ui/tabs.tsx';
import { ACCOUNTS_KEY, accountQuery } from '../roblox-accounts/accounts.ts';
import { Earnings } from './earnings.tsx';

const VIEW = z.object({
  tab: z.optional(z.enum(['earnings', 'health'])),
  days: z.optional(EarningsDays),
  page: Paging.page,
});
const VIEW_NAMES = ['tab', 'days', 'page'] as const;

/** A page of what happened to an account, newest first. */
const healthQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, 'health', id, page],
    queryFn: ({ signal }) => {
      const query = { page: String(page), pageSize: String(EVENTS_PAGE_SIZE) };
      return callPage(accountHistory.healthEvents, { params: { id }, query }, { signal });
    },
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** What an account earned, and what happened to it. Tab, period and page stay after a reload. */
export default function HistorySheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: account } = useQuery(accountQuery(id));
  const [{ tab = 'earnings', days = DEFAULT_EARNINGS_DAYS, page = '1' }, show] = useSheetView(
    VIEW,
    VIEW_NAMES,
  );
  return (
    <SideSheet
      onClose={onClose}
      title={t('Account history')}
      description={account === null ? t('This account no longer exists.') : account?.username}
    >
      {account !== null && (
        <Tabs
          label={t('History')}
          value={tab}
          onChange={(key) => show({ tab: key })}
          tabs={[
            {
              key: 'earnings',
              label: t('Earnings'),
              content: (
                <Earnings id={id} days={days as EarningsDays} onDays={(chosen) => show({ days: chosen })} />
              ),
            },
            {
              key: 'health',
              label: t('Health'),
              content: <Health id={id} page={Number(page)} onPage={(next) => show({ page: String(next) })} />,
            },
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
      <PagedRows query={query} pageSize={EVENTS_PAGE_SIZE} onPage={onPage} quiet>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={HeartPulse} title={t('No events')}>
              {t('What happens to the account will appear here for {healthDays} days.', {
                healthDays: HEALTH_DAYS,
              })}
            </EmptyState>
          ) : (
            <ul aria-label={t('Health events')} className="divide-y divide-line">
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
            {isTrouble && <span className="sr-only"> {t('(trouble)')}</span>}
          </p>
          <p className="text-3 text-xs tabular-nums">{formatTime(at)}</p>
        </div>
        {text && <p className="wrap-anywhere text-2 text-sm">{text}</p>}
      </div>
    </li>
  );
}
