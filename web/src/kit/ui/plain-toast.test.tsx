import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { toast } from './toast.ts';
import { ToastRegion } from './toast-region.tsx';

vi.mock('./toaster.tsx', () => ({
  default: () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/toaster.js');
  },
}));

test('a toast whose code is missing is still shown, and the next one too', async () => {
  await render(<ToastRegion />);
  toast({ title: "You're offline", description: 'Reload the page when you are connected again.' });
  await expect.element(page.getByText('Reload the page when you are connected again.')).toBeVisible();
  toast({ title: 'Delete Failed' });
  await expect.element(page.getByText('Delete Failed')).toBeVisible();
});
