import {
  type Cents,
  cents,
  centsOfLitoshi,
  type Litoshi,
  type LtcPrice,
  litoshi,
  litoshiOfCents,
  ltcOf,
} from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { parseLooseDollars, typedDollars } from '../../kit/form/typed-decimal.ts';
import { dollarSign, formatUsd } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { AffixedInput, Field } from '../../kit/ui/field.tsx';
import { Ltc } from '../../kit/ui/money.tsx';
import { ltcPriceQuery } from './wallet.ts';

interface DepositAmountFieldProps {
  dollars: string;
  onChange: (dollars: string) => void;
  /** The minimum deposit. */
  minimum: Cents;
}

/** Converts the dollars of a planned deposit to LTC. */
export function DepositAmountField({ dollars, onChange, minimum }: DepositAmountFieldProps) {
  const amount = parseLooseDollars(dollars);
  const ltc = useLtcFor(amount);
  const { data: price, isError } = useQuery(ltcPriceQuery);
  return (
    <Field
      label={t('Amount to deposit (optional)')}
      hint={
        ltc === null ? (
          isError && !price ? (
            t("The LTC price is unavailable, so we can't say how much to send. We're retrying.")
          ) : (
            t('Shows how much LTC to send.')
          )
        ) : (
          <span className="flex flex-wrap items-center gap-x-1">
            {rich('Send {ltc}', { ltc: <Ltc litoshi={ltc} className="font-medium text-1" /> })}
            <CopyButton text={ltcText(ltc)} what={t('LTC amount')} className="-my-1.5" />
            <span>{t('Includes {percent}% in case the price falls.', { percent: MARGIN_PERCENT })}</span>
          </span>
        )
      }
      error={amountError(dollars, minimum)}
    >
      {(control) => (
        <AffixedInput
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={dollars}
          onChange={({ target }) => onChange(target.value)}
          before={dollarSign()}
          className="tabular-nums"
        />
      )}
    </Field>
  );
}

function amountError(dollars: string, minimum: Cents): string | undefined {
  if (dollars.trim() === '') return undefined;
  const amount = parseLooseDollars(dollars);
  if (amount === null) return t('Enter dollars with at most two decimals');
  if (amount >= minimum) return undefined;
  return t('Deposits start at {minimumDollars}', { minimumDollars: formatUsd(minimum) });
}

/** A deposit is valued when it confirms, and the price may fall until then. */
const MARGIN_PERCENT = 2;

/** The LTC of this amount at the current price, with a margin for a falling price. Null without an amount or a price. */
export function useLtcFor(amount: Cents | null) {
  const { data: price } = useQuery(ltcPriceQuery);
  return amount !== null && price ? litoshiFor(withMargin(amount), price) : null;
}

const withMargin = (amount: Cents): Cents => cents(Math.ceil((amount * (100 + MARGIN_PERCENT)) / 100));

/** The smallest amount of LTC that is worth these dollars. */
export function litoshiFor(amount: Cents, price: LtcPrice): Litoshi {
  const below = litoshiOfCents(amount, price);
  return centsOfLitoshi(below, price) < amount ? litoshi(below + 1) : below;
}

/** LTC as a plain decimal number, for wallet apps. */
export const ltcText = (amount: Litoshi): string => ltcOf(amount).toFixed(8);

/** The typed dollars of a deposit that covers a missing amount: at least the minimum deposit. */
export const depositFor = (shortCents: Cents, minimum: Cents): string =>
  typedDollars(cents(Math.max(shortCents, minimum)));
