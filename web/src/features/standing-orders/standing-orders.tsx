import type { Given } from '@sterling/contract/endpoint.ts';
import type { Rate, Robux } from '@sterling/contract/money.ts';
import { type StandingOrder, standingOrders } from '@sterling/contract/standing-orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { call } from '../../data/call.ts';
import { useOnce } from '../../data/use-once.ts';
import { FormSelect } from '../../kit/form/controlled-fields.tsx';
import { centsProblem, plainDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { type ContractForm, useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatClock, formatTime, formatWeekday, ownTimeZone } from '../../kit/format/format-time.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { priceReminder, rateProblem, settleAmount } from '../buying/draft.ts';
import { AmountField, MaxRateField, PASS_URL_INPUT } from '../buying/order-fields.tsx';

/** A day of the week that began with Monday, 1 January 2024. */
const dayOf = (weekday: number, hour = 0): Date => new Date(2024, 0, weekday, hour);

/** `Monday` for 1. */
const weekdayName = (weekday: number): string => formatWeekday(dayOf(weekday));

/** `6:00 PM` for 18. */
const hourName = (hour: number): string => formatClock(dayOf(1, hour));

export const WEEKDAYS = Array.from({ length: 7 }, (_, index) => ({
  value: String(index + 1),
  label: weekdayName(index + 1),
}));
export const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourName(hour),
}));

/** `Every Monday at 6:00 PM`, with the time zone if it is not the reader's. */
export function scheduleText({ weekday, hour, tz }: Pick<StandingOrder, 'weekday' | 'hour' | 'tz'>): string {
  const schedule = { weekday: weekdayName(weekday), hour: hourName(hour) };
  return tz === ownTimeZone()
    ? t('Every {weekday} at {hour}', schedule)
    : t('Every {weekday} at {hour} ({timeZone})', { ...schedule, timeZone: tz });
}

/** `Next: Dec 2, 1:00 PM`, with the reader's time zone if the schedule has another one. */
export function nextRoundText({ nextAt, tz }: Pick<StandingOrder, 'nextAt' | 'tz'>): string {
  const own = ownTimeZone();
  return tz === own
    ? t('Next: {nextAt}', { nextAt: formatTime(nextAt) })
    : t('Next: {nextAt} ({timeZone})', { nextAt: formatTime(nextAt), timeZone: own });
}

export const standingOrdersQuery = queryOptions({
  queryKey: ['standing-orders'],
  queryFn: ({ signal }) => call(standingOrders.list, {}, { signal }),
  refetchOnMount: 'always',
});

const CHANGES = ['standing-orders'] as const;

/** Adds a standing order, once. */
function useAddStandingOrder(onAdded: () => void) {
  return useOnce(standingOrders.add, {
    input: (body: Given<typeof standingOrders.add, 'body'>) => ({ body }),
    changes: CHANGES,
    failed: t('Standing order not set'),
    onDone: () => {
      toast({ title: t('Standing order set') });
      onAdded();
    },
  });
}

export function usePauseStandingOrder() {
  return useMutation({
    mutationFn: ({ id, pausedBecause }: StandingOrder) =>
      call(standingOrders.change, { params: { id }, body: { isPaused: pausedBecause === null } }),
    meta: { changes: CHANGES, failed: t('Standing order not changed') },
  });
}

export function useRemoveStandingOrder() {
  return useMutation({
    mutationFn: ({ id }: StandingOrder) => call(standingOrders.remove, { params: { id } }),
    meta: { changes: CHANGES, failed: t('Standing order not deleted') },
  });
}

/** What the buyer has prepared on the buy page. */
export interface Prepared {
  readonly amount: Robux;
  /** Undefined while no rate fits. */
  readonly rate: Rate | undefined;
  readonly url: string;
}

type Draft = {
  robuxAmount: Robux;
  ratePerThousand: string;
  gamepassUrl: string;
  weekday: string;
  hour: string;
};

/** The form of a new standing order. */
export function StandingOrderDialog({ prepared, onClose }: { prepared: Prepared; onClose: () => void }) {
  const add = useAddStandingOrder(onClose);
  const tz = ownTimeZone();
  const form = useContractForm(standingOrders.add, {
    defaultValues: {
      robuxAmount: settleAmount(prepared.amount),
      ratePerThousand: prepared.rate ? typedDollars(prepared.rate) : '',
      gamepassUrl: prepared.url,
      weekday: '1',
      hour: '18',
    } as Draft,
    bodyOf: ({ weekday, hour, gamepassUrl, ratePerThousand, ...draft }) => ({
      ...draft,
      ratePerThousand: plainDecimal(ratePerThousand),
      gamepassUrl: gamepassUrl.trim(),
      weekday: Number(weekday),
      hour: Number(hour),
      tz,
    }),
    missing: { ratePerThousand: t('Enter a rate'), gamepassUrl: t('Enter the URL of your gamepass') },
    wrong: { ratePerThousand: ({ ratePerThousand }) => centsProblem(ratePerThousand) },
    rules: { ratePerThousand: ({ ratePerThousand }) => rateProblem(ratePerThousand) },
  });
  return (
    <FormDialog
      title={t('New standing order')}
      description={t(
        'We place this order for you, if a seller can fill it at your rate and your balance covers it.',
      )}
      submitLabel={t('Set standing order')}
      isDirty={form.isDirty}
      isPending={add.isPending}
      onSubmit={form.submit((body) => add.mutate(body))}
      onClose={onClose}
    >
      <Size form={form} />
      <InputField
        {...form.field('gamepassUrl')}
        {...PASS_URL_INPUT}
        label={t('Gamepass URL')}
        hint={priceReminder(form.watch('robuxAmount'))}
      />
      <div className="grid grid-cols-2 gap-3 sm:gap-5">
        <FormSelect control={form.control} name="weekday" label={t('Day')} choices={WEEKDAYS} />
        <FormSelect control={form.control} name="hour" label={t('Time')} choices={HOURS} hint={tz} />
      </div>
      <p className="rounded-lg bg-surface-2 p-3 text-2">
        {t(
          'A round that cannot be placed is skipped, and we tell you why. After three skipped rounds in a row the standing order pauses.',
        )}
      </p>
    </FormDialog>
  );
}

type Form = ContractForm<typeof standingOrders.add, Draft>;

function Size({ form }: { form: Form }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-5">
      <Controller
        name="robuxAmount"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <AmountField label={t('Robux amount')} amount={value} onChange={onChange} />
        )}
      />
      <MaxRateField {...form.field('ratePerThousand')} />
    </div>
  );
}
