import { MAX_ORDER_ROBUX, MIN_ORDER_ROBUX, type Robux, robux } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import * as Radix from 'radix-ui/slider';
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import type { FieldProps } from '../../kit/form/use-contract-form.ts';
import { dollarSign, formatWhole, robuxSign } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { AffixedInput, Field, InputField } from '../../kit/ui/field.tsx';
import { Spinner } from '../../kit/ui/spinner.tsx';
import { CookieField, CookieGuide } from '../roblox-accounts/cookie-field.tsx';
import {
  AMOUNT_STOPS,
  caretBehind,
  hasFraction,
  MAX_RATE_HINT,
  parseAmount,
  QUICK_AMOUNTS,
  settleAmount,
  showAmount,
  TOO_LITTLE_AT_FIELD,
} from './draft.ts';
import { Step, type Steps } from './step.tsx';
import type { PassCheck } from './use-gamepass.ts';

interface AmountFieldProps extends Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> {
  amount: Robux;
  onChange: (amount: Robux) => void;
  className?: string;
}

/**
 * Whole Robux with thousands separators. The caret keeps its digit when separators move. On blur the amount becomes at
 * least the minimum. A typed fraction does not count: the field says so, and removes it on blur.
 */
export function AmountField({ label, hint, error, amount, onChange, className }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const digitsBefore = useRef<number | null>(null);
  const [fraction, setFraction] = useState(NO_FRACTION);
  const counted = parseAmount(fraction.text);
  const isFractional = fraction.text !== '' && (amount === counted || amount === settleAmount(counted));
  const text = isFractional && !fraction.isRemoved ? fraction.text : showAmount(amount);
  useLayoutEffect(() => {
    if (digitsBefore.current === null) return;
    const caret = caretBehind(digitsBefore.current, text);
    input.current?.setSelectionRange(caret, caret);
    digitsBefore.current = null;
  });
  return (
    <Field label={label} hint={isFractional ? <FractionNote /> : hint} error={error}>
      {(control) => (
        <AffixedInput
          {...control}
          ref={input}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            const { value } = target;
            const hasOne = hasFraction(value);
            setFraction(hasOne ? { text: value, isRemoved: false } : NO_FRACTION);
            const before = value.slice(0, target.selectionStart ?? undefined);
            digitsBefore.current = hasOne ? null : before.replace(/\D/g, '').length;
            onChange(parseAmount(value));
          }}
          onBlur={() => {
            setFraction({ ...fraction, isRemoved: true });
            onChange(settleAmount(amount));
          }}
          after={robuxSign()}
          className={cn('tabular-nums', className)}
        />
      )}
    </Field>
  );
}

const NO_FRACTION = { text: '', isRemoved: false };

const FractionNote = () => <span role="status">{t('Enter whole Robux. The fraction does not count.')}</span>;

interface CookieFieldProps {
  cookie: string;
  onCookie: (cookie: string) => void;
  hint: string;
}

/** The buyer's cookie, which lets the server set the price of their gamepass. */
export function BuyerCookieField({ cookie, onCookie, hint }: CookieFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <CookieField
        label={t('Your Roblox cookie (optional)')}
        hint={hint}
        value={cookie}
        onChange={({ target }) => onCookie(target.value)}
      />
      <CookieGuide use="buying" />
    </div>
  );
}

interface AmountStepProps {
  steps: Steps;
  amount: Robux;
  onChange: (amount: Robux) => void;
}

/** Step 1: the amount. The field, the slider and the quick buttons share one value. */
export function AmountStep({ steps, amount, onChange }: AmountStepProps) {
  const isTooLittle = amount > 0 && amount < MIN_ORDER_ROBUX;
  return (
    <Step number={1} title={t('Choose an amount')} steps={steps}>
      <AmountField
        label={t('Robux amount')}
        hint={t('{minOrderRobux} to {maxOrderRobux} Robux', {
          minOrderRobux: formatWhole(MIN_ORDER_ROBUX),
          maxOrderRobux: formatWhole(MAX_ORDER_ROBUX),
        })}
        error={isTooLittle ? TOO_LITTLE_AT_FIELD : undefined}
        amount={amount}
        onChange={onChange}
        className="h-14 font-semibold text-2xl tracking-tight"
      />
      <Slider
        aria-label={t('Amount by slider')}
        stops={AMOUNT_STOPS}
        value={amount}
        valueText={t('{amount} Robux', { amount: formatWhole(amount) })}
        onChange={(value) => onChange(robux(value))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend */}
      <div role="group" aria-label={t('Quick amounts')} className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {QUICK_AMOUNTS.map((quick) => (
          <Button
            key={quick}
            variant="secondary"
            size="sm"
            aria-pressed={quick === amount}
            onClick={() => onChange(quick)}
            className={cn(
              'h-9 tabular-nums',
              quick === amount && 'border-accent bg-accent/12 hover:bg-accent/12',
            )}
          >
            {formatWhole(quick)}
          </Button>
        ))}
      </div>
    </Step>
  );
}

/** The maximum rate of a price alert or a standing order. */
export function MaxRateField(rate: FieldProps) {
  return (
    <InputField
      {...rate}
      label={t('Maximum rate per 1K')}
      hint={MAX_RATE_HINT}
      inputMode="decimal"
      autoComplete="off"
      before={dollarSign()}
      className="tabular-nums"
    />
  );
}

/** The properties of an input for the URL of a gamepass. */
export const PASS_URL_INPUT = {
  type: 'url',
  inputMode: 'url',
  autoComplete: 'off',
  spellCheck: false,
  placeholder: 'https://www.roblox.com/game-pass/…',
} as const;

interface PassUrlFieldProps extends Pick<ComponentProps<typeof Field>, 'hint' | 'error' | 'aside'> {
  check: PassCheck;
  url: string;
  onUrl: (url: string) => void;
}

/** The URL of a gamepass, with a spinner while the server looks the gamepass up. */
export function PassUrlField({ check, url, onUrl, ...texts }: PassUrlFieldProps) {
  return (
    <Field label={t('Gamepass URL')} {...texts}>
      {(control) => (
        <AffixedInput
          {...control}
          {...PASS_URL_INPUT}
          name="gamepassUrl"
          value={url}
          onChange={({ target }) => onUrl(target.value)}
          after={check.state === 'checking' && <Spinner label={t('Checking the gamepass')} />}
        />
      )}
    </Field>
  );
}

interface SliderProps {
  'aria-label': string;
  value: number;
  /** The values of the slider, ascending, at equal distances. */
  stops: readonly number[];
  onChange: (value: number) => void;
  /** The value in words for screen readers. */
  valueText: string;
}

/** A slider with one thumb. A value between two stops shows at the lower one, a value beyond the stops at the end. */
function Slider({ value, stops, onChange, valueText, ...rest }: SliderProps) {
  const at = Math.max(
    0,
    stops.findLastIndex((stop) => stop <= value),
  );
  return (
    <Radix.Root
      value={[at]}
      min={0}
      max={stops.length - 1}
      step={1}
      onValueChange={([next]) => next !== undefined && onChange(stops[next]!)}
      className="relative flex h-6 w-full touch-none select-none items-center"
    >
      <Radix.Track className="relative h-1.5 w-full grow overflow-hidden rounded-full bg-line forced-colors:border">
        <Radix.Range className="absolute h-full bg-button" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={rest['aria-label']}
        aria-valuetext={valueText}
        aria-valuemin={stops[0]}
        aria-valuemax={stops.at(-1)}
        aria-valuenow={stops[at]}
        className="block size-6 rounded-full border-2 border-button bg-on-button transition-transform hover:scale-110"
      />
    </Radix.Root>
  );
}
