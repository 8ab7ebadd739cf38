import type { OwnProxy } from '@sterling/contract/proxies.ts';
import { useRef } from 'react';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { nameOf } from './status.tsx';
import { useDeleteProxy } from './use-proxies.ts';

interface DeleteProxyProps {
  /** Null while the dialog is closed. */
  proxy: OwnProxy | null;
  onClose: () => void;
}

/** Asks for confirmation before a proxy is deleted. */
export function DeleteProxy({ proxy, onClose }: DeleteProxyProps) {
  const remove = useDeleteProxy(onClose);
  // Keeps the name while the dialog fades out.
  const last = useRef(proxy);
  if (proxy) last.current = proxy;
  return (
    <AlertDialog
      open={proxy !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${last.current && nameOf(last.current)}?`}
      description="Its password is wiped. A proxy in use can't be deleted."
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      onConfirm={() => proxy && remove.mutate(proxy)}
    />
  );
}
