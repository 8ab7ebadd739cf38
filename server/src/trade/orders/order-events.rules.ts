import { type Cents, dollarText, type Rate, type Robux } from '@sterling/contract/money.ts';

/** Why the next step of an order is delayed. */
export type WaitReason = keyof typeof WAITING;

/** An entry of a timeline: a code and its values. The text is generated when the timeline is read. */
export type OrderEvent =
  | ({ readonly code: 'placed' | 'matched' } & OrderTerms & { readonly robux: number })
  | {
      readonly code: 'buying' | 'buying_again' | 'answer_lost' | 'escalated' | 'failing' | 'reassigning';
    }
  | { readonly code: 'manual' | 'manual_moved'; readonly until: string }
  | { readonly code: 'manual_rests' | 'manual_claimed' }
  | { readonly code: 'manual_wrong_price'; readonly paidRobux: number; readonly orderedRobux: number }
  | { readonly code: 'bought'; readonly robux: number }
  | ({ readonly code: 'reassigned' } & OrderTerms)
  | { readonly code: 'waiting'; readonly reason: WaitReason }
  | { readonly code: 'failed'; readonly refundedCents: number };

interface OrderTerms {
  readonly rateCents: number;
  readonly totalCents: number;
}

const WAITING = {
  stopped: 'Purchases are paused. This one will continue afterwards',
  earlier_part: 'Waiting for the previous part to be bought',
  other_order: 'The seller is finishing another order first',
  session_renewed: 'The session of the seller was renewed',
  price_changed: 'The price changed. Checking again',
  pause_requested: 'Roblox is rate-limiting us',
  connection_down: "The seller's connection is down",
  no_answer: 'Roblox does not answer',
  price_unclear: 'Roblox did not confirm the price change',
} as const;

/** The text of an event for buyer and seller. `failureReason` comes from the order. */
export function sentenceOf(event: OrderEvent, failureReason: string | null): string {
  switch (event.code) {
    case 'placed':
      return `Order placed. $${dollars(event.totalCents)} on hold`;
    case 'matched':
      return `Pre-order matched at ${terms(event)}`;
    case 'buying':
      return 'Purchase started';
    case 'buying_again':
      return 'Retrying the purchase';
    case 'answer_lost':
      return 'No response from Roblox, checking whether the purchase went through';
    case 'escalated':
      return `${UNDECIDED}. Our staff is checking`;
    case 'failing':
      return "We couldn't finish this order. Our staff is checking";
    case 'manual':
      return `The seller has until ${clock(event.until)} to buy it`;
    case 'manual_rests':
      return "Purchases are paused. The seller's deadline will move by the length of the pause";
    case 'manual_moved':
      return `The pause has ended. The seller now has until ${clock(event.until)}`;
    case 'manual_claimed':
      return 'The seller says that they bought the gamepass. Checking with Roblox';
    case 'manual_wrong_price':
      return `${wrongPrice(event)}. Under review`;
    case 'bought':
      return `Gamepass bought for ${amount(event.robux)} Robux`;
    case 'reassigning':
      return "This seller couldn't complete the purchase, moving to another";
    case 'reassigned':
      return `Reassigned at ${terms(event)}`;
    case 'waiting':
      return WAITING[event.reason];
    case 'failed':
      return `${(failureReason ?? '').replace(/\.$/, '')}. $${dollars(event.refundedCents)} was refunded`;
  }
}

/** The text for staff about an order whose facts do not decide. */
export const UNDECIDED = "Roblox doesn't show whether the purchase went through";

/** The text for staff about a manual purchase at a wrong price. */
export const wrongPrice = ({
  paidRobux,
  orderedRobux,
}: {
  paidRobux: number;
  orderedRobux: number;
}): string => `Bought for ${paidRobux} Robux instead of ${orderedRobux}`;

const terms = ({ rateCents, totalCents }: OrderTerms): string =>
  `$${dollarText(rateCents as Rate)} per 1,000, $${dollars(totalCents)} on hold`;
const clock = (at: string): string => `${at.slice(11, 16)} UTC`;
const amount = (robux: number): string => (robux as Robux).toLocaleString('en-US');
const dollars = (cents: number): string => dollarText(cents as Cents);
