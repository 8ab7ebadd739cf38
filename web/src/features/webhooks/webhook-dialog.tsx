import type { Webhook } from '@sterling/contract/webhooks.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { KindSwitches } from '../notifications/kind-switches.tsx';
import { ALL_KINDS } from '../notifications/kinds.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useAddWebhook, useChangeWebhook } from './use-webhooks.ts';

interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Adds a webhook and shows its secret once, or changes address and kinds of a webhook. */
export default function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret) return <SecretDialog secret={secret} onClose={onClose} />;
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
    toast({ title: 'Saved', description: 'Your webhook was changed' });
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
  const form = useForm({ mode: 'onTouched', defaultValues: { url: initial.url } });
  const [kinds, setKinds] = useState(initial.kinds);
  const [noKinds, setNoKinds] = useState(false);
  const send = form.handleSubmit(({ url }) => {
    setNoKinds(kinds.length === 0);
    if (kinds.length === 0) return;
    onSend({ url: url.trim(), kinds }, (error) =>
      form.setError('url', { message: messageOf(error) }, { shouldFocus: true }),
    );
  });
  return (
    <FormDialog
      title={title}
      description="Sterling posts a signed JSON event to this address when something happens."
      submitLabel={submitLabel}
      isDirty={form.formState.isDirty || kinds !== initial.kinds}
      isPending={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <InputField
        {...form.register('url', {
          validate: (text) => text.trim() !== '' || 'Enter the address of your program',
        })}
        label="Address"
        error={form.formState.errors.url?.message}
        hint="A public https address. Don't put a secret into it: check the signature instead."
        type="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com/sterling"
        className="font-mono text-sm max-sm:text-base"
      />
      <KindSwitches kinds={kinds} onChange={setKinds} disabled={isPending} />
      {noKinds && kinds.length === 0 && (
        <p role="alert" className="text-bad">
          Choose at least one kind
        </p>
      )}
    </FormDialog>
  );
}

/** The server's reason about the address as a sentence, else the whole failure. */
function messageOf(error: unknown): string {
  const what = error instanceof ApiError && error.details?.url;
  return what ? `This address ${what}` : explain(error);
}
