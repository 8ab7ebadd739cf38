import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { readFirst } from '../db/pages.ts';
import { inLanguage, keepLanguage } from '../language.ts';

/** Numbers stay numbers, and times are ISO 8601 in UTC. */
type Cell = string | number | Date | null;

/** One column of a CSV file. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => Cell;
}

/**
 * Sends rows as a CSV file, in English, because programs read it. Each page is read when the one before was sent, so a
 * long list needs little memory. The first page is read before the answer begins, so that its errors become refusals.
 */
export async function sendCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Promise<FastifyReply> {
  const begun = await inLanguage('en', () => readFirst(pages));
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(inLanguage('en', () => keepLanguage(linesOf(columns, begun)))));
}

/** Spreadsheets take a file without this mark for another encoding than UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

async function* linesOf<Row>(columns: readonly CsvColumn<Row>[], pages: AsyncIterable<readonly Row[]>) {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ name }) => name));
  for await (const rows of pages) {
    yield rows.map((row) => csvLine(columns.map(({ value }) => value(row)))).join('');
  }
}

/**
 * One line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front, because
 * some of it was written by other users.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Where a spreadsheet would begin a formula. In languages with a decimal comma it begins a cell after each semicolon, even inside our cells. */
const FORMULA = /(^|[;\t\r\n])(?=["'\s]*[=+\-@＝＋－＠])/g;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  const text = cell.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows that were read together, as the pages that `sendCsv` takes. */
export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
