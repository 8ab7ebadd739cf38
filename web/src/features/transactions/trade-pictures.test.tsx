import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TradePictures } from './trade-pictures.tsx';

const tradeWith = (count: number) => ({
  id: 't',
  endedAt: null,
  pictures: Array.from({ length: count }, (_, index) => ({
    id: String(index),
    by: 'buyer' as const,
    width: 1,
    height: 1,
    addedAt: new Date(0),
  })),
});

const file = (name: string) => new File(['x'], name, { type: 'image/png' });

test('an error about the number of pictures goes when the number changes', async () => {
  const client = new QueryClient();
  const shown = (count: number) => (
    <QueryClientProvider client={client}>
      <TradePictures trade={tradeWith(count)} party="buyer" />
    </QueryClientProvider>
  );
  const screen = await render(shown(3));
  await userEvent.upload(screen.getByLabelText('Pictures to add'), [file('a.png'), file('b.png')]);
  const error = screen.getByText('Choose at most 1 more picture.');
  await expect.element(error).toBeVisible();
  await screen.rerender(shown(2));
  await expect.element(error).not.toBeInTheDocument();
});

test('an icon takes the place of a picture that does not load', async () => {
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <TradePictures trade={tradeWith(1)} party="seller" />
    </QueryClientProvider>,
  );
  const thumbnail = screen.getByRole('button', { name: 'Buyer 1, open' });
  await expect.element(thumbnail).toBeVisible();
  await expect.poll(() => thumbnail.element().querySelector('img')).toBeNull();
  await expect.poll(() => thumbnail.element().querySelector('svg')).not.toBeNull();
  await thumbnail.click();
  // what the picture is stays readable for screen readers
  await expect.element(screen.getByRole('img', { name: 'Evidence: Buyer 1' })).toBeVisible();
});
