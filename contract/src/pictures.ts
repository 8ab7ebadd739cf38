import * as z from 'zod/mini';

/** Largest picture that a user may send, in MB. */
export const MAX_PICTURE_MB = 2;
export const MAX_PICTURE_BYTES = MAX_PICTURE_MB * 1024 * 1024;
/** Types of pictures that a user may send. The content decides, not the name. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/**
 * Pictures that a person may send in a minute: this many for listings, and this many for trades. They are decoded one at a time, and people
 * take turns.
 */
export const PICTURES_PER_MINUTE = 20;

/** The file in base64. It is stored as WebP without metadata. */
export const PictureIn = z.strictObject({ picture: z.base64() });
/** Size of a body with the largest picture. base64 needs 4 characters for 3 bytes, and the rest of the body is short. */
export const PICTURE_BODY_BYTES = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 1024;

/** '1': the thumbnail. */
export const PictureSize = z.object({ small: z.optional(z.string()) });
