import type { OwnProxy } from '@sterling/contract/proxies.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { nameOf } from './proxy.tsx';
import { useDeleteProxy } from './use-proxies.ts';

interface DeleteProxyProps {
  proxy: OwnProxy;
  onClose: () => void;
}

/** Asks for confirmation before a proxy is deleted. */
export function DeleteProxy({ proxy, onClose }: DeleteProxyProps) {
  const remove = useDeleteProxy(onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${nameOf(proxy)}?`}
      description="Its password is wiped. A proxy in use can't be deleted."
      confirmLabel="Delete"
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(proxy)}
    />
  );
}
