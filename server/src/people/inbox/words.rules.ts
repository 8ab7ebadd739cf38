import { type Cents, dollarText } from '@sterling/contract/money.ts';

/** An entry of the inbox in words. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

export const words = (title: string, text: string): Words => ({ title, text });
export const amount = (robux: number): string => robux.toLocaleString('en-US');
export const usd = (cents: number): string =>
  `$${dollarText(cents as Cents).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
/** A reason as a sentence. */
export const stop = (reason: string): string => `${reason.replace(/\.$/, '')}.`;
