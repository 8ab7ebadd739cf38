import { type NotificationKind, notifications } from '@sterling/contract/notifications.ts';
import type { ReactNode } from 'react';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { Button } from '../../kit/ui/button.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { useChangeNotifications } from './use-notifications.ts';

interface WebhookFormProps {
  kinds: readonly NotificationKind[];
  /** An older webhook stays in use until this one is saved. */
  isReplacing: boolean;
  onDone: () => void;
  onCancel: () => void;
  /** Further settings that are saved with the address. */
  children?: ReactNode;
}

/** Asks for a webhook address. The address is a secret, because it allows anyone to post in the channel. */
export function WebhookForm({ kinds, isReplacing, onDone, onCancel, children }: WebhookFormProps) {
  const form = useContractForm(notifications.change, {
    defaultValues: { webhookUrl: '' },
    bodyOf: ({ webhookUrl }) => ({ webhookUrl: webhookUrl.trim(), kinds: [...kinds] }),
    missing: { webhookUrl: 'Paste the address of a webhook' },
  });
  const save = useChangeNotifications({
    onDone: () => {
      toast({ title: 'Webhook saved', description: 'Send a test message to see it arrive' });
      onDone();
    },
    onAddressError: (message) => form.setError('webhookUrl', { message }, { shouldFocus: true }),
  });
  return (
    <form noValidate onSubmit={form.submit((body) => save.mutate(body))} className="flex flex-col gap-5">
      <InputField
        {...form.field('webhookUrl')}
        label="Webhook URL"
        hint="In Discord: Server Settings → Integrations → Webhooks → New Webhook → Copy Webhook URL. It's stored encrypted and never shown in full again."
        type="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://discord.com/api/webhooks/…"
        className="font-mono text-sm max-sm:text-base"
      />
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={save.isPending} className="max-sm:grow">
          Save Webhook
        </Button>
        {isReplacing && (
          <Button variant="secondary" onClick={onCancel} disabled={save.isPending} className="max-sm:grow">
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
