import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Dialog, SecretDialog } from './dialog.tsx';
import { asksToStay } from './overlays.tsx';

test('the browser asks before it leaves a dialog with something unsaved, as Esc does, and the app can ask too', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const form = (dirty: boolean) => (
    <Dialog title="Form" dirty={dirty} onClose={() => undefined}>
      <input aria-label="Name" />
    </Dialog>
  );
  const screen = await render(form(false));
  expect(asks()).toBe(false);
  await screen.rerender(form(true));
  expect([asks(), asksToStay()]).toEqual([true, true]);
  await screen.rerender(form(false));
  expect([asks(), asksToStay()]).toEqual([false, false]);
  await screen.rerender(
    <SecretDialog title="Token" description="" what="token" secret="s" onClose={() => undefined} />,
  );
  expect(asks()).toBe(true);
  await screen.unmount();
  expect(asks()).toBe(false);
});

/** A step to another entry of the history, as the browser announces it. Returns whether it is stopped. */
const isStopped = (step: { navigationType: string; userInitiated: boolean }) =>
  !navigation.dispatchEvent(Object.assign(new Event('navigate', { cancelable: true }), step));
const BACK = { navigationType: 'traverse', userInitiated: true };

test('Back asks before it discards something unsaved, and steps of the app itself do not', async () => {
  const close = vi.fn();
  const form = (dirty: boolean) => (
    <Dialog title="Form" dirty={dirty} onClose={close}>
      <input aria-label="Name" />
    </Dialog>
  );
  const screen = await render(form(false));
  expect(isStopped(BACK)).toBe(false);
  await screen.rerender(form(true));
  expect(isStopped({ ...BACK, userInitiated: false })).toBe(false);
  expect(isStopped({ ...BACK, navigationType: 'push' })).toBe(false);
  const question = screen.getByRole('alertdialog', { name: 'Discard what you entered?' });
  await expect.element(question).not.toBeInTheDocument();
  expect(isStopped(BACK)).toBe(true);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(close).not.toHaveBeenCalled();
  expect(isStopped(BACK)).toBe(true);
  await question.getByRole('button', { name: 'Discard' }).click();
  expect(close).toHaveBeenCalledOnce();
  await screen.unmount();
  expect(isStopped(BACK)).toBe(false);
});
