import { useForm } from 'react-hook-form';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useKeptDraft } from './form.tsx';

afterEach(() => sessionStorage.clear());

function Note({ name }: { name: string }) {
  const form = useForm({ defaultValues: { text: '' } });
  useKeptDraft(form, name);
  return (
    <>
      <input aria-label="Note" {...form.register('text')} />
      <p>{form.formState.isDirty ? 'not saved' : 'nothing to save'}</p>
      <button type="button" onClick={() => form.reset()}>
        Sent
      </button>
    </>
  );
}

test('a draft is there again after its form was closed, until it is sent', async () => {
  const screen = await render(<Note name="trade 1" />);
  await screen.getByLabelText('Note').fill('It is');
  await userEvent.keyboard(' ready');
  await screen.unmount();

  const again = await render(<Note name="trade 1" />);
  await expect.element(again.getByLabelText('Note')).toHaveValue('It is ready');
  await expect.element(again.getByText('not saved')).toBeVisible();
  await again.getByRole('button', { name: 'Sent' }).click();
  await expect.element(again.getByLabelText('Note')).toHaveValue('');
  await again.unmount();

  const afterwards = await render(<Note name="trade 1" />);
  await expect.element(afterwards.getByLabelText('Note')).toHaveValue('');
  await expect.element(afterwards.getByText('nothing to save')).toBeVisible();
});

test('a draft that is emptied again, and the draft of another item, are not shown', async () => {
  const screen = await render(<Note name="trade 1" />);
  await screen.getByLabelText('Note').fill('x');
  await screen.getByLabelText('Note').fill('');
  expect(sessionStorage.length).toBe(0);
  await screen.getByLabelText('Note').fill('for the first');
  await screen.rerender(<Note key="2" name="trade 2" />);
  await expect.element(screen.getByLabelText('Note')).toHaveValue('');
});

test('a damaged draft is ignored', async () => {
  sessionStorage.setItem('draft.trade 1', '{"text":5}');
  const screen = await render(<Note name="trade 1" />);
  await expect.element(screen.getByLabelText('Note')).toHaveValue('');
});
