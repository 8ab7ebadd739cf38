import type { Given } from '@sterling/contract/endpoint.ts';
import { robux } from '@sterling/contract/money.ts';
import { MAX_PRICE_ALERTS, type PriceAlert, priceAlerts } from '@sterling/contract/price-alerts.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { BellRing, X } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { call } from '../../data/call.ts';
import { Form } from '../../kit/form/form.tsx';
import { RATE_CHECKS, RateField } from '../../kit/form/rate-field.tsx';
import { plainDecimal } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { keepFocusInRows, SideSheet } from '../../kit/ui/side-sheet.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { AmountField } from '../buying/order-fields.tsx';

/** The user's price alerts, and a form for another one. */
export default function PriceAlertsSheet({ onClose }: { onClose: () => void }) {
  const query = useQuery(priceAlertsQuery);
  return (
    <SideSheet
      onClose={onClose}
      title={t('Price alerts')}
      description={t('We tell you once when enough Robux are for sale at your rate or less.')}
    >
      <AlertForm isFull={(query.data?.length ?? 0) >= MAX_PRICE_ALERTS} />
      <Loaded query={query} waiting={<SkeletonRows rows={2} />}>
        {(alerts) => <Alerts alerts={alerts} />}
      </Loaded>
    </SideSheet>
  );
}

const FIRST = { robuxAmount: robux(1000), ratePerThousand: '' };

function AlertForm({ isFull }: { isFull: boolean }) {
  const add = useAddAlert();
  const form = useContractForm(priceAlerts.add, {
    defaultValues: FIRST,
    bodyOf: ({ ratePerThousand, ...draft }) => ({ ...draft, ratePerThousand: plainDecimal(ratePerThousand) }),
    missing: { ratePerThousand: t('Enter a rate') },
    ...RATE_CHECKS,
  });
  return (
    <Form
      className="gap-3"
      onSubmit={form.submit((body) => add.mutate(body, { onSuccess: () => form.reset(FIRST) }))}
    >
      <div className="grid grid-cols-2 gap-3">
        <Controller
          name="robuxAmount"
          control={form.control}
          render={({ field: { value, onChange } }) => (
            <AmountField
              label={t('At least')}
              hint={t('From all sellers together')}
              amount={value}
              onChange={onChange}
            />
          )}
        />
        <RateField {...form.field('ratePerThousand')} label={t('Maximum rate per 1K')} />
      </div>
      <Button type="submit" pending={add.isPending} aria-disabled={isFull}>
        {t('Alert me')}
      </Button>
      {isFull && (
        <p className="text-3">
          {t('You have {maxPriceAlerts} alerts, the maximum. Delete one to add another.', {
            maxPriceAlerts: MAX_PRICE_ALERTS,
          })}
        </p>
      )}
    </Form>
  );
}

function Alerts({ alerts }: { alerts: readonly PriceAlert[] }) {
  const remove = useRemoveAlert();
  if (alerts.length === 0) {
    return (
      <EmptyState icon={BellRing} title={t('No price alerts yet')} className="py-6">
        {t('We also send alerts to your Discord channel and your webhooks, if you turn them on there.')}
      </EmptyState>
    );
  }
  return (
    <ul
      ref={keepFocusInRows}
      aria-label={t('Price alerts')}
      className="flex flex-col divide-y divide-line rounded-lg border border-line"
    >
      {alerts.map((alert) => (
        <li key={alert.id} className="flex items-start gap-3 py-2.5 pr-2 pl-4">
          <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-1">
            <p className="font-medium text-1 tabular-nums">{textOf(alert)}</p>
            <p className="text-3 text-xs tabular-nums">
              {alert.met
                ? t('{at}: {robux} R$ were for sale', {
                    at: formatTime(alert.met.at),
                    robux: formatWhole(alert.met.robux),
                  })
                : t('Since {createdAt}', { createdAt: formatTime(alert.createdAt) })}
            </p>
          </div>
          <Badge tone={alert.met ? 'good' : 'neutral'} className="mt-1">
            {alert.met ? t('Sent') : t('Waiting')}
          </Badge>
          <IconButton
            icon={X}
            label={t('Delete alert: {alert}', { alert: textOf(alert) })}
            aria-disabled={remove.isPending}
            onClick={() => remove.mutate(alert)}
          />
        </li>
      ))}
    </ul>
  );
}

const textOf = ({ robuxAmount, ratePerThousand }: PriceAlert): string =>
  t('{robuxAmount} R$ at {ratePerThousand} or less', {
    robuxAmount: formatWhole(robuxAmount),
    ratePerThousand: formatRate(ratePerThousand),
  });

const priceAlertsQuery = queryOptions({
  queryKey: ['price-alerts'],
  queryFn: ({ signal }) => call(priceAlerts.list, {}, { signal }),
  refetchOnMount: 'always',
});

function useAddAlert() {
  return useMutation({
    mutationFn: (body: Given<typeof priceAlerts.add, 'body'>) => call(priceAlerts.add, { body }),
    onSuccess: () => toast({ title: t('Alert set'), description: t('We tell you once, in your inbox.') }),
    meta: { changes: ['price-alerts'], failed: t('Alert not set') },
  });
}

function useRemoveAlert() {
  return useMutation({
    mutationFn: ({ id }: Pick<PriceAlert, 'id'>) => call(priceAlerts.remove, { params: { id } }),
    meta: { changes: ['price-alerts'], failed: t('Alert not deleted') },
  });
}
