import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Id } from './fields.ts';
import { TransactionWithEvents } from './transactions.ts';

/** Pictures that each side may add to a trade as evidence. */
export const MAX_PICTURES = 4;
/** Largest picture that a user may send: 2 MB. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
/** Types of pictures that a user may send. The content decides, not the name. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** Days that pictures are kept after the end of their trade. */
export const PICTURE_DAYS = 90;

/** base64 needs 4 characters for 3 bytes. The rest of a body is short. */
const PICTURE_BODY_BYTES = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 1024;

const PictureId = z.strictObject({ id: Id, pictureId: Id });

export const transactionPictures = {
  add: endpoint({
    method: 'POST',
    path: '/api/transactions/{id}/pictures',
    access: 'signed-in',
    scope: 'trade',
    summary:
      'Add a picture as evidence to an open trade, by its parties: PNG, JPEG or WebP, at most 2 MB, 4 a side',
    idempotent: true,
    bodyBytes: PICTURE_BODY_BYTES,
    params: ById,
    /** The file in base64. It is stored as WebP without metadata. */
    body: z.strictObject({ picture: z.base64() }),
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
    /** '1': the thumbnail. */
    query: z.object({ small: z.optional(z.string()) }),
    /** The file itself. */
    reply: z.unknown(),
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
