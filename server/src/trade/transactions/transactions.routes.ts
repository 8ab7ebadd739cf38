import { api } from '@sterling/contract/api.ts';
import { actsAsStaff, type CurrentUser } from '../../people/sessions/sessions.reads.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { cleanUpload, sendPicture } from '../../platform/pictures/pictures.ts';
import type { Services } from '../../services.ts';
import { buyListing } from './buying.ts';
import { resolve } from './endings.ts';
import { writeMessage } from './messages.ts';
import { readPicture } from './pictures.reads.ts';
import { addPicture, refuseMorePictures, removePicture } from './pictures.ts';
import { cancel, confirm, deliver, dispute, rate } from './steps.ts';
import type { Actor } from './trade.ts';
import { listTransactions, readTransaction } from './transactions.reads.ts';

/** Purchases of listings and their steps. */
export function transactionRoutes({ config, db }: Pick<Services, 'config' | 'db'>): Route[] {
  const actorFrom = (user: CurrentUser): Actor => ({ id: user.id, isStaff: actsAsStaff(user, config.mode) });
  return [
    handle(api.transactions.list, async ({ user, query, total }) => {
      const { transactions, total: count } = await listTransactions(db, actorFrom(user), query);
      total(count);
      return transactions;
    }),
    handle(api.transactions.read, ({ user, params }) => readTransaction(db, actorFrom(user), params.id)),
    handle(api.transactions.buy, ({ user, body, once }) =>
      once(async (tx) => readTransaction(tx, actorFrom(user), await buyListing(tx, user.id, body))),
    ),
    ...stepRoutes(actorFrom),
    ...pictureRoutes(db, actorFrom),
  ];
}

function pictureRoutes(db: Db, actorFrom: (user: CurrentUser) => Actor): Route[] {
  const { add: adding, read: reading, remove: removing } = api.transactionPictures;
  return [
    handle(adding, async ({ user, params, body, once }) => {
      await refuseMorePictures(db, actorFrom(user), params.id);
      const clean = await cleanUpload(body.picture);
      return once(stepped(actorFrom(user), params.id, (tx, actor, id) => addPicture(tx, actor, id, clean)));
    }),
    handle(reading, async ({ user, params, query, reply }) => {
      const size = query.small === '1' ? 'thumbnail' : 'picture';
      const file = await readPicture(db, actorFrom(user), params, size);
      return sendPicture(reply, file, 'evidence');
    }),
    handle(removing, ({ user, params, once }) =>
      once(
        stepped(actorFrom(user), params.id, (tx, actor, id) =>
          removePicture(tx, actor, id, params.pictureId),
        ),
      ),
    ),
  ];
}

function stepRoutes(actorFrom: (user: CurrentUser) => Actor): Route[] {
  const {
    deliver: delivering,
    confirm: confirming,
    cancel: cancelling,
    dispute: disputing,
  } = api.transactions;
  const { messages, resolve: resolving, rate: rating } = api.transactions;
  return [
    handle(delivering, ({ user, params, body, once }) =>
      once(stepped(actorFrom(user), params.id, (tx, actor, id) => deliver(tx, actor, id, body.note ?? null))),
    ),
    handle(confirming, ({ user, params, once }) => once(stepped(actorFrom(user), params.id, confirm))),
    handle(cancelling, ({ user, params, once }) => once(stepped(actorFrom(user), params.id, cancel))),
    handle(disputing, ({ user, params, body, once }) =>
      once(stepped(actorFrom(user), params.id, (tx, actor, id) => dispute(tx, actor, id, body.reason))),
    ),
    handle(messages, ({ user, params, body, request: { ip }, once }) =>
      once(
        stepped(actorFrom(user), params.id, (tx, actor, id) =>
          writeMessage(tx, { ...actor, ip }, id, body.text),
        ),
      ),
    ),
    handle(resolving, ({ user, params, body, request, once }) =>
      once(
        stepped(actorFrom(user), params.id, (tx, actor, id) =>
          resolve(tx, actor, id, { ...body, ip: request.ip }),
        ),
      ),
    ),
    handle(rating, ({ user, params, body, once }) => {
      const stars = { stars: body.stars, comment: body.comment ?? null };
      return once(stepped(actorFrom(user), params.id, (tx, actor, id) => rate(tx, actor, id, stars)));
    }),
  ];
}

/** Takes a step and returns the changed trade. */
function stepped(actor: Actor, id: string, step: (tx: Tx, actor: Actor, id: string) => Promise<void>) {
  return async (tx: Tx) => {
    await step(tx, actor, id);
    return readTransaction(tx, actor, id);
  };
}
