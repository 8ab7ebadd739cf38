import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import type { Named } from './selection.tsx';

interface DeleteDialogProps {
  accounts: readonly Named[];
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before accounts and their cookies are deleted. */
export function DeleteDialog({ accounts, onClose, onConfirm }: DeleteDialogProps) {
  const [first] = accounts;
  const what = accounts.length === 1 ? first?.username : `${accounts.length} accounts`;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${what}?`}
      description={
        accounts.length === 1
          ? "It's removed from sale and its cookie is erased. The Roblox account and its Robux aren't affected."
          : 'They go off sale and their cookies are wiped. Robux and Roblox accounts stay as they are.'
      }
      confirmLabel="Delete"
      danger
      onConfirm={onConfirm}
    />
  );
}
