import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ProxyLine } from './proxies.tsx';

test('only the name of a failing proxy can be cut off, not that it fails', async () => {
  const proxy = {
    host: 'a-very-long-name.example.com',
    port: 8080,
    username: 'sela',
    status: 'failing',
  } as const;
  const screen = await render(<ProxyLine proxy={proxy} />);
  const name = screen.getByText('a-very-long-name.example.com:8080 · sela', { exact: true });
  await expect.element(name).toHaveClass('truncate');
  expect(screen.container.textContent).toBe('Proxya-very-long-name.example.com:8080 · sela fails');
});
