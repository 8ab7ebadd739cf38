import { type AccountImport, accountImports, type ImportLine } from '@sterling/contract/account-imports.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { ACCOUNT_CHANGES } from '../../data/change-groups.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Badge, type Tone } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { DialogActions } from '../../kit/ui/overlay.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { Warning } from '../../kit/ui/warning.tsx';
import { ACCOUNTS_KEY } from '../roblox-accounts/accounts.ts';

const TITLES: Readonly<Record<AccountImport['state'], string>> = {
  running: t('Importing accounts'),
  done: t('Import finished'),
  cancelled: t('Import cancelled'),
  stopped: t('Import stopped'),
};

/** The progress of an import and the result of each line. It continues while the dialog is closed. */
export function ImportProgress({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(importQuery(id));
  const cancel = useCancelImport(id);
  return (
    <Dialog
      title={data ? TITLES[data.state] : t('Import')}
      description={data?.state === 'running' ? t('You can close this. The import continues.') : undefined}
      onClose={onClose}
    >
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows rows={5} />)}
      {data && (
        <>
          <Progress of={data} />
          <ul aria-label={t('Results')} className="-mx-5 divide-y divide-line border-line border-y">
            {shownLines(data).map((line) => (
              <Line key={line.line} line={line} />
            ))}
          </ul>
          <DialogActions>
            {data.state === 'running' && (
              <Button variant="danger-quiet" pending={cancel.isPending} onClick={() => cancel.mutate()}>
                {t('Cancel import')}
              </Button>
            )}
            <Button onClick={onClose}>{t('Close')}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

/** After the end, the refused lines come first: they need the seller. */
const shownLines = ({ state, lines }: AccountImport): readonly ImportLine[] =>
  state === 'running'
    ? lines
    : lines.toSorted((one, other) => Number(other.state === 'refused') - Number(one.state === 'refused'));

function Progress({ of: { counts, state, waitsUntil, stopReason } }: { of: AccountImport }) {
  const { total, waiting, added, refused, skipped } = counts;
  const checked = added + refused;
  const said = [
    plural(added, '{count} added', '{count} added', { count: formatWhole(added) }),
    plural(refused, '{count} refused', '{count} refused', { count: formatWhole(refused) }),
    ...(waiting > 0 ? [t('{waiting} waiting', { waiting: formatWhole(waiting) })] : []),
    ...(skipped > 0 ? [t('{skipped} not checked', { skipped: formatWhole(skipped) })] : []),
  ].join(', ');
  return (
    <div className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-label={t('Checked lines')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={checked}
        aria-valuetext={t('{checked} of {total}', { checked, total })}
        className="h-2 overflow-hidden rounded-full bg-surface-2"
      >
        <div
          style={{ width: `${total === 0 ? 100 : (checked / total) * 100}%` }}
          className="h-full rounded-full bg-accent transition-[width]"
        />
      </div>
      <p role="status" className="text-2 tabular-nums">
        {said}
      </p>
      {state === 'running' && waitsUntil && (
        <p className="text-3 text-sm">
          {t('The next account is checked at {waitsUntil}.', { waitsUntil: formatTime(waitsUntil) })}
        </p>
      )}
      {stopReason && <Warning>{stopReason}</Warning>}
    </div>
  );
}

const SHOWN: Readonly<Record<ImportLine['state'], { readonly text: string; readonly tone: Tone }>> = {
  waiting: { text: t('Waiting'), tone: 'neutral' },
  added: { text: t('Added'), tone: 'good' },
  refused: { text: t('Refused'), tone: 'bad' },
  skipped: { text: t('Not checked'), tone: 'neutral' },
};

function Line({ line: { line, ending, state, reason, username, robux } }: { line: ImportLine }) {
  const { text, tone } = SHOWN[state];
  return (
    <li className="flex flex-col gap-1 px-5 py-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate text-1">{username ?? t('Line {line}', { line })}</p>
          {/* the ending names the cookie, so it is never cut off */}
          <p className="text-3 text-xs">
            {username && t('line {line}', { line })}
            {ending && ` …${ending}`}
          </p>
        </div>
        <span className="flex shrink-0 items-center gap-3">
          {robux !== null && <Robux amount={robux} />}
          <Badge tone={tone}>{text}</Badge>
        </span>
      </div>
      {reason && <p className="text-2 text-sm">{reason}</p>}
    </li>
  );
}

/** Events may be lost, so a running import is read again. */
const REFETCH_EVERY_MS = 3_000;

/** An import and its results. It is read again and again while it runs. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...ACCOUNTS_KEY, 'import', id],
    queryFn: ({ signal }) => call(accountImports.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? REFETCH_EVERY_MS : false),
  });

function useCancelImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(accountImports.cancel, { params: { id } }),
    onSuccess: (ended) => client.setQueryData(importQuery(id).queryKey, ended),
    meta: { changes: ACCOUNT_CHANGES, failed: t('Import not cancelled') },
  });
}
