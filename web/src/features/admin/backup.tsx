import { BACKUP_LATE_HOURS, backups } from '@sterling/contract/backups.ts';
import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { DatabaseBackup, TriangleAlert } from 'lucide-react';
import { call } from '../../data/call.ts';
import { downloadFrom } from '../../data/files.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Button } from '../../kit/ui/button.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { useNow } from '../../kit/ui/use-browser.ts';
import { lastBackupQuery } from './queries.ts';

/** A backup of a large database takes minutes, and so does its download. */
const BACKUP_TIMEOUT_MS = 3_600_000;

/** Creates a backup and downloads it. */
export function CreateBackup() {
  const download = useDownload();
  const backup = useBackup(download.mutate);
  return (
    <Button variant="secondary" pending={backup.isPending} onClick={() => backup.mutate()}>
      <DatabaseBackup aria-hidden className="size-4" />
      {t('Create backup')}
    </Button>
  );
}

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
export function useDownload() {
  return useMutation({
    mutationFn: (file: string) =>
      downloadFrom(backups.download, { params: { file } }, file, { timeoutMs: BACKUP_TIMEOUT_MS }),
    meta: { changes: ['admin'], failed: t('Download failed') },
  });
}

const LATE_AFTER_MS = BACKUP_LATE_HOURS * 3_600_000;

const isLate = (at: Date | null, now: number): boolean => at === null || now - at.getTime() > LATE_AFTER_MS;

/** Warns before data is erased whose last backup is late or missing, and offers a new one. */
export function LateBackup() {
  const now = useNow();
  const { data: last } = useQuery(lastBackupQuery);
  if (!last || !isLate(last.at, now)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <LastBackup at={last.at} isLate />
      <CreateBackup />
    </div>
  );
}

/** What a backup is, and when the last one was made. Warns if that is long ago. */
export function AboutBackup({ last }: { last: ReplyOf<typeof backups.last> | undefined }) {
  const now = useNow();
  return (
    <>
      {t('A consistent snapshot of the whole database.')}
      {last && <LastBackup at={last.at} isLate={isLate(last.at, now)} />}
    </>
  );
}

function LastBackup({ at, isLate: warns }: { at: Date | null; isLate: boolean }) {
  const text = at
    ? t('The last one was made on {at}.', { at: formatTime(at) })
    : t('There is no backup yet.');
  if (!warns) return <> {text}</>;
  return (
    <span className="mt-1 flex items-start gap-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {text} {t('Make one every day.')}
      </span>
    </span>
  );
}
