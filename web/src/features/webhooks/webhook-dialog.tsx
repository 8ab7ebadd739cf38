import { t } from '@sterling/contract/texts.ts';
import { OLD_SECRET_HOURS, type Webhook, webhooks } from '@sterling/contract/webhooks.ts';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { explainWrite, fieldProblems } from '../../data/call.ts';
import { sentence, useContractForm } from '../../kit/form/use-contract-form.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { FormDialog, SecretDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { ALL_KINDS, KindSwitches } from '../notifications/notifications-card.tsx';
import {
  useAddWebhook,
  useChangeWebhook,
  useRemoveWebhook,
  useRotateSecret,
  type WebhookStep,
} from './webhooks.ts';

interface WebhookDialogProps {
  step: WebhookStep;
  /** Null: a new one, which the step `edit` adds. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** The dialogs of a webhook: adding or editing it, changing its secret, and removing it. */
export default function WebhookDialog({ step, webhook, onClose }: WebhookDialogProps) {
  if (!webhook) return <AddDialog onClose={onClose} />;
  if (step === 'rotate') return <RotateDialog webhook={webhook} onClose={onClose} />;
  if (step === 'remove') return <RemoveDialog webhook={webhook} onClose={onClose} />;
  return <EditForm webhook={webhook} onClose={onClose} />;
}

/** Adds a webhook and shows its secret once. */
function AddDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return secret ? (
    <WebhookSecret secret={secret} onClose={onClose} />
  ) : (
    <AddForm onSecret={setSecret} onClose={onClose} />
  );
}

function AddForm({ onSecret, onClose }: { onSecret: (secret: string) => void; onClose: () => void }) {
  const add = useAddWebhook();
  return (
    <WebhookForm
      title={t('Add a webhook')}
      submitLabel={t('Add webhook')}
      initial={{ url: '', kinds: [...ALL_KINDS] }}
      isPending={add.isPending}
      onSend={({ body, onError }) =>
        add.mutate(body, { onSuccess: ({ secret }) => onSecret(secret), onError })
      }
      onClose={onClose}
    />
  );
}

function EditForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const change = useChangeWebhook(webhook);
  const saved = () => {
    toast({ title: t('Webhook saved'), description: t('The next events use the new settings.') });
    onClose();
  };
  return (
    <WebhookForm
      title={t('Edit the webhook')}
      submitLabel={t('Save')}
      initial={webhook}
      isPending={change.isPending}
      onSend={({ changes, onError }) =>
        Object.keys(changes).length === 0 ? onClose() : change.mutate(changes, { onSuccess: saved, onError })
      }
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
  onSend: (sent: Sent) => void;
  onClose: () => void;
}

interface Sent {
  readonly body: Values;
  /** What differs from the initial values. */
  readonly changes: Partial<Values>;
  readonly onError: (error: unknown) => void;
}

function WebhookForm({ title, submitLabel, initial, isPending, onSend, onClose }: WebhookFormProps) {
  const form = useContractForm(webhooks.add, {
    defaultValues: { url: initial.url, kinds: [...initial.kinds] },
    bodyOf: ({ url, kinds }) => ({ url: url.trim(), kinds }),
    missing: { url: t('Enter the address of your program') },
    wrong: { kinds: t('Choose at least one kind') },
  });
  const send = form.submit((body) =>
    onSend({
      body,
      changes: form.changesIn(body),
      onError: (error) => form.setError('url', { message: messageOf(error) }),
    }),
  );
  return (
    <FormDialog
      title={title}
      description={t('Sterling sends a signed JSON event to this address when something happens.')}
      submitLabel={submitLabel}
      isDirty={form.isDirty}
      isPending={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <InputField
        {...form.field('url')}
        label={t('Address')}
        hint={t('A public https address. Do not put a secret into it. Check the signature instead.')}
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
        render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
          <KindSwitches kinds={value} onChange={onChange} error={error?.message} ref={ref} />
        )}
      />
    </FormDialog>
  );
}

/** What the server says about the address, as a sentence. Otherwise the text of the failure. */
function messageOf(error: unknown): string {
  const what = fieldProblems(error).url;
  return what ? sentence(what) : explainWrite(error);
}

/** Replaces the secret and shows the new one. */
function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useRotateSecret(webhook);
  if (rotate.data) return <WebhookSecret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Change the secret?')}
      description={t(
        'You get a new secret. For {oldSecretHours} hours each event has a signature of both secrets, so your program misses nothing.',
        { oldSecretHours: OLD_SECRET_HOURS },
      )}
      confirmLabel={t('Make a new secret')}
      pending={rotate.isPending}
      onConfirm={() => rotate.mutate()}
    />
  );
}

function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useRemoveWebhook(webhook, onClose);
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Remove this webhook?')}
      description={t('Its secret and its deliveries are deleted. Waiting events are not sent.')}
      confirmLabel={t('Remove')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p className="break-all font-mono text-2 text-sm">{webhook.url}</p>
    </AlertDialog>
  );
}

/** Shows the secret of a webhook once. */
function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      title={t('Save your webhook secret')}
      description={t(
        'Your program needs it to check that an event comes from Sterling. It will not be shown again.',
      )}
      what={t('secret')}
      secret={secret}
      onClose={onClose}
    />
  );
}
