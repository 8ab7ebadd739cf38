import type { Robux } from '@sterling/contract/money.ts';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { cn } from '../../kit/ui/class-names.ts';
import { AffixedInput } from '../../kit/ui/field.tsx';
import { CookieField, CookieGuide } from '../roblox-accounts/cookie-field.tsx';
import { caretBehind, parseAmount, showAmount } from './draft.ts';

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  amount: Robux;
  onChange: (amount: Robux) => void;
}

/** Whole Robux with thousands separators. The caret keeps its digit when separators move. */
export function AmountInput({ amount, onChange, className, ...rest }: AmountInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const digitsBefore = useRef<number | null>(null);
  const text = showAmount(amount);
  useLayoutEffect(() => {
    if (digitsBefore.current === null) return;
    const caret = caretBehind(digitsBefore.current, text);
    input.current?.setSelectionRange(caret, caret);
    digitsBefore.current = null;
  });
  return (
    <AffixedInput
      {...rest}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        const before = target.value.slice(0, target.selectionStart ?? undefined);
        digitsBefore.current = before.replace(/\D/g, '').length;
        onChange(parseAmount(target.value));
      }}
      after="R$"
      className={cn('tabular-nums', className)}
    />
  );
}

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
        label="Your Roblox cookie (optional)"
        hint={hint}
        value={cookie}
        onChange={({ target }) => onCookie(target.value)}
      />
      <CookieGuide use="buying" />
    </div>
  );
}
