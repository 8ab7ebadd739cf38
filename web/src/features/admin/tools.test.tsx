import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import EraseDialog from './erase-dialog.tsx';
import { Tools } from './tools.tsx';

afterEach(() => vi.unstubAllGlobals());

const HOUR_MS = 3_600_000;
const showTools = (ageHours: number | null) => {
  const at = ageHours === null ? null : new Date(Date.now() - ageHours * HOUR_MS).toISOString();
  vi.stubGlobal('fetch', async () => Response.json({ at, file: at && 'sterling-1.backup.gz' }));
  return render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Tools />
    </QueryClientProvider>,
  );
};

test('S7.06 the owner sees when the last backup was made', async () => {
  const screen = await showTools(20);
  await expect.element(screen.getByText(/The last one was made on/)).toBeVisible();
  expect(screen.getByText(/Make one every day/).query()).toBeNull();
});

test.each([
  ['a backup that is late', 40, /The last one was made on .+ Make one every day\./],
  ['no backup', null, 'There is no backup yet. Make one every day.'],
])('S7.06 the owner is warned of %s', async (_what, ageHours, text) => {
  const screen = await showTools(ageHours);
  await expect.element(screen.getByText(text)).toBeVisible();
});

test('S7.06 the last backup can be downloaded later, and a refusal is told', async () => {
  const failures: string[] = [];
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('.gz')
      ? Response.json({ code: 'not_found', message: 'Not found' }, { status: 404 })
      : Response.json({ at: new Date().toISOString(), file: 'sterling-1.backup.gz' }),
  );
  const screen = await render(
    <QueryClientProvider client={createQueryClient(({ title }) => failures.push(title))}>
      <Tools />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Download' }).click();
  await expect.poll(() => failures).toEqual(['Download failed']);
});

test('S7.05 before data is erased, the owner is warned of a late backup and can make one', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ at: null, file: null }));
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <EraseDialog action="clean" onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('There is no backup yet. Make one every day.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Create backup' })).toBeEnabled();
});
