import { type Phrase, t, text } from '@sterling/contract/texts.ts';
import { usd, whole } from '../../platform/formats.rules.ts';
import { translateStored, WITH_VALUES } from '../../platform/stored-texts.rules.ts';

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
  stopped: text('Purchases are paused. This one will continue afterwards'),
  earlier_part: text('Waiting for the previous part to be bought'),
  other_order: text('The seller is finishing another order first'),
  session_renewed: text("The seller's Roblox session was renewed. Trying again"),
  price_changed: text('The price changed. Checking again'),
  pause_requested: text('Roblox is rate-limiting us'),
  connection_down: text("The seller's connection is down"),
  no_answer: text('Roblox does not answer'),
  price_unclear: text('Roblox did not confirm the price change'),
} as const;

export const NO_OTHER_ACCOUNT = text('No other seller can serve this order at your rate');
export const OUT_OF_TIME = text(
  'The seller ran out of time and no one else can fill this order at your rate',
);

/** What the last seller of an order reads instead of a reason about their own account. */
const TO_ITS_SELLER: Readonly<Record<string, string>> = {
  [NO_OTHER_ACCOUNT]: text('Your account could not buy the gamepass'),
  [OUT_OF_TIME]: text('You ran out of time to buy the gamepass'),
};

/** Why an order failed. Stored reasons are written to the buyer, so a seller reads another one where the reason says "your". */
export function failureText(stored: string, isForSeller: boolean): string {
  if (!isForSeller) return translateStored(stored);
  const own = TO_ITS_SELLER[stored];
  if (own) return translateStored(own);
  return /\byour\b/i.test(stored) ? t('The buyer could not complete this order') : translateStored(stored);
}

/** The text of an event for the seller or for others. `reason` is the failureText of the order. */
export function sentenceOf(event: OrderEvent, reason: string | null, isForSeller = false): string {
  const toSeller = isForSeller ? sentenceToSeller(event) : null;
  if (toSeller !== null) return toSeller;
  switch (event.code) {
    case 'placed':
      return t('Order placed. {total} on hold', { total: usd(event.totalCents) });
    case 'matched':
      return t('Pre-order matched at {rate} per {per}, {total} on hold', terms(event));
    case 'buying':
      return t('Purchase started');
    case 'buying_again':
      return t('Retrying the purchase');
    case 'answer_lost':
      return t('No response from Roblox, checking whether the purchase went through');
    case 'escalated':
      return t("Roblox doesn't show whether the purchase went through. Our staff is checking");
    case 'failing':
      return t("We couldn't finish this order. Our staff is checking");
    case 'manual':
      return t('The seller has until {time} to buy it', { time: clock(event.until) });
    case 'manual_rests':
      return t("Purchases are paused. The seller's deadline will move by the length of the pause");
    case 'manual_moved':
      return t('The pause has ended. The seller now has until {time}', { time: clock(event.until) });
    case 'manual_claimed':
      return t('The seller says that they bought the gamepass. Checking with Roblox');
    case 'manual_wrong_price':
      return t('Bought for {paid} Robux instead of {ordered}. Under review', {
        paid: whole(event.paidRobux),
        ordered: whole(event.orderedRobux),
      });
    case 'bought':
      return t('Gamepass bought for {robux} Robux', { robux: whole(event.robux) });
    case 'reassigning':
      return t("This seller couldn't complete the purchase, moving to another");
    case 'reassigned':
      return t('Reassigned at {rate} per {per}, {total} on hold', terms(event));
    case 'waiting':
      return translateStored(WAITING[event.reason]);
    case 'failed':
      return t('{reason}. {amount} was refunded', {
        reason: (reason ?? '').replace(/\.$/, ''),
        amount: usd(event.refundedCents),
      });
  }
}

/** What an event says to the seller who buys by hand. Null: the same as to others. */
function sentenceToSeller(event: OrderEvent): string | null {
  switch (event.code) {
    case 'manual':
      return t('You have until {time} to buy it', { time: clock(event.until) });
    case 'manual_rests':
      return t('Purchases are paused. Your deadline will move by the length of the pause');
    case 'manual_moved':
      return t('The pause has ended. You now have until {time}', { time: clock(event.until) });
    case 'manual_claimed':
      return t('You said that you bought the gamepass. Checking with Roblox');
    default:
      return null;
  }
}

/** The text for a pass whose price differs from the order's amount. */
export const priceMismatch = (price: number, amount: number): Phrase => ({
  text: WITH_VALUES.priceMismatch,
  values: { price: () => whole(price), amount: () => whole(amount) },
});

const terms = ({ rateCents, totalCents }: OrderTerms) => ({
  rate: usd(rateCents),
  per: whole(1_000),
  total: usd(totalCents),
});
const clock = (at: string): string => `${at.slice(11, 16)} UTC`;
