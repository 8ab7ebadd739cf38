import type { Given } from '@sterling/contract/endpoint.ts';
import { type LtcPrice, parseDecimal } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { type Treasury, treasury } from '@sterling/contract/treasury.ts';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { call } from '../../data/call.ts';
import { parseDollars, plainDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { changeText, dollarSign, formatPrice } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';

interface PriceDialogProps {
  /** Undefined if it could not be read. */
  price: Treasury['price'] | undefined;
  onClose: () => void;
}

/**
 * Sets a manual price that overrides the market price until it expires. It also resolves a held price jump.
 */
export default function PriceDialog({ price, onClose }: PriceDialogProps) {
  const set = useSetPrice(onClose);
  const { held = null, usd: now = null } = price ?? {};
  const suggested = held?.price ?? now;
  const form = useContractForm(treasury.setPrice, {
    defaultValues: { usd: suggested === null ? '' : typedDollars(suggested), minutes: '30' },
    bodyOf: ({ usd, minutes }) => ({
      usd: plainDecimal(usd),
      minutes: parseDecimal(plainDecimal(minutes), 0) ?? Number.NaN,
    }),
    wrong: { usd: WRONG_PRICE },
    rules: { usd: ({ usd }) => (parseDollars(usd) === null ? WRONG_PRICE : undefined) },
  });
  const usd = useWatch({ control: form.control, name: 'usd' });
  return (
    <FormDialog
      title={t('Set the LTC price')}
      description={
        held
          ? t('The market price jumped to {price} ({reason}). Confirm it to continue.', {
              price: formatPrice(held.price),
              reason: held.reason,
            })
          : t('Overrides the market price for deposits, quotes and withdrawals until it expires.')
      }
      submitLabel={t('Set price')}
      isDirty={form.isDirty}
      isPending={set.isPending}
      onSubmit={form.submit((body) => set.mutate(body))}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField
          {...form.field('usd')}
          label={t('Dollars per LTC')}
          hint={now !== null && <Compared typed={usd} now={now} />}
          inputMode="decimal"
          autoComplete="off"
          before={dollarSign()}
        />
        <InputField
          {...form.field('minutes')}
          label={t('For how long')}
          inputMode="numeric"
          autoComplete="off"
          after={t('minutes')}
        />
      </div>
    </FormDialog>
  );
}

/** Sets a manual price for a number of minutes. */
function useSetPrice(onDone: () => void) {
  return useMutation({
    mutationFn: (body: Given<typeof treasury.setPrice, 'body'>) => call(treasury.setPrice, { body }),
    onSuccess: ({ price, until }) => {
      toast({
        title: t('Price set'),
        description: t('{price} per LTC until {until}.', {
          price: formatPrice(price),
          until: formatTime(until),
        }),
      });
      onDone();
    },
    meta: { changes: ['admin'], failed: t('Price not set') },
  });
}

const WRONG_PRICE = t('A price with at most two decimals');

/** How far the typed price is from the present one, so that a misplaced decimal sign is seen. */
function Compared({ typed, now }: { typed: string; now: LtcPrice }) {
  const price = formatPrice(now);
  const cents = parseDecimal(plainDecimal(typed), 2);
  const change = cents ? changeText((cents / now - 1) * 100) : null;
  if (change === null) return t('{price} now.', { price });
  return t('{price} now, {change} with yours.', { price, change });
}
