import type { NotificationKind } from '@sterling/contract/notifications.ts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { Input } from '../../kit/ui/input.tsx';
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
  const form = useForm({ mode: 'onTouched', defaultValues: { webhookUrl: '' } });
  const save = useChangeNotifications({
    onDone: () => {
      toast({ title: 'Webhook saved', description: 'Send a test message to see it arrive' });
      onDone();
    },
    onAddressError: (message) => form.setError('webhookUrl', { message }, { shouldFocus: true }),
  });
  const submit = form.handleSubmit(({ webhookUrl }) =>
    save.mutate({ webhookUrl: webhookUrl.trim(), kinds: [...kinds] }),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label="Webhook URL"
        error={form.formState.errors.webhookUrl?.message}
        hint="In Discord: Server Settings → Integrations → Webhooks → New Webhook → Copy Webhook URL. It's stored encrypted and never shown in full again."
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('webhookUrl', {
              validate: (text) => text.trim() !== '' || 'Paste the address of a webhook',
            })}
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://discord.com/api/webhooks/…"
            className="font-mono text-sm max-sm:text-base"
          />
        )}
      </Field>
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
