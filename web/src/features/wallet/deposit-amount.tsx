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
import type { Wallet } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { parseLooseDollars, typedDollars } from '../../kit/form/typed-decimal.ts';
import { dollarSign, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { rich } from '../../kit/format/rich.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { AffixedInput, Field } from '../../kit/ui/field.tsx';
import { Ltc } from '../../kit/ui/money.tsx';
import { Warning } from '../../kit/ui/warning.tsx';
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

/** What a buyer should know before they deposit. */
export function DepositNotes({ limit }: { limit: Wallet['buyingLimit'] }) {
  return (
    <>
      <p className="flex gap-2 rounded-lg bg-surface-2 p-3 text-1">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-3" />
        <span>
          {rich('Deposits buy Robux and marketplace items. {warning}', {
            warning: <strong>{t("They can't be withdrawn.")}</strong>,
          })}
        </span>
      </p>
      {limit && <Warning>{limitText(limit)}</Warning>}
    </>
  );
}

function limitText({ from, leftToday }: NonNullable<Wallet['buyingLimit']>): string {
  if (from)
    return t('Your Discord account is too new. You can buy from {from}, so wait with your deposit.', {
      from: formatTime(from),
    });
  return t('As a new buyer, you can spend {left} more today (UTC). What you deposit beyond that waits.', {
    left: formatUsd(leftToday),
  });
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

/** The LTC of this amount at the current price, with the margin. Null without an amount or a price. */
export function useLtcFor(amount: Cents | null) {
  const { data: price } = useQuery(ltcPriceQuery);
  return amount !== null && price ? litoshiFor(amount, price) : null;
}

/** The coins that Litecoin has when all are mined. */
const ALL_LTC = 84_000_000;

/** Whether typed dollars are worth more than all litecoin. They may have no exact number of litoshi. */
export const isBeyondLtc = (amount: Cents, price: LtcPrice): boolean => amount > ALL_LTC * price;

/**
 * The smallest amount of LTC that is worth these dollars, even after the price has fallen by the margin. Null if they are worth more
 * than all litecoin.
 */
export function litoshiFor(amount: Cents, price: LtcPrice): Litoshi | null {
  if (isBeyondLtc(amount, price)) return null;
  const wanted = cents(Math.ceil((amount * (100 + MARGIN_PERCENT)) / 100));
  const below = litoshiOfCents(wanted, price);
  return centsOfLitoshi(below, price) < wanted ? litoshi(below + 1) : below;
}

/** LTC as a plain decimal number, for wallet apps. */
export const ltcText = (amount: Litoshi): string => ltcOf(amount).toFixed(8);

/** The typed dollars of a deposit that covers a missing amount: at least the minimum deposit. */
export const depositFor = (shortCents: Cents, minimum: Cents): string =>
  typedDollars(cents(Math.max(shortCents, minimum)));
