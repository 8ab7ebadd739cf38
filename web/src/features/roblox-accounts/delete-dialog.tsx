import { t } from '@sterling/contract/texts.ts';
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
  const isOne = accounts.length === 1;
  return (
    <AlertDialog
      onClose={onClose}
      title={
        isOne
          ? t('Delete {username}?', { username: first?.username })
          : t('Delete {count} accounts?', { count: accounts.length })
      }
      description={
        isOne
          ? t(
              "It's removed from sale and its cookie is erased. The Roblox account and its Robux aren't affected.",
            )
          : t(
              "They're removed from sale and their cookies are erased. The Roblox accounts and their Robux aren't affected.",
            )
      }
      confirmLabel={t('Delete')}
      danger
      onConfirm={onConfirm}
    />
  );
}
