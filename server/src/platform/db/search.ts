import { type RawBuilder, sql } from 'kysely';
import { plainFigure } from '../formats.rules.ts';

const PLAIN_DOLLARS = sql`to_char(cents / 100.0, 'FM999999999999990.00')`;
const SHOWN_DOLLARS = sql`to_char(cents / 100.0, 'FM$999,999,999,999,990.00')`;

/**
 * Whether a row contains a searched text: in these columns, or in the amount of its column `cents`, as 1234.50, $1,234.50 or in the
 * notation of the current language.
 */
export const containsSearch = (search: string, columns: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  strpos(lower(concat_ws(chr(10), ${columns}, ${PLAIN_DOLLARS}, ${SHOWN_DOLLARS})), lower(${search})) > 0
  or strpos(${PLAIN_DOLLARS}, ${plainFigure(search)}) > 0)`;
