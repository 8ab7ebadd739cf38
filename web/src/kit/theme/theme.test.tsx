import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { followTheme, useTheme } from './theme.ts';

afterEach(() => localStorage.clear());

const Chosen = () => <p>{useTheme()[0]}</p>;

test('a theme that another tab chose is shown here too', async () => {
  followTheme();
  const screen = await render(<Chosen />);
  await expect.element(screen.getByText('dark')).toBeVisible();
  localStorage.setItem('sterling.theme', 'light');
  dispatchEvent(new StorageEvent('storage', { key: 'sterling.theme' }));
  await expect.element(screen.getByText('light')).toBeVisible();
  expect(document.documentElement.dataset.theme).toBe('light');
});
