import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Overlays } from './overlays.tsx';
import { SideSheet } from './side-sheet.tsx';

type Step = 'form' | 'result' | null;

/** A row whose dialog shows a form, then its result. The row may be gone when the dialog closes. */
function Row({ isGone }: { isGone: boolean }) {
  const [step, setStep] = useState<Step>(null);
  const close = () => setStep(null);
  return (
    <main tabIndex={-1}>
      {!(isGone && step === 'result') && <Button onClick={() => setStep('form')}>Decide</Button>}
      <Overlays>
        {step === 'form' && (
          <Dialog key="form" title="Form" onClose={close}>
            <Button onClick={() => setStep('result')}>Save</Button>
          </Dialog>
        )}
        {step === 'result' && (
          <Dialog key="result" title="Result" onClose={close}>
            Done
          </Dialog>
        )}
      </Overlays>
    </main>
  );
}

/** Opens the result, and closes it. */
async function closeResult(isGone: boolean) {
  const screen = await render(<Row isGone={isGone} />);
  await screen.getByRole('button', { name: 'Decide' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Result' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  return screen;
}

test('a dialog that replaced another returns the focus to what opened the first', async () => {
  const screen = await closeResult(false);
  await expect.element(screen.getByRole('button', { name: 'Decide' })).toHaveFocus();
});

test('the focus goes to the main part of the page if what opened a dialog has gone', async () => {
  await closeResult(true);
  await expect.poll(() => document.activeElement?.localName).toBe('main');
});

test('a dialog above a sheet darkens the sheet too', async () => {
  const nothing = () => undefined;
  await render(
    <SideSheet title="Order" onClose={nothing}>
      <Dialog title="Question" onClose={nothing}>
        Sure?
      </Dialog>
    </SideSheet>,
  );
  const sheet = document.querySelector<HTMLElement>('[data-look=sheet]')!;
  const darkening = [...document.querySelectorAll<HTMLElement>('.bg-overlay')].at(-1)!;
  // component tests have no stylesheet
  const layerOf = ({ className }: HTMLElement) => Number(/\bz-(\d+)/.exec(className)![1]);
  expect(layerOf(darkening)).toBeGreaterThanOrEqual(layerOf(sheet));
  expect(sheet.compareDocumentPosition(darkening)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

/** A row that goes a moment after its dialog was closed. */
function DecidedRow() {
  const [state, setState] = useState<'open' | 'asking' | 'decided' | 'gone'>('open');
  const decide = () => {
    setState('decided');
    setTimeout(() => setState('gone'), 500);
  };
  return (
    <main tabIndex={-1}>
      {state !== 'gone' && <Button onClick={() => setState('asking')}>Decide</Button>}
      <Overlays>
        {state === 'asking' && (
          <Dialog title="Question" onClose={() => setState('open')}>
            <Button onClick={decide}>Refund</Button>
          </Dialog>
        )}
      </Overlays>
    </main>
  );
}

test('the focus goes to the main part of the page if what opened a dialog goes soon after', async () => {
  const screen = await render(<DecidedRow />);
  await screen.getByRole('button', { name: 'Decide' }).click();
  await screen.getByRole('button', { name: 'Refund' }).click();
  await expect.element(screen.getByRole('button', { name: 'Decide' })).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.localName).toBe('main');
});

/** A button that is pending for a moment after its question was answered. It shows that with a spinner, or with a text. */
function Refused({ withText }: { withText: boolean }) {
  const [state, setState] = useState<'idle' | 'asking' | 'pending'>('idle');
  const buy = () => {
    setState('pending');
    setTimeout(() => setState('idle'), 500);
  };
  const isPending = state === 'pending';
  return (
    <main tabIndex={-1}>
      <Button
        {...(withText ? { 'aria-disabled': isPending, 'aria-busy': isPending } : { pending: isPending })}
        onClick={() => setState('asking')}
      >
        Buy
      </Button>
      <Overlays>
        {state === 'asking' && (
          <Dialog title="Question" onClose={() => setState('idle')}>
            <Button onClick={buy}>Confirm</Button>
          </Dialog>
        )}
      </Overlays>
    </main>
  );
}

test.each([
  ['a spinner', false],
  ['a text', true],
])(
  'the focus returns to what opened a dialog while it is pending, with %s, and stays',
  async (_, withText) => {
    const screen = await render(<Refused withText={withText} />);
    const buy = screen.getByRole('button', { name: 'Buy' });
    await buy.click();
    await screen.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(buy).toHaveFocus();
    await expect.element(buy).not.toHaveAttribute('aria-disabled', 'true');
    await expect.element(buy).toHaveFocus();
  },
);

/** A dialog with an action whose call is answered with a question. The action ends some time after the question. */
function Checked({ endsAfterMs }: { endsAfterMs: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const start = () => {
    setIsPending(true);
    setTimeout(() => setIsAsking(true), 500);
  };
  const finish = () => {
    setIsAsking(false);
    setTimeout(() => setIsPending(false), endsAfterMs);
  };
  return (
    <main tabIndex={-1}>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      <Overlays>
        {isOpen && (
          <Dialog title="Sheet" onClose={() => setIsOpen(false)}>
            <Button pending={isPending} onClick={start}>
              Export
            </Button>
          </Dialog>
        )}
      </Overlays>
      <Overlays>
        {isAsking && (
          <Dialog onTop title="Check" onClose={finish}>
            Code
          </Dialog>
        )}
      </Overlays>
    </main>
  );
}

test.each([
  ['while the question closes', 0],
  ['until after the question', 500],
])(
  'the focus returns to a button in a dialog that is pending %s, and not to what opened that dialog',
  async (_, endsAfterMs) => {
    const screen = await render(<Checked endsAfterMs={endsAfterMs} />);
    await screen.getByRole('button', { name: 'Open' }).click();
    await screen.getByRole('button', { name: 'Export' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Check' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog', { name: 'Check' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
  },
);

/** A sheet with a step whose dialog and button go together, because the step has become impossible. */
function Step() {
  const [state, setState] = useState<'closed' | 'open' | 'asking' | 'gone'>('closed');
  return (
    <main tabIndex={-1}>
      <Button onClick={() => setState('open')}>Open</Button>
      <Overlays>
        {state !== 'closed' && (
          <Dialog title="Sheet" onClose={() => setState('closed')}>
            {state !== 'gone' && <Button onClick={() => setState('asking')}>Dispute</Button>}
          </Dialog>
        )}
      </Overlays>
      <Overlays>
        {state === 'asking' && (
          <Dialog title="Question" onClose={() => setState('open')}>
            <Button onClick={() => setState('gone')}>Send</Button>
          </Dialog>
        )}
      </Overlays>
    </main>
  );
}

test('the focus stays in a sheet if what opened a dialog above it has gone', async () => {
  const screen = await render(<Step />);
  await screen.getByRole('button', { name: 'Open' }).click();
  await screen.getByRole('button', { name: 'Dispute' }).click();
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Question' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('dialog', { name: 'Sheet' })).toHaveFocus();
});
