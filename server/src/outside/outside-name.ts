import { UNPRINTABLE } from '@sterling/contract/fields.ts';
import * as z from 'zod/mini';

const ALL_UNPRINTABLE = new RegExp(`${UNPRINTABLE.source}+`, 'gu');

/**
 * A name that someone chose at another company. Other users read it beside amounts, so it loses line breaks and characters that change
 * the text direction.
 */
export const OutsideName = z.pipe(
  z.string(),
  z.transform((name: string) => name.replaceAll(ALL_UNPRINTABLE, ' ').trim()),
);
