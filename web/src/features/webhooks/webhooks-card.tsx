import { t } from '@sterling/contract/texts.ts';
import { MAX_WEBHOOKS, type Webhook } from '@sterling/contract/webhooks.ts';
import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CirclePause,
  KeyRound,
  Network,
  Pencil,
  Plus,
  ScrollText,
  Send,
  Trash2,
} from 'lucide-react';
import { lazy, useState } from 'react';
import { formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { useUrlSheet } from '../../kit/navigation/open-above.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { ActionsMenu, MenuItem, MenuSeparator } from '../../kit/ui/dropdown-menu.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { ALL_KINDS, kindName } from '../notifications/notifications-card.tsx';
import { stateOf, useChangeWebhook, useSendTestEvent, type WebhookStep, webhooksQuery } from './webhooks.ts';

const WebhookDialog = lazy(() => import('./webhook-dialog.tsx'));
const DeliveriesSheet = lazy(() => import('./deliveries-sheet.tsx'));

type Openable = WebhookStep | 'deliveries';

interface Opened {
  readonly step: WebhookStep;
  readonly id: string;
}

/** The user's own programs that receive their events. */
export function WebhooksCard() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [opened, setOpened] = useState<Opened | 'add' | null>(null);
  const current = opened && opened !== 'add' && data?.find(({ id }) => id === opened.id);
  const deliveries = useUrlSheet('deliveries');
  const delivered = data?.find(({ id }) => id === deliveries.of);
  const close = () => {
    setOpened(null);
    // the number of waiting events may have changed
    void refetch();
  };
  const open = (step: Openable, { id }: Webhook) =>
    step === 'deliveries' ? deliveries.open(id) : setOpened({ step, id });
  return (
    <Card aria-labelledby="webhooks">
      <CardHeader
        id="webhooks"
        title={t('Webhooks')}
        description={t('Sterling sends signed events to your own programs.')}
      >
        {data && data.length < MAX_WEBHOOKS && (
          <Button variant="secondary" size="sm" onClick={() => setOpened('add')}>
            <Plus aria-hidden className="size-4" />
            {t('Add webhook')}
          </Button>
        )}
      </CardHeader>
      {data ? (
        <List webhooks={data} onOpen={open} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        // As high as the card without webhooks.
        <SkeletonRows rows={3} className="min-h-53 p-4 sm:p-5" />
      )}
      <Overlays>
        {opened === 'add' && <WebhookDialog step="edit" webhook={null} onClose={close} />}
        {opened !== null && opened !== 'add' && current && (
          <WebhookDialog step={opened.step} webhook={current} onClose={close} />
        )}
        {delivered && (
          <DeliveriesSheet
            webhook={delivered}
            onClose={() => {
              deliveries.close();
              close();
            }}
          />
        )}
      </Overlays>
    </Card>
  );
}

interface ListProps {
  webhooks: readonly Webhook[];
  onOpen: (step: Openable, webhook: Webhook) => void;
}

function List({ webhooks, onOpen }: ListProps) {
  if (webhooks.length === 0)
    return (
      <EmptyState icon={Network} title={t('No webhooks yet')}>
        <p>
          {t('Add the https address of a program that gets events about your orders, trades and payments.')}
        </p>
      </EmptyState>
    );
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onOpen={(step) => onOpen(step, webhook)} />
        ))}
      </ul>
      {webhooks.length >= MAX_WEBHOOKS && (
        <p className="border-line border-t px-4 py-3 text-3 sm:px-5">
          {t('You have {maxWebhooks} webhooks, the maximum. Remove one to add another.', {
            maxWebhooks: MAX_WEBHOOKS,
          })}
        </p>
      )}
    </>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onOpen: (step: Openable) => void;
}

function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
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
          <p className="text-3 text-xs">
            {t('The old secret also signs until {oldSecretUntil}.', {
              oldSecretUntil: formatTime(oldSecretUntil),
            })}
          </p>
        )}
        <Button variant="secondary" size="sm" className="self-start" onClick={() => onOpen('deliveries')}>
          <ScrollText aria-hidden className="size-4" />
          {t('Deliveries')}
          {waiting > 0 && (
            <span className="text-3">{t('{waiting} waiting', { waiting: formatWhole(waiting) })}</span>
          )}
        </Button>
      </div>
      <RowMenu webhook={webhook} onOpen={onOpen} />
    </li>
  );
}

function RowMenu({ webhook, onOpen }: WebhookRowProps) {
  const isOn = webhook.off === null;
  const change = useChangeWebhook(webhook, isOn ? t('Webhook not turned off') : t('Webhook not turned on'));
  const test = useSendTestEvent(webhook, () => onOpen('deliveries'));
  return (
    <ActionsMenu of={webhook.url} pending={change.isPending || test.isPending}>
      <MenuItem icon={Send} disabled={!isOn} onSelect={() => test.mutate()}>
        {t('Send a test event')}
      </MenuItem>
      <MenuItem icon={Pencil} onSelect={() => onOpen('edit')}>
        {t('Edit')}
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => onOpen('rotate')}>
        {t('Change the secret')}
      </MenuItem>
      <MenuItem icon={isOn ? CirclePause : CircleCheck} onSelect={() => change.mutate({ isOn: !isOn })}>
        {isOn ? t('Turn off') : t('Turn on')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => onOpen('remove')}>
        {t('Remove')}
      </MenuItem>
    </ActionsMenu>
  );
}

function namesOf(kinds: Webhook['kinds']): string {
  if (kinds.length === ALL_KINDS.length) return t('All kinds of events');
  return ALL_KINDS.filter((kind) => kinds.includes(kind))
    .map(kindName)
    .join(', ');
}
