import type { Cents, Litoshi } from '@sterling/contract/money.ts';
import type { CSSProperties } from 'react';
import { formatExactRobux, formatLtc, formatRobux, formatUsd, type MaybeCount } from '../format/format.ts';
import { cn } from './class-names.ts';

interface Styled {
  className?: string;
}

/** `$1,234.50`. A missing amount reads $0.00. */
export function Usd({ className, cents }: Styled & { cents: Cents | null | undefined }) {
  const text = formatUsd(cents);
  return (
    <span {...lengthOf(text)} className={cn('whitespace-nowrap tabular-nums', className)}>
      {text}
    </span>
  );
}

/** Statuses after which no money has moved. */
export const MOVED_NOTHING: ReadonlySet<string> = new Set(['failed', 'cancelled', 'reversed']);

export interface ChangeProps extends Styled {
  direction: 'in' | 'out';
  cents: Cents;
  /** Status of the movement. */
  status: string;
  /** The amount is only known when the movement completes. */
  isEstimate?: boolean;
}

/**
 * `+$25.00` or `−$25.00`: what a movement does to the balance. Green only when the money has arrived. Crossed out and
 * without a sign if it moved nothing.
 */
export function Change({ direction, cents, status, isEstimate, className }: ChangeProps) {
  const text = formatUsd(cents);
  const look = 'whitespace-nowrap tabular-nums';
  if (MOVED_NOTHING.has(status)) return <s className={cn(look, className, 'text-3')}>{text}</s>;
  return (
    <span className={cn(look, direction === 'in' && status === 'completed' && 'text-good', className)}>
      {isEstimate && '≈ '}
      {direction === 'in' ? '+' : '−'}
      {text}
    </span>
  );
}

/** A large figure becomes smaller until this many characters fit in its line (`FITTING`). */
const lengthOf = (text: string) => ({ style: { '--length': text.length } as CSSProperties });

/** The text size of a large figure: as given, or smaller so that it fits in the line of its container. Its characters are 0.62 em wide on average, at most. */
export const FITTING = '*:text-[length:max(0.75rem,min(1em,100cqi/var(--length,1)/0.62))]';

/** `0.12345678 LTC` */
export function Ltc({ className, litoshi }: Styled & { litoshi: Litoshi }) {
  return <span className={cn('whitespace-nowrap tabular-nums', className)}>{formatLtc(litoshi)}</span>;
}

/** `12.5K R$` with the exact figure in its title. `exact` shows the exact figure instead. */
export function Robux({ amount, exact, className }: Styled & { amount: MaybeCount; exact?: boolean }) {
  const full = formatExactRobux(amount);
  const text = exact ? full : formatRobux(amount);
  return (
    <span
      {...lengthOf(text)}
      title={text === full ? undefined : full}
      className={cn('whitespace-nowrap tabular-nums', className)}
    >
      {text}
    </span>
  );
}
