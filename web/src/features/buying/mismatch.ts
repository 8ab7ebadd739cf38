import type { Gamepass } from '@sterling/contract/gamepasses.ts';
import type { Robux } from '@sterling/contract/money.ts';
import { formatWhole } from '../../kit/format/format.ts';

/** The required text for a gamepass whose price does not match the order. */
export const mismatchText = (pass: Pick<Gamepass, 'price'>, amount: Robux): string =>
  `Your gamepass price (${formatWhole(pass.price)} Robux) doesn't match the order amount (${formatWhole(amount)} Robux). Please adjust.`;

/** The same at the field, in one line on a phone. */
export const mismatchNote = (pass: Pick<Gamepass, 'price'>, amount: Robux): string =>
  `It costs ${formatWhole(pass.price)} Robux instead of ${formatWhole(amount)}.`;

/** What the buyer must do with the gamepass price. */
export const priceReminder = (amount: Robux): string =>
  `Set your gamepass price to exactly ${formatWhole(amount)} Robux and don't change it until the order completes.`;
