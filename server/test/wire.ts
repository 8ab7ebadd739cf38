import type * as z from 'zod/mini';

/** What an answer has before a browser decodes it: amounts in dollars or LTC, times as text. */
export type OnWire<Schema extends z.ZodMiniType> = z.input<Schema>;
