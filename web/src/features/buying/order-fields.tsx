import type { Gamepass } from '@sterling/contract/gamepasses.ts';
import type { Robux } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { CircleCheck } from 'lucide-react';
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { robuxSign } from '../../kit/format/format.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { AffixedInput, Field } from '../../kit/ui/field.tsx';
import { Robux as RobuxAmount } from '../../kit/ui/money.tsx';
import { Spinner } from '../../kit/ui/spinner.tsx';
import { CookieField, CookieGuide } from '../roblox-accounts/cookie-field.tsx';
import { caretBehind, hasFraction, parseAmount, settleAmount, showAmount } from './draft.ts';
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

/** The gamepass behind a typed URL, on one line. Long names are cut, the price is not. */
export function ValidPass({ pass }: { pass: Gamepass }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
      <span className="truncate font-medium text-good">{t('Valid: {name}', { name: pass.name })}</span>
      <RobuxAmount exact amount={pass.price} className="shrink-0 text-1" />
      <span className="truncate text-2 max-sm:sr-only">
        {t('by {creatorName}', { creatorName: pass.creatorName })}
      </span>
    </span>
  );
}
