import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog, FormDialog, SecretDialog } from './dialog.tsx';

/** A dialog that shows its form once its data has come. */
function Loaded({ data, onClose }: { data: string | null; onClose: () => void }) {
  if (data === null)
    return (
      <Dialog title="Alert" onClose={onClose}>
        Loading
      </Dialog>
    );
  return (
    <FormDialog title="Alert" submitLabel="Save" isPending={false} onSubmit={onClose} onClose={onClose}>
      <input aria-label="Amount" defaultValue={data} />
    </FormDialog>
  );
}

test('the first field of a form gets the focus when the form replaces what was shown while it loaded', async () => {
  const nothing = () => undefined;
  const screen = await render(<Loaded data={null} onClose={nothing} />);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await screen.rerender(<Loaded data="500" onClose={nothing} />);
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  // a closed dialog returns the focus a moment later
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
});

test('what is shown only once is not closed by Esc alone', async () => {
  let closed = 0;
  const screen = await render(
    <SecretDialog
      title="Your secret"
      description="Keep it."
      what="secret"
      secret="abc"
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  await userEvent.keyboard('{Escape}');
  const question = screen.getByRole('alertdialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByText('abc')).toBeVisible();
  expect(closed).toBe(0);
  await screen.getByRole('button', { name: 'I have saved it' }).click();
  expect(closed).toBe(1);
});
