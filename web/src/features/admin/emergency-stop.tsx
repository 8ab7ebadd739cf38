import { OctagonPause } from 'lucide-react';
import { useState } from 'react';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { useUser } from '../session/session.ts';
import { ControlRow } from './control-row.tsx';
import { type Controls, useEmergencyStop } from './use-settings.ts';

/** Staff can stop all money movements immediately. Only an owner can lift the stop. */
export function EmergencyStop({ setting }: { setting: Controls['emergency_shutdown'] }) {
  const { isOwner } = useUser();
  const stop = useEmergencyStop();
  const [asking, setAsking] = useState(false);
  return (
    <ControlRow title="Emergency Shutdown" description={<Standing setting={setting} />}>
      {isOwner && (
        <Button
          variant="secondary"
          disabled={!setting.enabled}
          pending={stop.isPending && !stop.variables}
          onClick={() => stop.mutate(false)}
        >
          Lift shutdown
        </Button>
      )}
      <Button
        variant="danger"
        disabled={setting.enabled}
        pending={stop.isPending && stop.variables}
        onClick={() => setAsking(true)}
      >
        <OctagonPause aria-hidden className="size-4" />
        Emergency Shutdown
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Emergency Shutdown"
        description="This will shut down the entire system. Are you sure?"
        confirmLabel="Shut down"
        danger
        onConfirm={() => stop.mutate(true)}
      >
        <p className="text-3">
          Purchases, matching, withdrawals and sweeps stop for all users. Deposits are still recorded, and
          credited when an owner lifts the shutdown.
        </p>
      </AlertDialog>
    </ControlRow>
  );
}

function Standing({ setting: { enabled, reason } }: { setting: Controls['emergency_shutdown'] }) {
  if (!enabled) return 'Halts all payments until an owner resumes them.';
  return (
    <span className="text-warn">
      All payments are halted{reason ? `: ${reason}` : ''}. Only an owner can resume them.
    </span>
  );
}
