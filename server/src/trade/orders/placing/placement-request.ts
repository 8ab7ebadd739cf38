import type { Answer, Keyed } from '../../../platform/idempotency/answers.ts';
import type { Refusal } from '../../../refusal.ts';
import type { NewOrder } from './place.ts';

/** An order that somebody waits for in the lane. */
export interface Member {
  readonly buyerId: string;
  readonly order: NewOrder;
  readonly keyed: Keyed | null;
}

/** What a member got; null: it is to be placed with a closer look. */
export type Outcome = Answer | Refusal | null;

/** The status of an answer with a new order. */
export const CREATED = 201;
