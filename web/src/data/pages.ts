import type { Endpoint, ReplyOf } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@sterling/contract/fields.ts';
import { answerOf, type CallInput, type CallOptions, type Parts, send } from './call.ts';

/** One page of a list, with its number and the total of all pages. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<{ rows: ReplyOf<E>; total: number; page: number }> {
  const parts = input as Parts;
  const response = await send(endpoint, parts, options);
  const rows = (await answerOf(endpoint, response)) as ReplyOf<E>;
  const total = Number(response.headers.get('x-total-count'));
  return { rows, total, page: Number(parts.query?.page ?? 1) };
}

/** Loads all pages of a list in sequence and returns their rows. */
export async function allPages<Row>(
  read: (paging: { page: number; pageSize: number }) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const some = await read({ page, pageSize: MAX_PAGE_SIZE });
    all.push(...some);
    if (some.length < MAX_PAGE_SIZE) return all;
  }
}
