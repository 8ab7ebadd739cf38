import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { keepLanguage } from '../language.ts';

/** A list of an answer that is read in pages while the answer is sent. */
type Pages = AsyncIterable<readonly unknown[]>;

/**
 * Sends an object as a JSON file. Each page of its lists is read when the one before was sent. `schema` drops undeclared fields, as it
 * does for all answers.
 */
export function sendJsonFile(
  reply: FastifyReply,
  fileName: string,
  schema: z.ZodMiniObject,
  fields: Readonly<Record<string, unknown>>,
): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(keepLanguage(textOf(schema, fields))));
}

async function* textOf(
  schema: z.ZodMiniObject,
  fields: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(fields)) {
    const declared = schema.shape[name] as z.ZodMiniType | undefined;
    if (!declared) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (isPages(value)) yield* listOf(declared, value);
    else if (declared instanceof z.ZodMiniObject && hasPages(value)) yield* textOf(declared, value);
    else yield JSON.stringify(z.encode(declared, value));
  }
  yield before === '{' ? '{}' : '}';
}

async function* listOf(schema: z.ZodMiniType, pages: Pages): AsyncGenerator<string> {
  yield '[';
  let before = '';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + JSON.stringify(z.encode(schema, rows)).slice(1, -1);
    before = ',';
  }
  yield ']';
}

const isPages = (value: unknown): value is Pages =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const hasPages = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isPages);
