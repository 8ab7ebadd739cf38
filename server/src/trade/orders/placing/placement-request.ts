import type { Rate, Robux } from '@sterling/contract/money.ts';
import type { Answer, Keyed } from '../../../platform/idempotency/answers.ts';
import type { Refusal } from '../../../refusal.ts';
import type { PassToBuy } from './order-row.ts';

/** What a buyer orders. */
export interface NewOrder {
  readonly robuxAmount: Robux;
  /** The maximum rate. Without it: the best rate that can fill the order now, which is then the maximum later on. */
  readonly atMostRateCents?: Rate;
  readonly pass: PassToBuy;
  /** The session of the pass's owner, to set the pass's price to the amount. */
  readonly buyerCookie?: string;
  /** The pass costs the amount already: the cookie is for parts only. */
  readonly isPriced?: boolean;
}

/** An order that a buyer waits for, with the idempotency key of the call. */
export interface PlacementRequest {
  readonly buyerId: string;
  readonly order: NewOrder;
  readonly keyed: Keyed | null;
}

/** What a request got from its batch. null: the careful path decides. */
export type Outcome = Answer | Refusal | null;

/** The status of an answer with a new order. */
export const CREATED = 201;
