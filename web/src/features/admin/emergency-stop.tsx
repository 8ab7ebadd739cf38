import type { Settings } from '@sterling/contract/settings.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { OctagonPause } from 'lucide-react';
import { useState } from 'react';
import { displayName } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { useUser } from '../sessions/session.tsx';
import { ControlRow } from './control-row.tsx';
import { stopEntryQuery } from './queries.ts';
import { useEmergencyStop } from './use-settings.ts';

/** Staff can stop all money movements immediately. Only an owner can lift the stop. */
export function EmergencyStop({ setting }: { setting: Settings['emergency_shutdown'] }) {
  const { isOwner } = useUser();
  const stop = useEmergencyStop();
  const [asking, setAsking] = useState<'stop' | 'lift' | null>(null);
  const close = () => setAsking(null);
  return (
    <ControlRow title={t('Emergency Shutdown')} description={<StopState setting={setting} />}>
      {isOwner && (
        <Button
          variant="secondary"
          aria-disabled={!setting.enabled}
          pending={stop.isPending && !stop.variables}
          onClick={() => setAsking('lift')}
        >
          {t('Lift shutdown')}
        </Button>
      )}
      <Button
        variant="danger"
        aria-disabled={setting.enabled}
        pending={stop.isPending && stop.variables}
        onClick={() => setAsking('stop')}
      >
        <OctagonPause aria-hidden className="size-4" />
        {t('Emergency Shutdown')}
      </Button>
      <AlertDialog
        open={asking === 'lift' && setting.enabled}
        onClose={close}
        title={t('Lift the shutdown?')}
        description={t(
          'Purchases, matching, withdrawals and sweeps resume immediately for all users, and waiting deposits are credited.',
        )}
        confirmLabel={t('Resume payments')}
        onConfirm={() => stop.mutate(false)}
      />
      <AlertDialog
        open={asking === 'stop' && !setting.enabled}
        onClose={close}
        title={t('Emergency Shutdown')}
        description={t('This will shut down the entire system. Are you sure?')}
        confirmLabel={t('Shut down')}
        danger
        onConfirm={() => stop.mutate(true)}
      >
        <p className="text-3">
          {t(
            'Purchases, matching, withdrawals and sweeps stop for all users. Deposits are still recorded, and credited when an owner lifts the shutdown.',
          )}
        </p>
      </AlertDialog>
    </ControlRow>
  );
}

function StopState({ setting: { enabled, reason } }: { setting: Settings['emergency_shutdown'] }) {
  if (!enabled) return t('Halts all payments until an owner resumes them.');
  return (
    <span className="text-warn">
      {reason
        ? t('All payments are halted: {reason}. Only an owner can resume them.', { reason })
        : t('All payments are halted. Only an owner can resume them.')}
      <StoppedBy />
    </span>
  );
}

/** Who has set the stop, and when, from the audit log. */
function StoppedBy() {
  const { data: entry } = useQuery(stopEntryQuery);
  if (!entry) return null;
  const at = formatTime(entry.at);
  return (
    <>
      {' '}
      {entry.actor
        ? t('Set by {actor} on {at}.', { actor: displayName(entry.actor), at })
        : t('Set by the system on {at}.', { at })}
    </>
  );
}
