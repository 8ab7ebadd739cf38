import { admin } from '@sterling/contract/admin.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Gauge } from 'lucide-react';
import { lazy, useState } from 'react';
import { call } from '../../data/call.ts';
import { formatWhole } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { AboutBackup, CreateBackup, useDownload } from './backup.tsx';
import { ControlRow } from './control-row.tsx';
import { lastBackupQuery, statsQuery } from './queries.ts';
import { dataSummary } from './words.ts';

/** Owner tools that delete no data. */
export function Tools() {
  const download = useDownload();
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
          <CreateBackup />
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

const EraseDialog = lazy(() => import('./erase-dialog.tsx'));

/** Irreversible actions. They stand last on the page and say how much data there is. */
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
