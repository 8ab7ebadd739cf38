import type { Treasury } from '@sterling/contract/treasury.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
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
  await expect.element(screen.getByText('$85.00 now, +9900.0% with yours.')).toBeVisible();
});
