import {
  type NotificationKind,
  type Notifications,
  notifications,
} from '@sterling/contract/notifications.ts';
import { t } from '@sterling/contract/texts.ts';
import { Send } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { Form } from '../../kit/form/form.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { Switch } from '../../kit/ui/checkbox.tsx';
import { FieldError, InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { useChangeNotifications, useSendTest } from './use-notifications.ts';

export const ABOUT_NOTIFICATIONS = t('Sterling posts to a channel on your Discord server.');

/** The user's webhook and its notification kinds. With a webhook, each switch saves immediately. */
export function NotificationsCard({ notifications }: { notifications: Notifications }) {
  const { webhookUrl } = notifications;
  const [replacing, setReplacing] = useState(false);
  /** The kinds for the first webhook. */
  const [chosen, setChosen] = useState<readonly NotificationKind[]>(ALL_KINDS);
  const save = useChangeNotifications({
    onDone: () => toast({ title: t('Saved'), description: t('Notification preferences updated') }),
  });
  const saved = save.isPending ? save.variables.kinds : notifications.kinds;
  const switches =
    webhookUrl === null ? (
      <KindSwitches kinds={chosen} onChange={setChosen} />
    ) : (
      <KindSwitches kinds={saved} onChange={(kinds) => save.mutate({ kinds, before: saved })} />
    );
  return (
    <Card>
      <CardHeader title={t('Notifications')} description={ABOUT_NOTIFICATIONS}>
        {webhookUrl !== null && <Badge tone="good">{t('On')}</Badge>}
      </CardHeader>
      <CardBody className="flex flex-col gap-6">
        {webhookUrl === null || replacing ? (
          <WebhookForm
            kinds={webhookUrl === null ? chosen : saved}
            isReplacing={replacing}
            onDone={() => setReplacing(false)}
            onCancel={() => setReplacing(false)}
          >
            {webhookUrl === null && switches}
          </WebhookForm>
        ) : (
          <CurrentWebhook webhookUrl={webhookUrl} onReplace={() => setReplacing(true)} />
        )}
        {webhookUrl !== null && switches}
      </CardBody>
    </Card>
  );
}

interface KindSwitchesProps {
  kinds: readonly NotificationKind[];
  onChange: (kinds: NotificationKind[]) => void;
  error?: string | undefined;
  /** Of the first switch, which gets the focus after an error. */
  ref?: Ref<HTMLButtonElement>;
}

/** One switch for each kind of notification. */
export function KindSwitches({ kinds, onChange, error, ref }: KindSwitchesProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 font-medium text-2 text-sm">{t('Notify me about')}</legend>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {ALL_KINDS.map((kind, index) => (
          <li
            key={kind}
            className="flex items-center gap-3 border-line py-3 not-first:border-t sm:nth-2:border-t-0"
          >
            <div className="min-w-0 flex-1">
              <label htmlFor={`${id}-${kind}`} className="block text-1">
                {KIND_TEXTS[kind].name}
              </label>
              <p id={`${id}-${kind}-note`} className="text-3 text-xs">
                {KIND_TEXTS[kind].note}
              </p>
            </div>
            <Switch
              ref={index === 0 ? ref : undefined}
              id={`${id}-${kind}`}
              aria-describedby={`${id}-${kind}-note`}
              checked={kinds.includes(kind)}
              onCheckedChange={(on) =>
                onChange(on ? [...kinds, kind] : kinds.filter((other) => other !== kind))
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface KindTexts {
  readonly name: string;
  readonly note: string;
}

/** All kinds of notification in display order. */
const KIND_TEXTS: Readonly<Record<NotificationKind, KindTexts>> = {
  orders: { name: t('Orders'), note: t('Your order completes or fails') },
  'pre-orders': { name: t('Pre-orders'), note: t('Your pre-order is matched') },
  alerts: { name: t('Alerts'), note: t('A price alert is met, or a standing order skips a round') },
  sales: { name: t('Sales'), note: t('Your Robux sell, or you need to buy a gamepass yourself') },
  trades: {
    name: t('Marketplace trades'),
    note: t('A listing is bought, delivered, disputed or completed'),
  },
  messages: { name: t('Messages'), note: t('Someone writes to you in a trade') },
  accounts: {
    name: t('Roblox accounts'),
    note: t('An account is taken off sale automatically, or your stock is low'),
  },
  deposits: { name: t('Deposits'), note: t('Your deposit is credited, or the network takes it back') },
  withdrawals: { name: t('Withdrawals'), note: t('Your withdrawal is requested, sent, confirmed or fails') },
  security: {
    name: t('Security'),
    note: t(
      'A new sign-in, address, API token or webhook, a withdrawal that waits, or a change of how you confirm actions',
    ),
  },
};

export const ALL_KINDS = Object.keys(KIND_TEXTS) as NotificationKind[];

/** The name of a notification kind on screen. */
export const kindName = (kind: NotificationKind): string => KIND_TEXTS[kind].name;

interface CurrentWebhookProps {
  /** The address without its secret part. */
  webhookUrl: string;
  onReplace: () => void;
}

/** The current webhook with its actions. */
function CurrentWebhook({ webhookUrl, onReplace }: CurrentWebhookProps) {
  const [asking, setAsking] = useState(false);
  const test = useSendTest();
  const remove = useChangeNotifications({
    onDone: () =>
      toast({
        title: t('Discord webhook removed'),
        description: t('Notifications still appear in your inbox'),
      }),
  });
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="font-medium text-2 text-sm">{t('Webhook')}</p>
        <p className="break-all font-mono text-1 text-sm">{webhookUrl}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" pending={test.isPending} onClick={() => test.mutate()}>
          <Send aria-hidden className="size-4" />
          {t('Send a test message')}
        </Button>
        <Button variant="secondary" onClick={onReplace}>
          {t('Replace')}
        </Button>
        <Button variant="danger-quiet" onClick={() => setAsking(true)}>
          {t('Remove')}
        </Button>
      </div>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Remove the webhook?')}
        description={t('Sterling forgets its address and stops posting to your channel.')}
        confirmLabel={t('Remove')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ webhookUrl: null, kinds: [] })}
      />
    </div>
  );
}

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
function WebhookForm({ kinds, isReplacing, onDone, onCancel, children }: WebhookFormProps) {
  const form = useContractForm(notifications.change, {
    defaultValues: { webhookUrl: '' },
    bodyOf: ({ webhookUrl }) => ({
      webhookUrl: webhookUrl.trim(),
      kinds: [...kinds],
      ...(isReplacing && { before: [...kinds] }),
    }),
    missing: { webhookUrl: t('Paste the address of a webhook') },
  });
  const save = useChangeNotifications({
    onDone: () => {
      toast({ title: t('Discord webhook saved'), description: t('Send a test message to see it arrive') });
      onDone();
    },
    onAddressError: (message) => form.setError('webhookUrl', { message }),
  });
  return (
    <Form onSubmit={form.submit((body) => save.mutate(body))}>
      <InputField
        {...form.field('webhookUrl')}
        label={t('Webhook URL')}
        hint={t(
          "In Discord: Server Settings → Integrations → Webhooks → New Webhook → Copy Webhook URL. It's stored encrypted and never shown in full again.",
        )}
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
          {t('Save webhook')}
        </Button>
        {isReplacing && (
          <Button variant="secondary" onClick={onCancel} disabled={save.isPending} className="max-sm:grow">
            {t('Cancel')}
          </Button>
        )}
      </div>
    </Form>
  );
}
