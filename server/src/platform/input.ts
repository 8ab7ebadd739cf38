import { CONFIRM_OWNERSHIP, type RefusalCode } from '@sterling/contract/errors.ts';
import type { SizeLimit } from '@sterling/contract/order-size.ts';
import { englishText, type Phrase, text } from '@sterling/contract/texts.ts';
import * as z from 'zod/mini';
import { refuse } from '../refusal.ts';
import { inLanguage } from './language.ts';
import { SIZE_LIMITS } from './size-limits.rules.ts';

/** Decodes a value by a schema. Refuses with invalid_input, or with the code of the schema's own phrase. `name`: of a value that is a part of a body. */
export function decode<Output>(schema: z.ZodMiniType<Output>, value: unknown, name?: string): Output;
export function decode(schema: z.ZodMiniType | undefined, value: unknown): unknown;
export function decode(schema: z.ZodMiniType | undefined, value: unknown, name?: string): unknown {
  if (!schema) return undefined;
  // a refusal is in English first (refusal.ts)
  const result = inLanguage('en', () => z.safeParse(schema, value, { error: problemOf }));
  if (result.success) return result.data;
  const problems = result.error.issues
    .flatMap((issue) => problemsIn(issue, name === undefined ? [] : [name]))
    .slice(0, MAX_NAMED_FIELDS);
  const details = Object.fromEntries(problems.toReversed().map(({ field, what }) => [field, what]));
  const named = problems.find(({ message }) => CODES.has(message));
  const all = `Invalid input: ${problems.map(({ field, what }) => `${field} ${englishText(what)}`).join('; ')}`;
  if (!named) return refuse('invalid_input', { message: all.slice(0, MAX_MESSAGE), details });
  const { message, hint } = named;
  return refuse(CODES.get(message)!, { message, details, ...(hint && { hint }) });
}

/** Refuses a change without any field. */
export function refuseNoChange(body: object): void {
  if (Object.values(body).some((value) => value !== undefined)) return;
  const details = { body: text('must change something') };
  refuse('invalid_input', { hint: text('There is nothing to change.'), details });
}

/** A refusal names at most this many fields, so that a large body does not come back as a large answer. */
const MAX_NAMED_FIELDS = 20;
const MAX_NAMED_VALUES = 20;
const MAX_FIELD_NAME = 60;
const MAX_MESSAGE = 300;

/** The schemas' own phrases for a whole refusal, and its code. Their other texts continue the name of a field. */
const CODES = new Map<string, RefusalCode>([
  ['Invalid amount', 'invalid_amount'],
  ['Invalid LTC address', 'invalid_ltc_address'],
  ['Invalid cookie', 'invalid_cookie'],
  ['Invalid gamepass URL', 'invalid_gamepass_url'],
  [CONFIRM_OWNERSHIP, 'ownership_not_confirmed'],
]);

/**
 * What is wrong with an input whose schema has no text of its own, as a continuation of the field's name. Without it, the text
 * would depend on whether the process has loaded zod's English texts, which name no field.
 */
function problemOf(issue: z.core.$ZodRawIssue): string {
  const { code, input } = issue;
  if (input === undefined) return text('is missing');
  if (code === 'too_big' && typeof input !== 'number') return text('is too long');
  if (code === 'too_big' || code === 'too_small') return text('is out of range');
  if (code !== 'invalid_value' || issue.values.length > MAX_NAMED_VALUES) return text('has the wrong type');
  return issue.values.length === 1 ? text('must be {values}') : text('must be one of: {values}');
}

interface Problem {
  readonly field: string;
  /** A phrase with a refusal code, or the same as `what`. */
  readonly message: string;
  readonly what: Phrase;
  readonly hint?: Phrase;
}

function problemsIn(issue: z.core.$ZodIssue, above: readonly string[]): Problem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const message = text('is not a field of this call');
    const what = { text: message, values: {} };
    return issue.keys.map((key) => ({ field: nameOf([...path, key]), message, what }));
  }
  const values = issue.code === 'invalid_value' ? { values: issue.values.join(', ') } : {};
  const what = { text: issue.message, values };
  return [{ field: nameOf(path) || 'body', message: issue.message, what, ...sizeProblem(issue) }];
}

/** What an order's size is refused with (`order-size.ts` of the contract). */
function sizeProblem(issue: z.core.$ZodIssue) {
  const limit = issue.code === 'custom' ? (issue.params?.limit as SizeLimit | undefined) : undefined;
  return limit && SIZE_LIMITS[limit];
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map(String)
    .join('.')
    .slice(0, MAX_FIELD_NAME)
    .replaceAll(/[^\x20-\x7e]/g, '?');
