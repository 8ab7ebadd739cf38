import type { Treasury } from '@sterling/contract/treasury.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import PriceDialog from './price-dialog.tsx';

const showDialog = (price: Treasury['price'] | undefined) =>
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <PriceDialog price={price} onClose={() => undefined} />
    </QueryClientProvider>,
  );

test('a price can be set although the present one could not be read', async () => {
  const screen = await showDialog(undefined);
  await expect.element(screen.getByLabelText('Dollars per LTC')).toHaveValue('');
});

test('a typed price stands beside the present one, so that a misplaced decimal sign is seen', async () => {
  const price = { usd: 8_500, held: null } as unknown as Treasury['price'];
  const screen = await showDialog(price);
  await expect.element(screen.getByText('$85.00 now.')).toBeVisible();
  await screen.getByLabelText('Dollars per LTC').fill('8500');
  await expect.element(screen.getByText('$85.00 now, +9,900.0% with yours.')).toBeVisible();
});

test('a price that the server finds far off is sent again only after the owner has confirmed both prices', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const asked = JSON.parse(String(body)) as { usd: string; confirmed?: boolean };
    sent.push(asked);
    if (asked.confirmed)
      return Response.json({ success: true, price: 8.5, until: '2026-07-01T10:00:00.000Z' });
    const hint = 'The entered price is $8.50. The market price is $85.00.';
    return Response.json({ message: 'Far off', code: 'price_far_off', hint }, { status: 409 });
  });
  const screen = await showDialog({ usd: 8_500, held: null } as unknown as Treasury['price']);
  await screen.getByLabelText('Dollars per LTC').fill('8.5');
  await screen.getByRole('button', { name: 'Set price' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Set this price anyway?' });
  await expect
    .element(question.getByText('The entered price is $8.50. The market price is $85.00.'))
    .toBeVisible();
  expect(sent).toEqual([{ usd: '8.5', minutes: 30 }]);
  await question.getByRole('button', { name: 'Set price' }).click();
  await expect.poll(() => sent[1]).toEqual({ usd: '8.5', minutes: 30, confirmed: true });
  vi.unstubAllGlobals();
});
