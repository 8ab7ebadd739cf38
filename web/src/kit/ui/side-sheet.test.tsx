import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AlertDialog } from './alert-dialog.tsx';
import { keepFocusInRows, SideSheet } from './side-sheet.tsx';

/** `asks`: a row goes after a question. */
function Sheet({ asks = false }: { asks?: boolean }) {
  const [names, setNames] = useState(['one', 'two', 'three']);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = (name: string | null) => setNames(names.filter((each) => each !== name));
  return (
    <SideSheet title="Items" onClose={() => undefined}>
      <fieldset>
        <div ref={keepFocusInRows}>
          {names.map((name) => (
            <div key={name}>
              <button type="button">Open {name}</button>
              <button type="button" onClick={() => (asks ? setAsked(name) : remove(name))}>
                Remove {name}
              </button>
            </div>
          ))}
        </div>
        <button type="button">Add</button>
      </fieldset>
      <AlertDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Remove?"
        description=""
        confirmLabel="Yes"
        onConfirm={() => remove(asked)}
      />
    </SideSheet>
  );
}

test('after a row has gone, the focus is on the next row, then on the one before, then on the button that adds', async () => {
  const screen = await render(<Sheet />);
  const button = (name: string) => screen.getByRole('button', { name });
  (button('Remove two').element() as HTMLElement).focus();
  for (const next of ['Remove three', 'Remove one', 'Add']) {
    await userEvent.keyboard('{Enter}');
    await expect.element(button(next)).toHaveFocus();
  }
  const sheet = screen.getByRole('dialog');
  (sheet.element() as HTMLElement).focus();
  await expect.element(sheet).toHaveFocus();
});

test('the focus also goes to the next row if the row goes while a question is open', async () => {
  const screen = await render(<Sheet asks />);
  (screen.getByRole('button', { name: 'Remove two' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('button', { name: 'Yes' }).click();
  await expect.element(screen.getByRole('button', { name: 'Remove three' })).toHaveFocus();
});
