import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { lazyPage } from './lazy.tsx';
import { ErrorBoundary } from './missing-content.tsx';

test('a page replaces its spinner when its code is there, and shows none the next time', async () => {
  let load = (_: { default: () => string }): void => undefined;
  const Page = lazyPage(() => new Promise<{ default: () => string }>((resolve) => (load = resolve)));
  const screen = await render(<Page />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading');
  load({ default: () => 'The page' });
  await expect.element(screen.getByText('The page')).toBeVisible();
  await screen.rerender(<Page key="again" />);
  expect(screen.container.textContent).toBe('The page');
});

test('the error boundary shows that the code of a page is missing', async () => {
  const Page = lazyPage<object>(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  const screen = await render(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  );
  await expect.element(screen.getByText('This part of the page stopped working')).toBeVisible();
});
