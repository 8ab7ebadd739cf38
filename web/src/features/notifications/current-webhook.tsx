import { Send } from 'lucide-react';
import { useState } from 'react';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { useChangeNotifications, useSendTest } from './use-notifications.ts';

interface CurrentWebhookProps {
  /** The address without its secret part. */
  webhookUrl: string;
  onReplace: () => void;
}

/** The current webhook with its actions. */
export function CurrentWebhook({ webhookUrl, onReplace }: CurrentWebhookProps) {
  const [asking, setAsking] = useState(false);
  const test = useSendTest();
  const remove = useChangeNotifications({
    onDone: () => toast({ title: 'Webhook removed', description: "You'll no longer get notifications" }),
  });
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="font-medium text-2 text-sm">Webhook</p>
        <p className="break-all font-mono text-1 text-sm">{webhookUrl}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" pending={test.isPending} onClick={() => test.mutate()}>
          <Send aria-hidden className="size-4" />
          Send a test message
        </Button>
        <Button variant="secondary" onClick={onReplace}>
          Replace
        </Button>
        <Button variant="danger-quiet" onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove the webhook?"
        description="Sterling forgets its address and stops posting to your channel."
        confirmLabel="Remove"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ webhookUrl: null, kinds: [] })}
      />
    </div>
  );
}
