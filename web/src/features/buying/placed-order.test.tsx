import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { currentUserQuery } from '../sessions/session.tsx';
import { usePlacedOrder } from './placed-order.ts';

async function visit(userId: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(currentUserQuery.queryKey, { id: userId, role: 'buyer' } as never);
  const { result, act, unmount } = await renderHook(() => usePlacedOrder(() => undefined), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return {
    id: () => result.current.id,
    place: (id: string) => act(() => result.current.finish(id)),
    unmount,
  };
}

const leaveByLoad = () => dispatchEvent(new Event('pagehide'));

test('S4.09 a reload shows the order that was placed before it, to the same person only', async () => {
  const first = await visit('nova');
  await first.place('order');
  leaveByLoad();
  const kept = sessionStorage.getItem('placed-order')!;
  await first.unmount();
  sessionStorage.setItem('placed-order', kept);
  const other = await visit('mika');
  expect(other.id()).toBeNull();
  await other.unmount();
  sessionStorage.setItem('placed-order', kept);
  const again = await visit('nova');
  expect(again.id()).toBe('order');
  await again.unmount();
});

test('S4.09 an order is gone at the next visit, even if the browser has brought the page back in between', async () => {
  const first = await visit('nova');
  await first.place('order');
  leaveByLoad();
  await first.unmount();
  const next = await visit('nova');
  expect(next.id()).toBeNull();
});
