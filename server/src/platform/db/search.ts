import { type RawBuilder, sql } from 'kysely';
import { plainFigure } from '../formats.rules.ts';

const PLAIN_DOLLARS = sql`to_char(cents / 100.0, 'FM999999999999990.00')`;
const SHOWN_DOLLARS = sql`to_char(cents / 100.0, 'FM$999,999,999,999,990.00')`;

/** Whether a row contains a searched text in one of these columns. Case and blanks around the text do not matter. */
export const containsText = (search: string, columns: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`strpos(lower(concat_ws(chr(10), ${columns})), lower(${search.trim()})) > 0`;

/**
 * As `containsText`, or in the amount of the column `cents`, as 1234.50, $1,234.50 or in the notation of the current language.
 */
export const containsTextOrAmount = (
  search: string,
  columns: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(
  ${containsText(search, sql`${columns}, ${PLAIN_DOLLARS}, ${SHOWN_DOLLARS}`)}
  or strpos(${PLAIN_DOLLARS}, ${plainFigure(search.trim())}) > 0)`;
