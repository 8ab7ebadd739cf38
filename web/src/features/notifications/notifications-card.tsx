import type { NotificationKind, Notifications } from '@sterling/contract/notifications.ts';
import { useState } from 'react';
import { Badge } from '../../kit/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { CurrentWebhook } from './current-webhook.tsx';
import { KindSwitches } from './kind-switches.tsx';
import { ALL_KINDS } from './kinds.ts';
import { useChangeNotifications } from './use-notifications.ts';
import { WebhookForm } from './webhook-form.tsx';

export const ABOUT_NOTIFICATIONS = 'Sterling posts to a channel on your Discord server.';

/** The user's webhook and its notification kinds. With a webhook, each switch saves immediately. */
export function NotificationsCard({ notifications }: { notifications: Notifications }) {
  const { webhookUrl } = notifications;
  const [replacing, setReplacing] = useState(false);
  const [kinds, setKinds] = useState<readonly NotificationKind[]>(
    webhookUrl === null ? ALL_KINDS : notifications.kinds,
  );
  const save = useChangeNotifications({
    onDone: () => toast({ title: 'Saved', description: 'Notification preferences updated' }),
  });
  const turn = (next: NotificationKind[]) => {
    setKinds(next);
    if (webhookUrl === null) return;
    save.mutate({ kinds: next }, { onError: () => setKinds(kinds) });
  };
  const switches = <KindSwitches kinds={kinds} onChange={turn} disabled={save.isPending} />;
  return (
    <Card>
      <CardHeader title="Order notifications" description={ABOUT_NOTIFICATIONS}>
        {webhookUrl !== null && <Badge tone="good">On</Badge>}
      </CardHeader>
      <CardBody className="flex flex-col gap-6">
        {webhookUrl === null || replacing ? (
          <WebhookForm
            kinds={kinds}
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
