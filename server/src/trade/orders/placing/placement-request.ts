import type { Rate, Robux } from '@sterling/contract/money.ts';
import type { Language } from '@sterling/contract/texts.ts';
import type { Authority } from '../../../people/sessions/authority.ts';
import type { Answer, Keyed } from '../../../platform/idempotency/answers.ts';
import type { Refusal } from '../../../refusal.ts';
import type { PassToBuy } from './order-row.ts';

export interface NewOrder {
  readonly robuxAmount: Robux;
  /** The maximum rate. Without it, the cheapest rate that can fill the order now becomes the maximum. */
  readonly maxRateCents?: Rate;
  readonly pass: PassToBuy;
  /** The cookie of the pass's owner, used to set the price of the pass. */
  readonly buyerCookie?: string;
  /** The pass already has the right price, so the cookie is needed for parts only. */
  readonly isPriced?: boolean;
}

/** An order to be placed, with the idempotency key of its call. */
export interface PlacementRequest {
  readonly buyerId: string;
  readonly order: NewOrder;
  readonly keyed: Keyed | null;
  /** Checked again in the transaction that places the order. Null: nobody's session asks for it, as in measurements. */
  readonly authority: Authority | null;
  /** The language of the answer. Without it, the current one. */
  readonly language?: Language;
  /** The trace of the request, which the order's job continues. */
  readonly traceparent?: string;
}

/** The outcome of a request in a batch. Null: the careful path decides. */
export type Outcome = Answer | Refusal | null;

/** The HTTP status of an answer with a new order. */
export const CREATED = 201;
