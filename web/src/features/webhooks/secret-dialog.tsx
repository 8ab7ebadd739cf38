import { Button } from '../../kit/ui/button.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../kit/ui/dialog.tsx';

/** Shows a secret once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Save the secret of your webhook"
      description="Your program needs it to check that an event comes from Sterling. It will not be shown again."
    >
      <p className="rounded-lg bg-surface-2 p-4">
        <code className="break-all font-mono text-1 text-sm">{secret}</code>
      </p>
      <CopyButton text={secret} what="secret" withText announce={false} />
      <DialogActions>
        <Button onClick={onClose}>I have saved it</Button>
      </DialogActions>
    </Dialog>
  );
}
