import { englishText, type Phrase, text } from '@sterling/contract/texts.ts';
import * as z from 'zod/mini';
import { refuse } from '../refusal.ts';
import { inLanguage } from './language.ts';

/** Decodes a value by a schema. Refuses with invalid_input, or with the code of the schema's own phrase. `name`: of a value that is a part of a body. */
export function decode<Output>(schema: z.ZodMiniType<Output>, value: unknown, name?: string): Output;
export function decode(schema: z.ZodMiniType | undefined, value: unknown): unknown;
export function decode(schema: z.ZodMiniType | undefined, value: unknown, name?: string): unknown {
  if (!schema) return undefined;
  // a refusal is in English first (refusal.ts)
  const result = inLanguage('en', () => z.safeParse(schema, value, { error: problemOf }));
  if (result.success) return result.data;
  const issues = result.error.issues
    .flatMap((issue) => plainIssues(issue, name === undefined ? [] : [name]))
    .slice(0, MAX_NAMED_FIELDS);
  const details = Object.fromEntries(issues.toReversed());
  const phrase = issues.map(([, what]) => what.text).find((what) => /^(Invalid|Minimum|Please)/.test(what));
  const named = `Invalid input: ${issues.map(([field, what]) => `${field} ${englishText(what)}`).join('; ')}`;
  const code = phrase ? (CODES[phrase] ?? 'invalid_input') : 'invalid_input';
  return refuse(code, { message: phrase ?? named.slice(0, 300), details });
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

/** Phrases of schemas and their refusal codes. */
const CODES: Readonly<
  Record<string, 'invalid_amount' | 'invalid_ltc_address' | 'invalid_cookie' | 'invalid_gamepass_url'>
> = {
  'Invalid amount': 'invalid_amount',
  'Invalid LTC address': 'invalid_ltc_address',
  'Invalid cookie': 'invalid_cookie',
  'Invalid gamepass URL': 'invalid_gamepass_url',
};

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

function plainIssues(issue: z.core.$ZodIssue, above: readonly string[]): [field: string, what: Phrase][] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const what = { text: text('is not a field of this call'), values: {} };
    return issue.keys.map((key) => [nameOf([...path, key]), what]);
  }
  const values = issue.code === 'invalid_value' ? { values: issue.values.join(', ') } : {};
  return [[nameOf(path) || 'body', { text: issue.message, values }]];
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map(String)
    .join('.')
    .slice(0, MAX_FIELD_NAME)
    .replaceAll(/[^\x20-\x7e]/g, '?');
