import type { Webhook } from '@sterling/contract/webhooks.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { useRemoveWebhook } from './use-webhooks.ts';

export default function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useRemoveWebhook(webhook, onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove this webhook?"
      description="Its secret and its deliveries are deleted. Waiting events are not sent."
      confirmLabel="Remove"
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p className="break-all font-mono text-2 text-sm">{webhook.url}</p>
    </AlertDialog>
  );
}
