/** Rows that one page of an export reads. */
const PAGE_SIZE = 200;

/**
 * Reads a list in pages, newest first. `readPage` gets the id that the page before ended with (null: the first page) and the
 * largest number of rows. Rows that are added meanwhile are not repeated.
 */
export async function* pagesById<Row extends { readonly id: string }>(
  readPage: (before: string | null, most: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let before: string | null = null; ; ) {
    const rows: readonly Row[] = await readPage(before, PAGE_SIZE);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_SIZE) return;
    before = rows.at(-1)!.id;
  }
}
