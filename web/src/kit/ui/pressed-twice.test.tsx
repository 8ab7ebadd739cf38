import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { Button } from './button.tsx';

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

test('a button has the focus again when what it did has ended', async () => {
  const screen = await show(<Saving />);
  const button = screen.getByRole('button', { name: 'Save' });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement).toBe(document.body);
  answer();
  await expect.element(button).toHaveFocus();
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
