import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import TermsDialog from './terms-dialog.tsx';

test('the terms are reached by the keyboard, so that keys scroll them', async () => {
  const screen = await render(<TermsDialog onClose={() => undefined} />);
  await expect.element(screen.getByText('Who may use Sterling')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('region', { name: 'Terms' })).toHaveFocus();
});
