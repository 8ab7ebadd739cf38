import { MAX_WEBHOOKS, type Webhook } from '@sterling/contract/webhooks.ts';
import { useQuery } from '@tanstack/react-query';
import { Network, Plus } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/empty-state.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { webhooksQuery } from './use-webhooks.ts';
import { WebhookRow, type WebhookStep } from './webhook-row.tsx';

const WebhookDialog = lazy(() => import('./webhook-dialog.tsx'));
const DeliveriesSheet = lazy(() => import('./deliveries-sheet.tsx'));

interface Opened {
  readonly step: WebhookStep;
  readonly id: string;
}

/** The user's own programs that receive their events. */
export function WebhooksCard() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [opened, setOpened] = useState<Opened | 'add' | null>(null);
  const current = opened && opened !== 'add' && data?.find(({ id }) => id === opened.id);
  const close = () => {
    setOpened(null);
    // the number of waiting events may have changed
    void refetch();
  };
  return (
    <Card aria-labelledby="webhooks">
      <CardHeader
        id="webhooks"
        title="Webhooks"
        description="Sterling sends signed events to your own programs."
      >
        {data && data.length < MAX_WEBHOOKS && (
          <Button variant="secondary" size="sm" onClick={() => setOpened('add')}>
            <Plus aria-hidden className="size-4" />
            Add webhook
          </Button>
        )}
      </CardHeader>
      {data ? (
        <List webhooks={data} onOpen={(step, { id }) => setOpened({ step, id })} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        // As high as the card without webhooks.
        <SkeletonRows rows={3} className="min-h-53 p-4 sm:p-5" />
      )}
      <Overlays>
        {opened === 'add' && <WebhookDialog step="edit" webhook={null} onClose={close} />}
        {opened !== null && opened !== 'add' && current && (
          <OpenedStep step={opened.step} webhook={current} onClose={close} />
        )}
      </Overlays>
    </Card>
  );
}

interface ListProps {
  webhooks: readonly Webhook[];
  onOpen: (step: WebhookStep, webhook: Webhook) => void;
}

function List({ webhooks, onOpen }: ListProps) {
  if (webhooks.length === 0)
    return (
      <EmptyState icon={Network} title="No webhooks yet">
        <p>Add the https address of a program that gets events about your orders, trades and payments.</p>
      </EmptyState>
    );
  return (
    <ul className="flex flex-col divide-y divide-line">
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} onOpen={(step) => onOpen(step, webhook)} />
      ))}
    </ul>
  );
}

interface OpenedStepProps {
  step: WebhookStep;
  webhook: Webhook;
  onClose: () => void;
}

function OpenedStep({ step, webhook, onClose }: OpenedStepProps) {
  if (step === 'deliveries') return <DeliveriesSheet webhook={webhook} onClose={onClose} />;
  return <WebhookDialog step={step} webhook={webhook} onClose={onClose} />;
}
