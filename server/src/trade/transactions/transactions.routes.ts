import { api } from '@sterling/contract/api.ts';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { resolve } from './endings.ts';
import type { Member } from './trade.ts';
import { listTransactions, readTransaction } from './transactions.reads.ts';
import { buyListing, cancel, confirm, deliver, dispute, rate, writeMessage } from './transactions.ts';

/** Purchases of listings, from the click to the end, with every step between. */
export function transactionRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.transactions.list, async ({ user, query, total }) => {
      const { transactions, total: count } = await listTransactions(db, memberOf(user), query);
      total(count);
      return transactions;
    }),
    handle(api.transactions.read, ({ user, params }) => readTransaction(db, memberOf(user), params.id)),
    handle(api.transactions.buy, ({ user, body, once }) =>
      once(async (tx) => readTransaction(tx, memberOf(user), await buyListing(tx, user.id, body))),
    ),
    ...stepRoutes(),
  ];
}

function stepRoutes(): Route[] {
  const {
    deliver: delivering,
    confirm: confirming,
    cancel: cancelling,
    dispute: disputing,
  } = api.transactions;
  const { messages, resolve: resolving, rate: rating } = api.transactions;
  return [
    handle(delivering, ({ user, params, body, once }) =>
      once(stepped(user, params.id, (tx, member, id) => deliver(tx, member, id, body.note ?? null))),
    ),
    handle(confirming, ({ user, params, once }) => once(stepped(user, params.id, confirm))),
    handle(cancelling, ({ user, params, once }) => once(stepped(user, params.id, cancel))),
    handle(disputing, ({ user, params, body, once }) =>
      once(stepped(user, params.id, (tx, member, id) => dispute(tx, member, id, body.reason))),
    ),
    handle(messages, ({ user, params, body, once }) =>
      once(stepped(user, params.id, (tx, member, id) => writeMessage(tx, member, id, body.text))),
    ),
    handle(resolving, ({ user, params, body, request, once }) =>
      once(
        stepped(user, params.id, (tx, member, id) => resolve(tx, member, id, { ...body, ip: request.ip })),
      ),
    ),
    handle(rating, ({ user, params, body, once }) => {
      const stars = { stars: body.stars, comment: body.comment ?? null };
      return once(stepped(user, params.id, (tx, member, id) => rate(tx, member, id, stars)));
    }),
  ];
}

/** Takes a step and answers the trade as it then stands. */
function stepped(user: CurrentUser, id: string, step: (tx: Tx, member: Member, id: string) => Promise<void>) {
  const member = memberOf(user);
  return async (tx: Tx) => {
    await step(tx, member, id);
    return readTransaction(tx, member, id);
  };
}

const memberOf = (user: CurrentUser): Member => ({
  id: user.id,
  isStaff: user.isOwner || user.role === 'admin',
});
