import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { Form } from '../form/form.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { ActionsMenu, MenuItem } from './dropdown-menu.tsx';

let sent = 0;
let answer: () => void = () => undefined;
beforeEach(() => {
  sent = 0;
});
const send = () => {
  sent += 1;
  return new Promise<void>((resolve) => {
    answer = resolve;
  });
};

/** Asks before it sends. It stays open until the answer, or closes immediately. */
function Question({ staysOpen }: { staysOpen: boolean }) {
  const [open, setOpen] = useState(true);
  const write = useMutation({ mutationFn: send });
  return (
    <AlertDialog
      open={open}
      onClose={() => setOpen(false)}
      title="Buy it?"
      description="It costs $6.00."
      confirmLabel="Buy"
      {...(staysOpen && { pending: write.isPending })}
      onConfirm={() => write.mutate()}
    />
  );
}

function Saving() {
  const write = useMutation({ mutationFn: send });
  return (
    <Button pending={write.isPending} onClick={() => write.mutate()}>
      Save
    </Button>
  );
}

const show = (content: ReactNode) =>
  render(<QueryClientProvider client={createQueryClient(() => undefined)}>{content}</QueryClientProvider>);

/** A closing dialog stays until its animation has ended. */
const CLOSING = '@keyframes out { to { opacity: 0 } } [data-state=closed] { animation: out 200ms }';

/** Presses a button twice before any timer runs, as on a busy phone. */
async function pressTwice(button: Element) {
  (button as HTMLElement).click();
  for (let microtasks = 0; microtasks < 50; microtasks += 1) await null;
  (button as HTMLElement).click();
  await expect.poll(() => sent).toBeGreaterThan(0);
}

test.each([
  ['waits for the answer', true],
  ['closes immediately', false],
])('a question that %s is confirmed once by two presses', async (_, staysOpen) => {
  const screen = await show(
    <>
      <style>{CLOSING}</style>
      <Question staysOpen={staysOpen} />
    </>,
  );
  await pressTwice(screen.getByRole('button', { name: 'Buy' }).element());
  expect(sent).toBe(1);
});

test.each(['{Enter}', ' '])('a pending button keeps the focus and ignores the key "%s"', async (key) => {
  const screen = await show(<Saving />);
  const button = screen.getByRole('button', { name: 'Save' });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard(key);
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard(key);
  expect(sent).toBe(1);
  answer();
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard(key);
  await expect.poll(() => sent).toBe(2);
});

test('a pending menu does not open', async () => {
  const screen = await show(
    <ActionsMenu of="nova" pending>
      <MenuItem>Ban</MenuItem>
    </ActionsMenu>,
  );
  const trigger = screen.getByRole('button', { name: 'Actions for nova' });
  (trigger.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await trigger.click({ force: true });
  expect(screen.getByRole('menu').query()).toBeNull();
});

/** Enter in a field presses the button of its form. */
function Message({ onSubmit }: { onSubmit: () => void }) {
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input aria-label="Message" />
      <Button type="submit" pending>
        Send
      </Button>
    </Form>
  );
}

test('Enter in a field does not submit a form whose button is pending', async () => {
  let submitted = 0;
  const screen = await show(<Message onSubmit={() => (submitted += 1)} />);
  await screen.getByRole('textbox', { name: 'Message' }).click();
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('button', { name: 'Send' }).click({ force: true });
  expect(submitted).toBe(0);
});

/** A question whose confirmation appears under the pointer, as on a phone. */
function Asking({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <style>{'button { position: fixed; inset: 0 auto auto 0; width: 200px; height: 50px }'}</style>
      <Button onClick={() => setOpen(true)}>Stop</Button>
      <AlertDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Stop?"
        description="Everything stops."
        confirmLabel="Stop everything"
        onConfirm={onConfirm}
      />
    </>
  );
}

test('a double click on what opens a question does not confirm it', async () => {
  const confirm = vi.fn();
  const screen = await show(<Asking onConfirm={confirm} />);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Stop' }), { delay: 100 });
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  expect(confirm).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Stop everything' }).click();
  expect(confirm).toHaveBeenCalledOnce();
});
