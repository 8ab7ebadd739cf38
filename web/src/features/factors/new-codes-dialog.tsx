import { useState } from 'react';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useNewCodes } from './use-factors.ts';

/** Replaces the recovery codes and shows the new ones. */
export default function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useNewCodes(setCodes);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Make new recovery codes?"
      description="Your old codes stop working immediately."
      confirmLabel="Make new codes"
      pending={renew.isPending}
      onConfirm={() => renew.mutate()}
    />
  );
}
