import { isRate, orderTotal, type Robux } from '@sterling/contract/money.ts';
import { standingOrders } from '@sterling/contract/standing-orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { FormSelect } from '../../kit/form/controlled-fields.tsx';
import { useShownAtPress } from '../../kit/form/form.tsx';
import { RATE_CHECKS, RateField } from '../../kit/form/rate-field.tsx';
import { parseDollars, plainDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { type ContractForm, useContractForm } from '../../kit/form/use-contract-form.ts';
import { ownTimeZone } from '../../kit/format/format-time.ts';
import { SumLine } from '../../kit/ui/details.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { priceReminder, settleAmount } from '../buying/draft.ts';
import { AmountField, PASS_URL_INPUT } from '../buying/order-fields.tsx';
import { KnowTheRisk } from '../buying/purchase.tsx';
import { walletQuery } from '../wallet/balance.ts';
import { HOURS, type Prepared, useAddStandingOrder, WEEKDAYS } from './standing-orders.ts';

type Draft = {
  robuxAmount: Robux;
  ratePerThousand: string;
  gamepassUrl: string;
  weekday: string;
  hour: string;
};

/** The form of a new standing order. */
export function StandingOrderDialog({ prepared, onClose }: { prepared: Prepared; onClose: () => void }) {
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
    ...RATE_CHECKS,
  });
  const add = useAddStandingOrder(onClose, (message) => form.setError('gamepassUrl', { message }));
  const press = useShownAtPress(() => form.getValues('robuxAmount'));
  return (
    <FormDialog
      title={t('New standing order')}
      description={t(
        'We place this order for you, if a seller can fill it at your rate and your balance covers it.',
      )}
      submitLabel={t('Add standing order')}
      isDirty={form.isDirty}
      isPending={add.isPending}
      submitButton={{ onPointerDown: press.note }}
      onSubmit={form.submit(
        (body, { robuxAmount }) => press.showed(robuxAmount) && add.mutate(body),
        press.forget,
      )}
      onClose={onClose}
    >
      <Size form={form} />
      <WeeklyCost robux={form.watch('robuxAmount')} rateText={form.watch('ratePerThousand')} />
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
          'If a weekly order cannot be placed, we skip it and tell you why. After three skipped weeks in a row, the standing order pauses.',
        )}
      </p>
      <KnowTheRisk />
    </FormDialog>
  );
}

/** The most that an order costs, beside the balance that has to cover it. */
function WeeklyCost({ robux, rateText }: { robux: Robux; rateText: string }) {
  const rateCents = parseDollars(rateText);
  const total = rateCents !== null && isRate(rateCents) ? orderTotal(robux, rateCents) : null;
  const { data: wallet } = useQuery(walletQuery('buyer'));
  return (
    <dl className="flex flex-col gap-2 rounded-lg border border-line px-4 py-3">
      <SumLine name={t('Your balance')}>
        {wallet ? <Usd cents={wallet.balance} /> : <Skeleton className="h-4 w-16" />}
      </SumLine>
      <SumLine name={t('Maximum every week')} className="border-line border-t pt-2">
        {total === null ? '–' : <Usd cents={total} className="font-semibold text-base" />}
      </SumLine>
    </dl>
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
      <RateField {...form.field('ratePerThousand')} label={t('Maximum rate per 1K')} />
    </div>
  );
}
