import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentToast, toast } from '../../kit/ui/toast.ts';
import { SAVED_ADDRESS } from './address.test-kit.ts';
import { AddressBook } from './address-book.tsx';

afterEach(() => vi.unstubAllGlobals());

const wait = { hours: 0, ownHours: 0, ownerHours: 0, next: null };

test('a removed address leaves the list, and a message says so', async () => {
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) =>
    Response.json({ addresses: method === 'DELETE' ? [] : [SAVED_ADDRESS], wait }),
  );
  await removeTheOnlyAddress();
  expect(currentToast()).toMatchObject({ title: 'Address removed' });
});

test('an address whose removal got no answer leaves the list, because the book is read again', async () => {
  let addresses = [SAVED_ADDRESS];
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ addresses, wait });
    addresses = [];
    throw new TypeError('no answer');
  });
  await removeTheOnlyAddress();
  expect(currentToast()).toMatchObject({ title: 'No answer' });
});

async function removeTheOnlyAddress() {
  const screen = await render(
    <QueryClientProvider client={createQueryClient(toast)}>
      <AddressBook />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Remove Exchange' }).click();
  await screen.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(screen.getByText('No saved addresses yet')).toBeVisible();
}
