import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface SecretDialogProps {
  title: string;
  description: string;
  /** Name of the secret: 'token' makes 'Copy token'. */
  what: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once. */
export function SecretDialog({ title, description, what, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <p className="rounded-lg bg-surface-2 p-4">
        <code className="wrap-anywhere text-1 text-sm">{secret}</code>
      </p>
      <CopyButton text={secret} what={what} withText announce={false} />
      <DialogActions>
        <Button onClick={onClose}>I have saved it</Button>
      </DialogActions>
    </Dialog>
  );
}
