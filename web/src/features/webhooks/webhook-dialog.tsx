import { type Webhook, webhooks } from '@sterling/contract/webhooks.ts';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { ApiError } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { ALL_KINDS, KindSwitches } from '../notifications/notifications-card.tsx';
import { useAddWebhook, useChangeWebhook } from './use-webhooks.ts';
import { WebhookSecret } from './webhook-secret.tsx';

interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Adds a webhook and shows its secret once, or changes address and kinds of a webhook. */
export default function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret) return <WebhookSecret secret={secret} onClose={onClose} />;
  return webhook ? (
    <EditForm webhook={webhook} onClose={onClose} />
  ) : (
    <AddForm onSecret={setSecret} onClose={onClose} />
  );
}

function AddForm({ onSecret, onClose }: { onSecret: (secret: string) => void; onClose: () => void }) {
  const add = useAddWebhook();
  return (
    <WebhookForm
      title="Add a webhook"
      submitLabel="Add webhook"
      initial={{ url: '', kinds: [...ALL_KINDS] }}
      isPending={add.isPending}
      onSend={(body, onError) => add.mutate(body, { onSuccess: ({ secret }) => onSecret(secret), onError })}
      onClose={onClose}
    />
  );
}

function EditForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const change = useChangeWebhook(webhook);
  const saved = () => {
    toast({ title: 'Webhook saved', description: 'The next events use the new settings.' });
    onClose();
  };
  return (
    <WebhookForm
      title="Edit the webhook"
      submitLabel="Save"
      initial={webhook}
      isPending={change.isPending}
      onSend={(body, onError) => change.mutate(body, { onSuccess: saved, onError })}
      onClose={onClose}
    />
  );
}

type Values = Pick<Webhook, 'url' | 'kinds'>;

interface WebhookFormProps {
  title: string;
  submitLabel: string;
  initial: Values;
  isPending: boolean;
  onSend: (values: Values, onError: (error: unknown) => void) => void;
  onClose: () => void;
}

function WebhookForm({ title, submitLabel, initial, isPending, onSend, onClose }: WebhookFormProps) {
  const form = useContractForm(webhooks.add, {
    defaultValues: { url: initial.url, kinds: [...initial.kinds] },
    bodyOf: ({ url, kinds }) => ({ url: url.trim(), kinds }),
    missing: { url: 'Enter the address of your program' },
    rules: { kinds: ({ kinds }) => (kinds.length === 0 ? 'Choose at least one kind' : undefined) },
  });
  const send = form.submit((values) =>
    onSend(values, (error) => form.setError('url', { message: messageOf(error) }, { shouldFocus: true })),
  );
  return (
    <FormDialog
      title={title}
      description="Sterling sends a signed JSON event to this address when something happens."
      submitLabel={submitLabel}
      isDirty={form.isDirty}
      isPending={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <InputField
        {...form.field('url')}
        label="Address"
        hint="A public https address. Do not put a secret into it. Check the signature instead."
        type="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com/sterling"
        className="font-mono text-sm max-sm:text-base"
      />
      <Controller
        name="kinds"
        control={form.control}
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <>
            <KindSwitches kinds={value} onChange={onChange} disabled={isPending} />
            {error && (
              <p role="alert" className="text-bad">
                {error.message}
              </p>
            )}
          </>
        )}
      />
    </FormDialog>
  );
}

/** What the server says about the address, as a sentence. Otherwise the text of the failure. */
function messageOf(error: unknown): string {
  const what = error instanceof ApiError && error.details?.url;
  return what ? `This address ${what}` : explain(error);
}
