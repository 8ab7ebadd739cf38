import type { Webhook } from '@sterling/contract/webhooks.ts';
import { CircleCheck, CirclePause, KeyRound, Pencil, ScrollText, Send, Trash2 } from 'lucide-react';
import { formatTime } from '../../kit/format/format-time.ts';
import { ActionsMenu } from '../../kit/ui/actions-menu.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { MenuItem, MenuSeparator } from '../../kit/ui/dropdown-menu.tsx';
import { KINDS } from '../notifications/notifications-card.tsx';
import { useChangeWebhook, useSendTestEvent } from './use-webhooks.ts';
import { stateOf } from './words.ts';

export type WebhookStep = 'edit' | 'rotate' | 'remove' | 'deliveries';

interface WebhookRowProps {
  webhook: Webhook;
  onOpen: (step: WebhookStep) => void;
}

export function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const { url, kinds, oldSecretUntil, waiting } = webhook;
  const { tone, label, note } = stateOf(webhook);
  return (
    <li className="flex items-start gap-3 px-4 py-4 sm:px-5">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="min-w-0 break-all font-mono text-1 text-sm">{url}</p>
          <Badge tone={tone}>{label}</Badge>
        </div>
        {note && <p className={tone === 'bad' ? 'text-bad' : 'text-2'}>{note}</p>}
        <p className="text-3 text-xs">{namesOf(kinds)}</p>
        {oldSecretUntil && (
          <p className="text-3 text-xs">The old secret also signs until {formatTime(oldSecretUntil)}.</p>
        )}
        <Button variant="secondary" size="sm" className="self-start" onClick={() => onOpen('deliveries')}>
          <ScrollText aria-hidden className="size-4" />
          Deliveries
          {waiting > 0 && <span className="text-3">{waiting.toLocaleString('en-US')} waiting</span>}
        </Button>
      </div>
      <RowMenu webhook={webhook} onOpen={onOpen} />
    </li>
  );
}

function RowMenu({ webhook, onOpen }: WebhookRowProps) {
  const isOn = webhook.off === null;
  const change = useChangeWebhook(webhook, isOn ? 'Webhook not turned off' : 'Webhook not turned on');
  const test = useSendTestEvent(webhook, () => onOpen('deliveries'));
  return (
    <ActionsMenu of={webhook.url} pending={change.isPending || test.isPending}>
      <MenuItem icon={Send} disabled={!isOn} onSelect={() => test.mutate()}>
        Send a test event
      </MenuItem>
      <MenuItem icon={Pencil} onSelect={() => onOpen('edit')}>
        Edit
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => onOpen('rotate')}>
        Change the secret
      </MenuItem>
      <MenuItem icon={isOn ? CirclePause : CircleCheck} onSelect={() => change.mutate({ isOn: !isOn })}>
        {isOn ? 'Turn off' : 'Turn on'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => onOpen('remove')}>
        Remove
      </MenuItem>
    </ActionsMenu>
  );
}

function namesOf(kinds: Webhook['kinds']): string {
  if (kinds.length === KINDS.length) return 'All kinds of events';
  return KINDS.filter(({ kind }) => kinds.includes(kind))
    .map(({ name }) => name)
    .join(', ');
}
