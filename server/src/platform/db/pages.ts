/** The number of rows that one query of a long list reads. */
export const PAGE_ROWS = 200;

/**
 * A long list in pages. `read` returns at most PAGE_ROWS rows that follow `last`; null: the first rows. No connection is
 * held while the caller uses a page.
 */
export async function* pagesOf<Row>(read: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ; ) {
    const rows: Row[] = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)!;
  }
}

/** Returns all pages after it has read the first, so that an error of the first is thrown here. */
export async function readFirst<Page>(pages: AsyncIterable<Page>): Promise<AsyncIterable<Page>> {
  const reading = pages[Symbol.asyncIterator]();
  const first = await reading.next();
  return (async function* rest() {
    for (let next = first; !next.done; next = await reading.next()) yield next.value;
  })();
}
