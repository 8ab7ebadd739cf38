import { api } from '@sterling/contract/api.ts';
import type { TransactionWithEvents } from '@sterling/contract/transactions.ts';
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

/** Purchases of listings and their steps. Each write answers with the trade. */
export function transactionRoutes({ config, db }: Pick<Services, 'config' | 'db'>): Route[] {
  const actorFrom = (user: CurrentUser): Actor => ({ id: user.id, isStaff: actsAsStaff(user, config.mode) });
  const show: ShowTrade = (reader, id) => readTransaction(db, actorFrom(reader), id);
  return [
    handle(api.transactions.list, async ({ user, query, total }) => {
      const { transactions, total: count } = await listTransactions(db, actorFrom(user), query);
      total(count);
      return transactions;
    }),
    handle(api.transactions.read, ({ user, params }) => show(user, params.id)),
    handle(
      api.transactions.buy,
      ({ user, body, onceShown }) => onceShown((tx) => buyListing(tx, user.id, body)),
      show,
    ),
    ...stepRoutes(actorFrom, show),
    ...pictureRoutes(db, actorFrom, show),
  ];
}

type ActorFrom = (user: CurrentUser) => Actor;
type ShowTrade = (reader: CurrentUser, id: string) => Promise<TransactionWithEvents>;

function pictureRoutes(db: Db, actorFrom: ActorFrom, show: ShowTrade): Route[] {
  const { add: adding, read: reading, remove: removing } = api.transactionPictures;
  return [
    handle(
      adding,
      async ({ user, params: { id }, body, onceShown }) => {
        await refuseMorePictures(db, actorFrom(user), id);
        const clean = await cleanUpload(user.id, body.picture);
        return onceShown(stepOf(id, (tx) => addPicture(tx, actorFrom(user), id, clean)));
      },
      show,
    ),
    handle(reading, async ({ user, params, query, reply }) => {
      const size = query.small === '1' ? 'thumbnail' : 'picture';
      const file = await readPicture(db, actorFrom(user), params, size);
      return sendPicture(reply, file, 'evidence');
    }),
    handle(removing, async ({ user, params: { id, pictureId }, write }) => {
      await write((tx) => removePicture(tx, actorFrom(user), id, pictureId));
      return show(user, id);
    }),
  ];
}

function stepRoutes(actorFrom: ActorFrom, show: ShowTrade): Route[] {
  const {
    deliver: delivering,
    confirm: confirming,
    cancel: cancelling,
    dispute: disputing,
  } = api.transactions;
  const { messages, resolve: resolving, rate: rating } = api.transactions;
  return [
    handle(
      delivering,
      ({ user, params: { id }, body, onceShown }) =>
        onceShown(stepOf(id, (tx) => deliver(tx, actorFrom(user), id, body.note ?? null))),
      show,
    ),
    handle(
      confirming,
      ({ user, params: { id }, onceShown }) =>
        onceShown(stepOf(id, (tx) => confirm(tx, actorFrom(user), id))),
      show,
    ),
    handle(
      cancelling,
      ({ user, params: { id }, onceShown }) => onceShown(stepOf(id, (tx) => cancel(tx, actorFrom(user), id))),
      show,
    ),
    handle(
      disputing,
      ({ user, params: { id }, body, onceShown }) =>
        onceShown(stepOf(id, (tx) => dispute(tx, actorFrom(user), id, body.reason))),
      show,
    ),
    handle(
      messages,
      ({ user, params: { id }, body, onceShown }) =>
        onceShown(stepOf(id, (tx) => writeMessage(tx, actorFrom(user), id, body.text))),
      show,
    ),
    handle(
      resolving,
      ({ user, params: { id }, body, onceShown }) =>
        onceShown(stepOf(id, (tx) => resolve(tx, actorFrom(user), id, body))),
      show,
    ),
    handle(
      rating,
      ({ user, params: { id }, body: { stars, comment = null }, onceShown }) =>
        onceShown(stepOf(id, (tx) => rate(tx, actorFrom(user), id, { stars, comment }))),
      show,
    ),
  ];
}

/** Takes a step of a trade and returns the trade's id. */
const stepOf = (id: string, step: (tx: Tx) => Promise<void>) => async (tx: Tx) => {
  await step(tx);
  return id;
};
