import { parseDecimal } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { type Treasury, treasury } from '@sterling/contract/treasury.ts';
import { plainDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { dollarSign, formatPrice } from '../../kit/format/format.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { useSetPrice } from './use-controls.ts';

interface PriceDialogProps {
  price: Treasury['price'];
  onClose: () => void;
}

/**
 * Sets a manual price that overrides the market price until it expires. It also resolves a held price jump.
 */
export default function PriceDialog({ price, onClose }: PriceDialogProps) {
  const set = useSetPrice(onClose);
  const suggested = price.held?.price ?? price.usd;
  const form = useContractForm(treasury.setPrice, {
    defaultValues: { usd: suggested === null ? '' : typedDollars(suggested), minutes: '30' },
    bodyOf: ({ usd, minutes }) => ({
      usd: plainDecimal(usd),
      minutes: parseDecimal(plainDecimal(minutes), 0) ?? Number.NaN,
    }),
    wrong: { usd: WRONG_PRICE },
    rules: { usd: ({ usd }) => ((parseDecimal(plainDecimal(usd), 2) ?? 0) > 0 ? undefined : WRONG_PRICE) },
  });
  return (
    <FormDialog
      title={t('Set the LTC price')}
      description={
        price.held
          ? t('The market price jumped to {price} ({reason}). Confirm it to continue.', {
              price: formatPrice(price.held.price),
              reason: price.held.reason,
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

const WRONG_PRICE = t('A price with at most two decimals');
