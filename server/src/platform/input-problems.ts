import { text } from '@sterling/contract/texts.ts';
import type * as z from 'zod/mini';

/**
 * What is wrong with an input whose schema has no text of its own, as a continuation of the field's name. Give it to each
 * parse: otherwise the text depends on whether the process has loaded zod's English texts, which name no field.
 */
export function problemOf({ code, input }: z.core.$ZodRawIssue): string {
  if (input === undefined) return text('is missing');
  if (code === 'too_big' && typeof input !== 'number') return text('is too long');
  if (code === 'too_big' || code === 'too_small') return text('is out of range');
  return text('is not of the right kind');
}
