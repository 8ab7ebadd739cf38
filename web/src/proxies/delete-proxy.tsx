import type { OwnProxy } from '@sterling/contract/proxies.ts';
import { useRef } from 'react';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { nameOf } from './status.tsx';
import { useDeleteProxy } from './use-proxies.ts';

interface DeleteProxyProps {
  /** Null: nothing is asked. */
  proxy: OwnProxy | null;
  onClose: () => void;
}

/** Asks before a proxy goes. */
export function DeleteProxy({ proxy, onClose }: DeleteProxyProps) {
  const remove = useDeleteProxy(onClose);
  // The name stays while the dialog fades out.
  const last = useRef(proxy);
  if (proxy) last.current = proxy;
  return (
    <AlertDialog
      open={proxy !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${last.current && nameOf(last.current)}?`}
      description="Its password is wiped. A proxy that accounts use stays until they have another."
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      onConfirm={() => proxy && remove.mutate(proxy)}
    />
  );
}
