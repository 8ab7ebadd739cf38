import type { HistoryEntry } from '@sterling/contract/history.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { formatUsd } from '../../kit/format/format.ts';
import { formatMoment } from '../../kit/format/format-time.ts';
import { labelOf } from '../../kit/format/labels.ts';
import { StatusBadge } from '../../kit/ui/badge.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Detail } from '../../kit/ui/details.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { Change, Usd } from '../../kit/ui/money.tsx';
import { Receipt } from '../../kit/ui/receipt.tsx';
import { SheetSummary, SideSheet } from '../../kit/ui/side-sheet.tsx';
import { Skeleton, SkeletonRows } from '../../kit/ui/spinner.tsx';
import { descriptionOf, entryQuery, TYPE_NAMES } from './history.tsx';

/** An entry of the history that has no page of its own, such as a correction, in a side sheet. */
export function EntrySheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(entryQuery(id));
  return (
    <SideSheet onClose={onClose} title={t('Transaction')} description={t('Amount and receipt')}>
      {data ? (
        <Entry entry={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : isPending ? (
        <SkeletonRows rows={4} />
      ) : (
        <EmptyState icon={SearchX} title={t('Not found')} />
      )}
    </SideSheet>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { id, type, direction, amount, status, balanceAfter, createdAt } = entry;
  return (
    <>
      <SheetSummary about={descriptionOf(entry)} at={createdAt} badge={<StatusBadge status={status} />}>
        <Change
          direction={direction}
          cents={amount}
          status={status}
          className="font-semibold text-2xl tracking-tight"
        />
      </SheetSummary>
      <dl className="flex flex-col divide-y divide-line border-line border-y">
        {balanceAfter !== null && (
          <Detail name={t('Balance after')}>
            <Usd cents={balanceAfter} />
          </Detail>
        )}
        <Detail name={t('Reference')}>
          <span className="truncate font-mono text-xs">{id}</span>
          <CopyButton text={id} what={t('reference')} />
        </Detail>
      </dl>
      <Receipt
        title={TYPE_NAMES[type]}
        rows={[
          [t('Date'), formatMoment(createdAt)],
          [t('Description'), descriptionOf(entry)],
          [t('Amount'), `${direction === 'in' ? '+' : '−'}${formatUsd(amount)}`],
          [t('Status'), labelOf(status)],
          [t('Reference'), id],
        ]}
      />
    </>
  );
}

/** The balance right after a completed order or trade, in its sheet. It stands in the history. */
export function BalanceAfterDetail({ id }: { id: string }) {
  const { data, isPending } = useQuery(entryQuery(id));
  const balance = data?.balanceAfter ?? null;
  return (
    <Detail name={t('Balance after')}>
      {isPending ? <Skeleton className="h-4 w-16" /> : balance === null ? '–' : <Usd cents={balance} />}
    </Detail>
  );
}
