import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { toast } from './toast.ts';
import { ToastRegion } from './toast-region.tsx';

const card = page.getByRole('listitem');

test('S8.01 the region shows only the latest toast, until its button is pressed', async () => {
  await render(<ToastRegion />);
  toast({ title: 'Rate Updated' });
  await expect.element(card).toHaveTextContent('Rate Updated');
  await expect.element(card).toHaveAttribute('data-variant', 'default');
  toast({ title: 'Delete Failed', description: 'Please try again', variant: 'destructive' });
  await expect.element(card.getByText('Delete Failed')).toBeVisible();
  await expect.element(card.getByText('Please try again')).toBeVisible();
  await expect.element(card).toHaveAttribute('data-variant', 'destructive');
  expect(card.elements()).toHaveLength(1);
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(card).not.toBeInTheDocument();
});

test('Esc closes a toast, and the dialog below gets the key too', async () => {
  await render(<ToastRegion />);
  const keys: string[] = [];
  document.addEventListener('keydown', ({ key, isTrusted }) => {
    if (!isTrusted) keys.push(key);
  });
  toast({ title: 'Rate Updated' });
  await expect.element(card).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  await expect.poll(() => keys).toEqual(['Escape']);
});
