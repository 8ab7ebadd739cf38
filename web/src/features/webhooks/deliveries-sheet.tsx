import { plural, t } from '@sterling/contract/texts.ts';
import {
  DELIVERY_DAYS,
  type DeliveryState,
  type Webhook,
  type WebhookDelivery,
  webhooks,
} from '@sterling/contract/webhooks.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoment, formatTime } from '../../kit/format/format-time.ts';
import { useSheetView } from '../../kit/navigation/open-above.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Disclosure } from '../../kit/ui/disclosure.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { Warning } from '../../kit/ui/warning.tsx';
import {
  answerLine,
  DELIVERIES_PAGE_SIZE,
  deliveriesQuery,
  pretty,
  stateOf,
  stateOfDelivery,
  useSendAgain,
} from './webhooks.ts';

const ALL = 'all';
const CHOICES = [
  { value: ALL, label: t('All deliveries') },
  { value: 'waiting', label: t('Waiting') },
  { value: 'delivered', label: t('Delivered') },
  { value: 'given_up', label: t('Given up') },
] as const;

const PARAMS = ['page', 'state'] as const;

/** The events of a webhook with what was sent and what its receiver answered. */
export default function DeliveriesSheet({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [{ page = '1', state }, show] = useSheetView(webhooks.deliveries.query, PARAMS);
  const query = useQuery(deliveriesQuery(webhook.id, Number(page), state as DeliveryState | undefined));
  const choose = (next: string) => show({ state: next === ALL ? undefined : next, page: undefined });
  return (
    <SideSheet
      onClose={onClose}
      title={t('Deliveries')}
      description={<span className="break-all">{webhook.url}</span>}
    >
      {/* the reason why nothing can be sent again */}
      {webhook.off && <Warning>{stateOf(webhook).note}</Warning>}
      <Field label={t('Show')}>
        {(control) => <Select {...control} value={state ?? ALL} onChange={choose} choices={CHOICES} />}
      </Field>
      <div className="-mx-5 border-line border-t">
        <PagedRows
          query={query}
          pageSize={DELIVERIES_PAGE_SIZE}
          onPage={(next) => show({ page: String(next) })}
          quiet
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={Bell} title={t('No deliveries')}>
                {t('Events of the last {deliveryDays} days will appear here.', {
                  deliveryDays: DELIVERY_DAYS,
                })}
              </EmptyState>
            ) : (
              <ul className="flex flex-col divide-y divide-line">
                {rows.map((delivery) => (
                  <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
                ))}
              </ul>
            )
          }
        </PagedRows>
      </div>
    </SideSheet>
  );
}

/** One event: its state, the request's body, the last answer, and a button to send it again. */
function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { id, type, at, tries, last } = delivery;
  const { tone, label, note } = stateOfDelivery(delivery);
  const again = useSendAgain(webhook.id);
  return (
    <li className="flex flex-col gap-2 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="font-mono text-1 text-sm">{type}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-3 text-xs">
        {formatTime(at)}
        {tries > 0 && `, ${plural(tries, '{tries} attempt', '{tries} attempts', { tries })}`}
      </p>
      {last && <p className="text-2">{answerLine(last)}</p>}
      {note && <p className="text-3">{note}</p>}
      <Disclosure label={t('Request and response')} onDemand>
        <Details delivery={delivery} />
      </Disclosure>
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        disabled={webhook.off !== null}
        pending={again.isPending}
        onClick={() => again.mutate(id)}
      >
        <Send aria-hidden className="size-4" />
        {t('Send again')}
      </Button>
    </li>
  );
}

function Details({ delivery: { eventId, body, last } }: { delivery: WebhookDelivery }) {
  return (
    <div className="flex flex-col gap-3">
      <Part name="webhook-id">
        <p className="break-all font-mono text-1 text-xs">{eventId}</p>
      </Part>
      <Part name={t('Request body')}>
        <Text text={pretty(body)} />
      </Part>
      {last && (
        <Part name={t('Answer, {at}', { at: formatMoment(last.at) })}>
          <p className="text-1">{answerLine(last)}</p>
          {last.text ? <Text text={pretty(last.text)} /> : null}
        </Part>
      )}
    </div>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-3 text-xs">{name}</p>
      {children}
    </div>
  );
}

const Text = ({ text }: { text: string }) => (
  <pre className="wrap-anywhere max-h-64 overflow-y-auto whitespace-pre-wrap rounded-lg bg-surface-2 p-3 font-mono text-1 text-xs">
    {text}
  </pre>
);
