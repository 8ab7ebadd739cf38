import { DELIVERY_DAYS, type DeliveryState, type Webhook } from '@sterling/contract/webhooks.ts';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { DELIVERIES_PAGE_SIZE, deliveriesQuery } from './use-webhooks.ts';

const ALL = 'all';
const CHOICES = [
  { value: ALL, label: 'All deliveries' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'given_up', label: 'Given up' },
] as const;

/** The events of a webhook with what was sent and what its receiver answered. */
export default function DeliveriesSheet({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const [state, setState] = useState<(typeof CHOICES)[number]['value']>(ALL);
  const wanted: DeliveryState | undefined = state === ALL ? undefined : state;
  const query = useQuery(deliveriesQuery(webhook.id, page, wanted));
  const choose = (next: string) => {
    setState(CHOICES.find(({ value }) => value === next)?.value ?? ALL);
    setPage(1);
  };
  return (
    <SideSheet
      onClose={onClose}
      title="Deliveries"
      description={<span className="break-all">{webhook.url}</span>}
    >
      <Field label="Show">
        {(control) => <Select {...control} value={state} onChange={choose} choices={CHOICES} />}
      </Field>
      <div className="-mx-5 border-line border-t">
        <PagedRows query={query} pageSize={DELIVERIES_PAGE_SIZE} noun="deliveries" onPage={setPage} quiet>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={Bell} title="No deliveries">
                Events of the last {DELIVERY_DAYS} days will appear here.
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
