import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { WaitingTrades } from './inbox.tsx';

afterEach(() => vi.unstubAllGlobals());

test('what stands below waiting trades is hidden until they are known, and shown if they are not', async () => {
  let answer = (_: Response): void => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <WaitingTrades>
        <p>Below</p>
      </WaitingTrades>
    </QueryClientProvider>,
  );
  const below = screen.getByText('Below').element();
  const marker = () => below.parentElement?.previousElementSibling;
  expect(marker()?.matches('[data-unknown]')).toBe(true);
  answer(Response.json({ message: 'No' }, { status: 500 }));
  await expect.poll(marker).toBeNull();
});
