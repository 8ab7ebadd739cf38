import { admin } from '@sterling/contract/admin.ts';
import { BACKUP_LATE_HOURS, backups } from '@sterling/contract/backups.ts';
import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { DatabaseBackup, Download, Gauge, TriangleAlert } from 'lucide-react';
import { lazy, useState } from 'react';
import { call } from '../../data/call.ts';
import { downloadFrom } from '../../data/files.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { useNow } from '../../kit/ui/use-browser.ts';
import { ControlRow } from './control-row.tsx';
import { lastBackupQuery, statsQuery } from './queries.ts';
import { dataSummary } from './words.ts';

/** Owner tools that delete no data. */
export function Tools() {
  const download = useDownload();
  const backup = useBackup(download.mutate);
  const { data: last } = useQuery(lastBackupQuery);
  const limits = useClearRateLimits();
  const [asking, setAsking] = useState(false);
  return (
    <Card aria-labelledby="tools">
      <CardHeader id="tools" title={t('Tools')} />
      <div className="flex flex-col divide-y divide-line">
        <ControlRow title={t('Backup')} description={<AboutBackup last={last} />}>
          {last?.file && (
            <Button
              variant="secondary"
              pending={download.isPending}
              onClick={() => last.file && download.mutate(last.file)}
            >
              <Download aria-hidden className="size-4" />
              {t('Download')}
            </Button>
          )}
          <Button variant="secondary" pending={backup.isPending} onClick={() => backup.mutate()}>
            <DatabaseBackup aria-hidden className="size-4" />
            {t('Create backup')}
          </Button>
        </ControlRow>
        <ControlRow title={t('Rate limits')} description={t("Resets everyone's rate-limit counters.")}>
          <Button variant="secondary" pending={limits.isPending} onClick={() => setAsking(true)}>
            <Gauge aria-hidden className="size-4" />
            {t('Clear rate limits')}
          </Button>
        </ControlRow>
      </div>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Clear rate limits?')}
        description={t(
          'Resets the counter for everyone, including users currently limited. The limits themselves stay.',
        )}
        confirmLabel={t('Clear rate limits')}
        onConfirm={() => limits.mutate()}
      />
    </Card>
  );
}

/** A backup of a large database takes minutes, and so does its download. */
const BACKUP_TIMEOUT_MS = 3_600_000;

/** Creates a backup. */
function useBackup(onMade: (file: string) => void) {
  return useMutation({
    mutationFn: () => call(backups.make, undefined, { timeoutMs: BACKUP_TIMEOUT_MS }),
    onSuccess: ({ file, tables, rows }) => {
      toast({
        title: t('Backup created'),
        description: t('{rows} rows of {tables} tables, as of one moment. It is being downloaded.', {
          rows: formatWhole(rows),
          tables,
        }),
      });
      onMade(file);
    },
    meta: { changes: ['admin'], failed: t('Backup failed') },
  });
}

/** Downloads a backup that the server has. */
function useDownload() {
  return useMutation({
    mutationFn: (file: string) =>
      downloadFrom(backups.download, { params: { file } }, file, { timeoutMs: BACKUP_TIMEOUT_MS }),
    meta: { changes: ['admin'], failed: t('Download failed') },
  });
}

/** Resets the request counters of the rate limits. */
function useClearRateLimits() {
  return useMutation({
    mutationFn: () => call(admin.clearRateLimits),
    onSuccess: ({ cleared }) =>
      toast({
        title: t('Rate limits cleared'),
        description: plural(cleared, '{cleared} counter cleared.', '{cleared} counters cleared.', {
          cleared: formatWhole(cleared),
        }),
      }),
    meta: { changes: ['admin'], failed: t('Clear Failed') },
  });
}

const LATE_AFTER_MS = BACKUP_LATE_HOURS * 3_600_000;

/** What a backup is, and when the last one was made. Warns if that is long ago. */
function AboutBackup({ last }: { last: ReplyOf<typeof backups.last> | undefined }) {
  const now = useNow();
  return (
    <>
      {t('A consistent snapshot of the whole database.')}
      {last && (
        <LastBackup at={last.at} isLate={last.at === null || now - last.at.getTime() > LATE_AFTER_MS} />
      )}
    </>
  );
}

function LastBackup({ at, isLate }: { at: Date | null; isLate: boolean }) {
  const text = at
    ? t('The last one was made on {at}.', { at: formatTime(at) })
    : t('There is no backup yet.');
  if (!isLate) return <> {text}</>;
  return (
    <span className="mt-1 flex items-start gap-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {text} {t('Make one every day.')}
      </span>
    </span>
  );
}

const EraseDialog = lazy(() => import('./erase-dialog.tsx'));

/** Irreversible actions. They stand last on the page and name the number of rows that they delete. */
export function DangerZone() {
  const [asking, setAsking] = useState<'clean' | 'clear' | null>(null);
  const { data } = useQuery(statsQuery);
  const close = () => setAsking(null);
  return (
    <Card aria-labelledby="danger" className="border-bad/50">
      <CardHeader
        id="danger"
        title={<span className="text-bad">{t('Danger zone')}</span>}
        description={data ? dataSummary(data) : t("These actions can't be undone.")}
      />
      <div className="flex flex-col divide-y divide-line">
        <ControlRow
          title={t('Clean database')}
          description={t(
            'Deletes every user except owners, with all their data. The ledger and the audit log stay.',
          )}
        >
          <Button variant="danger-quiet" onClick={() => setAsking('clean')}>
            {t('Clean database')}
          </Button>
        </ControlRow>
        <ControlRow
          title={t('Clear test balances')}
          description={t('Deletes every user except owners, with all their data, and reports the totals.')}
        >
          <Button variant="danger-quiet" onClick={() => setAsking('clear')}>
            {t('Clear test balances')}
          </Button>
        </ControlRow>
      </div>
      <Overlays>{asking && <EraseDialog action={asking} onClose={close} />}</Overlays>
    </Card>
  );
}
