import { useState } from 'react';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { AccountForm } from './account-form.tsx';

export default function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dirty={dirty}
      title="Add Account"
      description="It goes on sale immediately at your rate."
    >
      <AccountForm proxy="choose" onAdded={onClose} onDirty={setDirty} onCancel={onClose} />
    </Dialog>
  );
}
