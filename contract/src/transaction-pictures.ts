import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, FileReply, Id } from './fields.ts';
import {
  MAX_PICTURE_MB,
  PICTURE_BODY_BYTES,
  PICTURES_PER_MINUTE,
  PictureIn,
  PictureSize,
} from './pictures.ts';
import { TransactionWithEvents } from './transactions.ts';

/** Pictures that each side may add to a trade as evidence. */
export const MAX_PICTURES = 4;
/** Pictures that each side may add in a trade, with those that it has removed again. */
export const MAX_ADDED_PICTURES = 40;
/** Days that pictures are kept after the end of their trade. */
export const PICTURE_DAYS = 90;

const PictureId = z.strictObject({ id: Id, pictureId: Id });

export const transactionPictures = {
  add: endpoint({
    method: 'POST',
    path: '/api/transactions/{id}/pictures',
    access: 'signed-in',
    scope: 'trade',
    summary: `Add a picture as evidence to an open trade, by its parties: PNG, JPEG or WebP, at most ${MAX_PICTURE_MB} MB, ${MAX_PICTURES} a side`,
    idempotent: true,
    bodyBytes: PICTURE_BODY_BYTES,
    perMinute: PICTURES_PER_MINUTE,
    params: ById,
    body: PictureIn,
    status: 201,
    reply: TransactionWithEvents,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/transactions/{id}/pictures/{pictureId}',
    access: 'signed-in',
    scope: 'read',
    summary: 'One picture of a trade as WebP, for its parties and staff',
    params: PictureId,
    query: PictureSize,
    reply: FileReply,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/transactions/{id}/pictures/{pictureId}',
    access: 'signed-in',
    scope: 'trade',
    summary: 'Remove an own picture while the trade is open',
    params: PictureId,
    reply: TransactionWithEvents,
  }),
};
