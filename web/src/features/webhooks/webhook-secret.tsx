import { SecretDialog } from '../../kit/ui/secret-dialog.tsx';

/** Shows the secret of a webhook once. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      title="Save the secret of your webhook"
      description="Your program needs it to check that an event comes from Sterling. It will not be shown again."
      what="secret"
      secret={secret}
      onClose={onClose}
    />
  );
}
