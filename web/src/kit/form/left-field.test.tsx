import { withdrawalAddresses } from '@sterling/contract/withdrawal-addresses.ts';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from '../ui/dialog.tsx';
import { InputField } from '../ui/field.tsx';
import { useContractForm } from './use-contract-form.ts';

const onPress = vi.fn();

function Address() {
  const form = useContractForm(withdrawalAddresses.add, {
    defaultValues: { label: '', ltcAddress: 'ltc1q' },
    bodyOf: (draft) => draft,
    missing: { label: 'Enter a label' },
  });
  return (
    <Dialog title="Address" onClose={() => undefined}>
      <InputField {...form.field('label')} label="Label" hint="Only you see it" />
      <button type="button" onClick={onPress}>
        Open
      </button>
    </Dialog>
  );
}

test('a press is not lost when it takes the focus from a field that nobody has filled', async () => {
  const screen = await render(<Address />);
  await screen.getByLabelText('Label').click();
  await screen.getByRole('button', { name: 'Open' }).click();
  expect(onPress).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('Tab leads from a field to the next control, although the hint of the field gives way to an error', async () => {
  const screen = await render(<Address />);
  await screen.getByLabelText('Label').fill(' ');
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByText('Enter a label')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});
