import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentToast } from '../../kit/ui/toast.ts';
import StockAlertDialog from './stock-alert-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const LOW_ALREADY = 'Your stock is below this already. We tell you the next time it falls below.';

/** `saved`: what the server answers to a change. */
async function openAlert(alert: object, saved?: object) {
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) =>
    Response.json(method === 'GET' ? alert : saved),
  );
  return render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <StockAlertDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

test('S9.08 an alert above the present stock does not promise news that never come', async () => {
  const screen = await openAlert(
    { robux: null, forSale: 400, isLow: false },
    { robux: 500, forSale: 400, isLow: true },
  );
  await screen.getByLabelText('Alert me below').fill('500');
  await screen.getByRole('button', { name: 'Save alert' }).click();
  await expect.poll(currentToast).toMatchObject({ title: 'Alert saved', description: LOW_ALREADY });
});

test('S9.08 a saved alert says that the stock is below it, until another number is typed', async () => {
  const screen = await openAlert({ robux: 500, forSale: 400, isLow: true });
  await expect.element(screen.getByText(LOW_ALREADY)).toBeVisible();
  await screen.getByLabelText('Alert me below').fill('300');
  await expect.element(screen.getByText(LOW_ALREADY)).not.toBeInTheDocument();
});
