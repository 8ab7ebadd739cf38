import type { WalletType } from '@sterling/contract/fields.ts';
import { t } from '@sterling/contract/texts.ts';
import type { WalletTransaction } from '@sterling/contract/wallet.ts';
import { withdrawals } from '@sterling/contract/withdrawals.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useOnce } from '../../data/use-once.ts';
import { formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge, StatusBadge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Ltc, Usd } from '../../kit/ui/money.tsx';
import { isEstimate } from '../../kit/ui/movement-cells.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { useNow } from '../../kit/ui/use-browser.ts';
import {
  confirmationsText,
  deductedOf,
  delayOf,
  findPending,
  fingerprintOf,
  hasNoPrice,
  isCancellable,
  isInProgress,
  newestQuery,
} from './wallet.ts';

/** Pending deposits or withdrawals with their confirmations. */
export function PendingList({ rows }: { rows: readonly WalletTransaction[] }) {
  const now = useNow();
  return (
    <ul aria-live="polite" className="divide-y divide-line sm:max-h-96 sm:overflow-y-auto">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-col gap-2.5 px-4 py-4 sm:px-5">
          <div className="flex large-text:flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <p className="font-medium text-1">
                {hasNoPrice(row) ? <Ltc litoshi={row.ltcAmount} /> : <Dollars row={row} />}
              </p>
              <p className="text-3 text-xs">
                {!hasNoPrice(row) && (
                  <>
                    <Ltc litoshi={row.ltcAmount} /> ·{' '}
                  </>
                )}
                {formatTime(row.createdAt)}
              </p>
            </div>
            <State row={row} now={now} />
          </div>
          {(row.status === 'pending' || row.status === 'completed') && <Confirmations row={row} />}
          <Delay text={delayOf(row, now)} />
          {isCancellable(row, now) && <CancelWithdrawal transfer={row} />}
        </li>
      ))}
    </ul>
  );
}

const Dollars = ({ row }: { row: WalletTransaction }) => (
  <>
    {isEstimate(row) && '≈ '}
    <Usd cents={row.amount} />
  </>
);

const Delay = ({ text }: { text: string | null }) => text && <p className="text-2 text-xs">{text}</p>;

function State({ row, now }: { row: WalletTransaction; now: number }) {
  if (row.status === 'completed') return <Badge tone="good">{DONE[row.type]}</Badge>;
  if (row.status !== 'pending') return <StatusBadge status={row.status} />;
  if (!isInProgress(row)) return <Badge tone="warn">{t('Waiting')}</Badge>;
  if (row.type === 'withdrawal' && !row.txid)
    return <Badge tone="warn">{isCancellable(row, now) ? t('Waiting') : t('Being sent')}</Badge>;
  return <Badge tone="warn">{t('Confirming')}</Badge>;
}

const DONE = { deposit: t('Credited'), withdrawal: t('Completed') };

/** Newly mined coins need 100 confirmations, and 100 bars do not fit on a phone. */
const MAX_BARS = 10;

/** One bar per required confirmation, or fewer bars when there are many. The text says the exact numbers. */
export function Confirmations({ row }: { row: WalletTransaction }) {
  const bars = Math.min(row.requiredConfirmations, MAX_BARS);
  const filled = Math.floor((row.confirmations * bars) / row.requiredConfirmations);
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden className="flex h-1.5 flex-1 gap-1">
        {Array.from({ length: bars }, (_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and static
            key={place}
            className={cn('flex-1 rounded-full transition-colors', place < filled ? 'bg-good' : 'bg-line')}
          />
        ))}
      </div>
      <span className="text-2 text-xs tabular-nums">{confirmationsText(row)}</span>
    </div>
  );
}

/** How long a payment that ends on the open page stays in the list. Then only the history has it. */
const DONE_SHOWN_MS = 30_000;

/** One text instead of a list, so that an equal result does not start the timer again. */
const idsOfDone = (
  rows: readonly WalletTransaction[] = [],
  before: ReadonlySet<string> = new Set(),
): string =>
  rows
    .filter(({ id, status }) => status !== 'pending' && !before.has(id))
    .map(({ id }) => id)
    .join(' ');

/** The pending payments of a wallet. Each change refetches the balance and the list of transfers. */
export function usePending(walletType: WalletType) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(newestQuery(walletType));
  const [doneBefore, setDoneBefore] = useState<ReadonlySet<string>>();
  if (data && !doneBefore) {
    setDoneBefore(new Set(data.filter(({ status }) => status !== 'pending').map(({ id }) => id)));
  }

  const doneNow = idsOfDone(data, doneBefore);
  useEffect(() => {
    if (doneNow === '') return;
    const timer = setTimeout(
      () => setDoneBefore((before) => new Set([...(before ?? []), ...doneNow.split(' ')])),
      DONE_SHOWN_MS,
    );
    return () => clearTimeout(timer);
  }, [doneNow]);

  const fingerprint = data && fingerprintOf(data);
  const before = useRef(fingerprint);
  useEffect(() => {
    if (before.current !== undefined && before.current !== fingerprint) {
      void client.invalidateQueries({
        queryKey: ['wallet', walletType],
        predicate: ({ queryKey }) => queryKey[2] !== 'newest',
      });
    }
    before.current = fingerprint;
  }, [fingerprint, walletType, client]);
  return { rows: data && doneBefore && findPending(data, doneBefore), error, refetch };
}

/** A button that cancels a withdrawal before it is sent, after a question. */
export function CancelWithdrawal({ transfer }: { transfer: WalletTransaction }) {
  const [isAsking, setAsking] = useState(false);
  const total = formatUsd(deductedOf(transfer));
  const cancel = useOnce(withdrawals.cancel, {
    input: (id: string) => ({ params: { id } }),
    isForGood: true,
    changes: ['wallet', 'history', 'stats', 'inbox'],
    failed: t('Not cancelled'),
    onDone: () => {
      setAsking(false);
      toast({
        title: t('Withdrawal cancelled'),
        description: t('{total} is back in your wallet.', { total }),
      });
    },
    onFailed: () => setAsking(false),
  });
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)} className="self-start">
        {t('Cancel withdrawal')}
      </Button>
      <Overlays>
        {isAsking && (
          <AlertDialog
            onClose={() => setAsking(false)}
            title={t('Cancel this withdrawal?')}
            description={t('Nothing is sent to {address}. {total} returns to your wallet, fees included.', {
              address: transfer.address,
              total,
            })}
            cancelLabel={t('Keep it')}
            confirmLabel={t('Cancel withdrawal')}
            danger
            pending={cancel.isPending}
            onConfirm={() => cancel.mutate(transfer.id)}
          />
        )}
      </Overlays>
    </>
  );
}
