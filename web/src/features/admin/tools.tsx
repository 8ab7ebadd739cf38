import { DatabaseBackup, Gauge } from 'lucide-react';
import { useState } from 'react';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { ControlRow } from './control-row.tsx';
import { useBackup, useClearRateLimits } from './use-tools.ts';

/** Owner tools that delete no data. */
export function Tools() {
  const backup = useBackup();
  const limits = useClearRateLimits();
  const [asking, setAsking] = useState(false);
  return (
    <Card aria-labelledby="tools">
      <CardHeader id="tools" title="Tools" />
      <div className="flex flex-col divide-y divide-line">
        <ControlRow title="Backup" description="Download a consistent snapshot of the whole database.">
          <Button variant="secondary" pending={backup.isPending} onClick={() => backup.mutate()}>
            <DatabaseBackup aria-hidden className="size-4" />
            Create Backup
          </Button>
        </ControlRow>
        <ControlRow title="Rate limits" description="Resets everyone's rate-limit counters.">
          <Button variant="secondary" pending={limits.isPending} onClick={() => setAsking(true)}>
            <Gauge aria-hidden className="size-4" />
            Clear Rate Limits
          </Button>
        </ControlRow>
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Clear rate limits?"
        description="Resets the counter for everyone, including users currently limited. The limits themselves stay."
        confirmLabel="Clear Rate Limits"
        onConfirm={() => limits.mutate()}
      />
    </Card>
  );
}
