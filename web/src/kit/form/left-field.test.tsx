import { withdrawalAddresses } from '@sterling/contract/withdrawal-addresses.ts';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { InputField } from '../ui/field.tsx';
import { useContractForm } from './use-contract-form.ts';

const onPress = vi.fn();

function Form() {
  const form = useContractForm(withdrawalAddresses.add, {
    defaultValues: { label: '', ltcAddress: 'ltc1q' },
    bodyOf: (draft) => draft,
    missing: { label: 'Enter a label' },
  });
  return (
    <form noValidate>
      <InputField {...form.field('label')} label="Label" />
      <button type="button" onClick={onPress}>
        Open
      </button>
    </form>
  );
}

test('a press is not lost when it takes the focus from a field that nobody has filled', async () => {
  const screen = await render(<Form />);
  await screen.getByLabelText('Label').click();
  await screen.getByRole('button', { name: 'Open' }).click();
  expect(onPress).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a changed field shows its error when it is left', async () => {
  const screen = await render(<Form />);
  await screen.getByLabelText('Label').fill(' ');
  await userEvent.tab();
  await expect.element(screen.getByText('Enter a label')).toBeVisible();
});
