import * as z from 'zod/mini';
import { t } from './texts.ts';

/** A list with at most `most` items. */
export const listOf = <Item extends z.ZodMiniType>(item: Item, most: number) =>
  z.array(item).check(z.maxLength(most, t('must have at most {most} entries', { most })));

/** A list with at most `most` items, and at least one. */
export const filledListOf = <Item extends z.ZodMiniType>(item: Item, most: number) =>
  listOf(item, most).check(z.minLength(1, t('must not be empty')));

/** The lines of a list that a person pastes. */
export const Lines = (most: number, longest: number) =>
  filledListOf(z.string().check(z.maxLength(longest, t('is too long'))), most);
