import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { currentToast, toast } from '../../kit/ui/toast.ts';
import { SAVED_ADDRESS } from './address.test-kit.ts';
import AddressDialog from './address-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const wait = { hours: 24, ownHours: 0, ownerHours: 24, next: null };
const LATER = new Date(Date.now() + 86_400_000);

test.each([
  ['waits', LATER, `It can be used from ${formatTime(LATER)}.`],
  ['was used before', new Date(0), 'You can choose it in your next withdrawal.'],
])('a saved address that %s says when it can be used', async (_how, usableAt, description) => {
  const added = {
    ...SAVED_ADDRESS,
    id: 'a-2',
    label: 'Cold',
    createdAt: '2026-02-01T00:00:00.000Z',
    usableAt,
  };
  vi.stubGlobal('fetch', async () =>
    Response.json({ addresses: [added, SAVED_ADDRESS], wait }, { status: 201 }),
  );
  const screen = await render(
    <QueryClientProvider client={createQueryClient(toast)}>
      <AddressDialog saved={undefined} waitHours={24} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.getByLabelText('Label').fill('Cold');
  await screen.getByLabelText('Litecoin address').fill('rltc1new');
  await screen.getByRole('button', { name: 'Save address' }).click();
  await expect.poll(currentToast).toMatchObject({ title: 'Address saved', description });
});
