import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { columnsOf } from './columns.ts';
import { DataTable } from './data-table.tsx';

const column = columnsOf<{ robux: string }>();
const columns = column.columns([column.accessor('robux', { header: 'Robux', enableSorting: false })]);

test('a table has a name, even as the list of cards of a phone', async () => {
  await page.viewport(1024, 700);
  const rows = [{ robux: '900' }];
  await render(
    <DataTable label="Robux for sale" columns={columns} rows={rows} rowId={({ robux }) => robux} empty="" />,
  );
  await expect.element(page.getByRole('table', { name: 'Robux for sale' })).toBeVisible();
  await page.viewport(390, 700);
  await expect.element(page.getByRole('list', { name: 'Robux for sale' })).toBeVisible();
});
