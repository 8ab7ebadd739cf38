import type { ImportLine } from '@sterling/contract/account-imports.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { ImportProgress, importQuery } from './import-progress.tsx';

const lineOf = (line: number, state: ImportLine['state']): ImportLine => ({
  line,
  ending: '',
  state,
  reason: null,
  accountId: null,
  username: null,
  robux: null,
});

async function renderLines(state: 'running' | 'done') {
  const client = createQueryClient(() => undefined);
  client.setQueryData(importQuery('1').queryKey, {
    id: '1',
    state,
    createdAt: new Date(),
    stopReason: null,
    waitsUntil: null,
    counts: { total: 3, waiting: 0, added: 2, refused: 1, skipped: 0 },
    lines: [lineOf(1, 'added'), lineOf(2, 'refused'), lineOf(3, 'added')],
  });
  client.setDefaultOptions({ queries: { enabled: false } });
  const screen = await render(
    <QueryClientProvider client={client}>
      <ImportProgress id="1" onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const rows = screen.getByRole('listitem').all();
  const shown = rows.map((row) => row.element().textContent.match(/Line \d/)?.[0]);
  await screen.unmount();
  return shown;
}

test('the lines keep their order during an import, and the refused ones come first afterwards', async () => {
  expect(await renderLines('running')).toEqual(['Line 1', 'Line 2', 'Line 3']);
  expect(await renderLines('done')).toEqual(['Line 2', 'Line 1', 'Line 3']);
});
