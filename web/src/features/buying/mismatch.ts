import type { Robux } from '@sterling/contract/money.ts';
import type { Gamepass } from '@sterling/contract/orders.ts';
import { formatWhole } from '../../kit/format/format.ts';

/** The required text for a gamepass whose price does not match the order. */
export const mismatchText = (pass: Pick<Gamepass, 'price'>, amount: Robux): string =>
  `Your gamepass price (${formatWhole(pass.price)} Robux) doesn't match the order amount (${formatWhole(amount)} Robux). Please adjust.`;
