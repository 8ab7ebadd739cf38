import type { Factor } from '@sterling/contract/factors.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { useRemove } from './use-factors.ts';

export default function RemoveDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const remove = useRemove(onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${factor.name}”?`}
      description="It will no longer confirm your actions. If it is your last one, your withdrawals are no longer protected, and your recovery codes are deleted."
      confirmLabel="Remove"
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(factor)}
    />
  );
}
