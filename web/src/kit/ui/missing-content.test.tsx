import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError } from '../../data/call.ts';
import { Loaded } from './loaded.tsx';
import { ErrorBoundary, ErrorState } from './missing-content.tsx';
import { Overlays } from './overlays.tsx';
import { ToastRegion } from './toast-region.tsx';

let isBroken = true;

function Part() {
  if (isBroken) throw new Error('broken');
  return <p>Works</p>;
}

test('a part that crashes says so, and Retry shows it again', async () => {
  isBroken = true;
  await render(
    <>
      <p>Beside it</p>
      <ErrorBoundary>
        <Part />
      </ErrorBoundary>
    </>,
  );
  await expect.element(page.getByText('This part of the page stopped working')).toBeVisible();
  await expect.element(page.getByText('Beside it')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('Works')).toBeVisible();
});

function PartWithoutCode(): never {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js');
}

test('code that is missing without a connection blames the connection and offers no reload', async () => {
  onlineManager.setOnline(false);
  const { unmount } = await render(
    <ErrorBoundary>
      <PartWithoutCode />
    </ErrorBoundary>,
  );
  await expect.element(page.getByText("You're offline")).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  // with a connection, the part would reload the page
  await unmount();
  onlineManager.setOnline(true);
});

test('a dialog that crashes leaves the page and the other dialogs', async () => {
  isBroken = true;
  await render(
    <>
      <p>The page</p>
      <Overlays>
        <Part />
        <p>Another dialog</p>
      </Overlays>
    </>,
  );
  await expect.element(page.getByText('The page')).toBeVisible();
  await expect.element(page.getByText('Another dialog')).toBeVisible();
  await expect.element(page.getByText('This part of the page stopped working')).not.toBeInTheDocument();
});

function PageWithDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Overlays>{open && <DialogWithoutCode onClose={() => setOpen(false)} />}</Overlays>
      <ToastRegion />
    </>
  );
}

const DialogWithoutCode = (_: { onClose: () => void }) => (isBroken ? <PartWithoutCode /> : <p>Opened</p>);

test('a dialog whose code is missing says why, and the next press tries again', async () => {
  isBroken = true;
  onlineManager.setOnline(false);
  await render(<PageWithDialog />);
  const button = page.getByRole('button', { name: 'Open' });
  await button.click();
  await expect.element(page.getByText("You're offline")).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  onlineManager.setOnline(true);
  await button.click();
  await expect.element(page.getByText('Reload the page and try again.')).toBeVisible();
  isBroken = false;
  await button.click();
  await expect.element(page.getByText('Opened')).toBeVisible();
});

/** A list that failed to load. Retry shows a placeholder first. */
function Failed() {
  const [isLoading, setIsLoading] = useState(false);
  return (
    <main tabIndex={-1}>
      {isLoading ? 'Loading' : <ErrorState error={new Error()} onRetry={() => setIsLoading(true)} />}
    </main>
  );
}

test('the focus goes to the main part of the page when Retry gives way to a placeholder', async () => {
  const screen = await render(<Failed />);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('Loading')).toBeVisible();
  await expect.poll(() => document.activeElement?.localName).toBe('main');
});

const read = vi.fn<() => Promise<string>>();

function Seller() {
  const query = useQuery({ queryKey: ['stats'], queryFn: read, retry: false });
  return (
    <>
      <p>{query.status}</p>
      <Loaded query={query} waiting={<p>Loading</p>}>
        {(name) => <p>{name}</p>}
      </Loaded>
    </>
  );
}

test('a part shows a placeholder, then the failure, and keeps what it has read when a later read fails', async () => {
  const answer = Promise.withResolvers<string>();
  read.mockReturnValueOnce(answer.promise);
  const client = new QueryClient();
  await render(
    <QueryClientProvider client={client}>
      <Seller />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Loading')).toBeVisible();
  answer.reject(new Error());
  read.mockResolvedValueOnce('lena').mockRejectedValueOnce(new Error());
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('lena')).toBeVisible();
  await client.refetchQueries();
  await expect.element(page.getByText('error')).toBeVisible();
  await expect.element(page.getByText('lena')).toBeVisible();
});

test('what does not exist is not offered for another try', async () => {
  const shown = (status: number, code: string) => (
    <Loaded
      query={{
        data: undefined,
        error: new ApiError(status, { message: 'Order not found', code }),
        refetch: vi.fn(),
      }}
      waiting={<p>Loading</p>}
    >
      {() => <p>Works</p>}
    </Loaded>
  );
  const screen = await render(shown(404, 'order_not_found'));
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  await screen.rerender(shown(500, 'server_error'));
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
