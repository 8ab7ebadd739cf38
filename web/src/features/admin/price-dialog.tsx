import type { Given } from '@sterling/contract/endpoint.ts';
import { type LtcPrice, parseDecimal } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { type Treasury, treasury } from '@sterling/contract/treasury.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError, call, isRefused } from '../../data/call.ts';
import { parseDollars, plainDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { changeText, dollarSign, formatPrice } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';

interface PriceDialogProps {
  /** Undefined if it could not be read. */
  price: Treasury['price'] | undefined;
  onClose: () => void;
}

/**
 * Sets a manual price that overrides the market price until it expires. It also resolves a held price jump. Asks again if the
 * server finds the price far from the market price.
 */
export default function PriceDialog({ price, onClose }: PriceDialogProps) {
  const [farOff, setFarOff] = useState<FarOff | null>(null);
  const set = useSetPrice({ onDone: onClose, onFarOff: setFarOff });
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
    <>
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
            hint={suggested !== null && <Compared typed={usd} now={suggested} />}
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
      <FarOffQuestion
        farOff={farOff}
        onClose={() => setFarOff(null)}
        onConfirm={(body) => set.mutate({ ...body, confirmed: true })}
      />
    </>
  );
}

type Body = Given<typeof treasury.setPrice, 'body'>;

/** A price that the owner has to confirm. */
interface FarOff {
  readonly body: Body;
  /** Names the typed price and the market price. */
  readonly prices: string | undefined;
}

interface Outcomes {
  readonly onDone: () => void;
  readonly onFarOff: (farOff: FarOff) => void;
}

interface FarOffQuestionProps {
  farOff: FarOff | null;
  onClose: () => void;
  onConfirm: (body: Body) => void;
}

/** Asks with both prices. */
function FarOffQuestion({ farOff, onClose, onConfirm }: FarOffQuestionProps) {
  return (
    <AlertDialog
      open={farOff !== null}
      onClose={onClose}
      title={t('Set this price anyway?')}
      description={farOff?.prices}
      confirmLabel={t('Set price')}
      onConfirm={() => farOff && onConfirm(farOff.body)}
    />
  );
}

/** Sets a manual price for a number of minutes. */
function useSetPrice({ onDone, onFarOff }: Outcomes) {
  return useMutation({
    mutationFn: (body: Body) => call(treasury.setPrice, { body }),
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
    onError: (error, body) => {
      if (error instanceof ApiError && isFarOff(error)) onFarOff({ body, prices: error.hint });
    },
    meta: {
      changes: ['admin'],
      // without a title no message is shown: the dialog asks instead
      failed: (error) => (isFarOff(error) ? '' : t('Price not set')),
    },
  });
}

const isFarOff = (error: unknown): boolean => isRefused(error, 'price_far_off');

const WRONG_PRICE = t('A price with at most two decimals');

/** How far the typed price is from the present one, so that a misplaced decimal sign is seen. */
function Compared({ typed, now }: { typed: string; now: LtcPrice }) {
  const price = formatPrice(now);
  const cents = parseDecimal(plainDecimal(typed), 2);
  const change = cents ? changeText((cents / now - 1) * 100) : null;
  if (change === null) return t('{price} now.', { price });
  return t('{price} now, {change} with yours.', { price, change });
}
