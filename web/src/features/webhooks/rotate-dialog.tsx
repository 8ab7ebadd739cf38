import { OLD_SECRET_HOURS, type Webhook } from '@sterling/contract/webhooks.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { useRotateSecret } from './use-webhooks.ts';
import { WebhookSecret } from './webhook-secret.tsx';

/** Replaces the secret and shows the new one. */
export default function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useRotateSecret(webhook);
  if (rotate.data) return <WebhookSecret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change the secret?"
      description={`You get a new secret. For ${OLD_SECRET_HOURS} hours each event has a signature of both secrets, so your program misses nothing.`}
      confirmLabel="Make a new secret"
      pending={rotate.isPending}
      onConfirm={() => rotate.mutate()}
    />
  );
}
