import type { Given } from '@sterling/contract/endpoint.ts';
import { dollarText, type Rate } from '@sterling/contract/money.ts';
import { orders } from '@sterling/contract/orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { storedValue } from '../../data/storage.ts';
import { useUnansweredIntent } from '../../data/unanswered-writes.ts';
import { readBuyDraft, replaceBuyDraft } from '../orders/buy-draft.ts';
import { useUser } from '../sessions/session.tsx';

/** What to say of orders that were sent and got no answer. */
export const MAY_HAVE_GONE_THROUGH = t(
  'We got no clear answer, so your order may have gone through. Try again: nothing is ordered twice.',
);

export type OrderBody = Given<typeof orders.place, 'body'>;

/** What makes two orders of a buyer the same, and two pre-orders. */
export const identityOf = ({ robuxAmount, gamepassUrl }: Identity): Identity => ({
  robuxAmount,
  gamepassUrl,
});

export type Identity = Pick<OrderBody, 'robuxAmount' | 'gamepassUrl'>;

export const isSame = (one: Identity, other: Identity): boolean =>
  one.robuxAmount === other.robuxAmount && one.gamepassUrl === other.gamepassUrl;

/**
 * This order as it was last sent, if it got no answer and so may have been placed. None when the buyer has chosen another rate
 * since then.
 */
export const useUnansweredOrder = (identity: Identity, chosenRate: Rate | null) =>
  useUnansweredIntent<OrderBody>(
    orders.place,
    useUser().id,
    (body) =>
      isSame(body, identity) && (chosenRate === null || body.ratePerThousand === dollarText(chosenRate)),
  );

const kept = storedValue(
  'placed-order',
  z.object({ userId: z.string(), orderId: z.string() }),
  () => sessionStorage,
);

/**
 * The order that was placed on this visit of the page. A reload continues the visit. `finish` ends an order: it empties the form with
 * `clear`. When the buyer has left the page before the answer, the form that they find later is emptied, if it still has this order.
 */
export function usePlacedOrder(clear: () => void) {
  const userId = useUser().id;
  const [id, setId] = useState(() => {
    const placed = kept.read();
    return placed?.userId === userId ? placed.orderId : null;
  });
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    kept.keep(null);
    return () => {
      isShown.current = false;
      // also when the browser has brought the page back without a load, and the visit ends then
      kept.keep(null);
    };
  }, []);
  useEffect(() => {
    const keep = () => void kept.keep(id === null ? null : { userId, orderId: id });
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [id, userId]);
  const finish = (orderId: string | null, sent?: Identity) => {
    if (isShown.current) {
      if (orderId) setId(orderId);
      clear();
    } else if (orderId && sent) finishLater(userId, orderId, sent);
  };
  return { id, finish, close: () => setId(null) };
}

function finishLater(userId: string, orderId: string, sent: Identity): void {
  const draft = readBuyDraft(userId);
  if (draft?.amount !== sent.robuxAmount || draft.url.trim() !== sent.gamepassUrl) return;
  kept.keep({ userId, orderId });
  replaceBuyDraft(userId, { ...draft, ratePerThousand: null, url: '' });
}
